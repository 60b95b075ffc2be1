import type { Facts } from '../facts.ts'
import { forms } from '../forms.ts'
import type { checkedFields, Form } from '../schema.ts'
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
export const completeness: Step = (context, verdicts) => {
  const { facts, place, form, rules } = context
  for (const rule of rulesAbout(rules, 'requires')) {
    for (const field of rule.fields) {
      if (!isMissing[field](facts)) continue
      // Some buyers need no number, though the form has a box for one.
      if (field === 'number' && context.claim?.confidence === 'high' && context.claim.number === 'none')
        continue
      if (field === 'signature' && signsOnPaperOnly(facts, form)) {
        if (facts.isPaper !== false) verdicts.amber.push(reasonOf('maybe-electronic', rule, { state: place }))
        continue
      }
      const list = rule.ifMissing === 'void' ? redIfSure(verdicts, rule) : verdicts.amber
      list.push(reasonOf('missing', rule, { field, state: place }))
    }
  }
}

/** Where the Streamlined certificate is used, one that was filled in electronically needs no signature. */
const signsOnPaperOnly = ({ isPaper, state }: Facts, form: Form | undefined) =>
  isPaper !== true && (form?.code === streamlined || forms.get(streamlined)?.states.includes(state))
const streamlined = 'sst-f0003'
