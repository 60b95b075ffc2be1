import type { Facts } from '../facts.ts'
import type { checkedFields } from '../schema.ts'
import { reasonOf, redIfSure, rulesAbout, type Step } from './step.ts'

type CheckedField = (typeof checkedFields)[number]

const isBlank = (text: string | null) => text === null || text.trim() === ''

const isMissing: Record<CheckedField, (facts: Facts) => boolean> = {
  number: ({ number }) => isBlank(number),
  seller: ({ seller }) => isBlank(seller),
  reason: ({ reason }) => reason === null,
  signature: ({ hasSignature }) => !hasSignature,
  date: ({ signedOn }) => signedOn === null,
  // A certificate for one purchase needs no period.
  period: ({ printedEnd, isBlanket }) => printedEnd === null && isBlanket !== false,
}

/** What the state or the form requires and the certificate lacks. */
export const completeness: Step = ({ facts, place, rules }, verdicts) => {
  for (const rule of rulesAbout(rules, 'requires')) {
    for (const field of rule.fields) {
      if (!isMissing[field](facts)) continue
      const list = rule.ifMissing === 'void' ? redIfSure(verdicts, rule) : verdicts.amber
      list.push(reasonOf('missing', rule, { field, state: place }))
    }
  }
}
