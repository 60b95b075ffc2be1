import type { Facts } from '../facts.ts'
import { forms } from '../forms.ts'
import type { checkedFields, Form, RuleAbout } from '../schema.ts'
import {
  byWhoTheyAre,
  type Context,
  isByLaw,
  isWhoTheyAre,
  reasonOf,
  redIfSure,
  rulesAbout,
  type Step,
  type Verdicts,
} from './step.ts'

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

/** What a paper that a buyer fills in always says, unless a rule of its form asks for less. */
const usualFields = ['seller', 'signature', 'date'] as const

/** What the state or the form requires and the certificate lacks. */
export const completeness: Step = (context, verdicts) => {
  const { facts, form, rules } = context
  const requiring = rulesAbout(rules, 'requires')
  for (const rule of requiring) {
    for (const field of rule.fields) {
      // Some buyers need no number, though the form has a box for one.
      if (field === 'number' && context.claim?.confidence === 'high' && context.claim.number === 'none')
        continue
      if (isMissing[field](facts)) lacks(context, verdicts, field, rule)
    }
  }
  if (form?.issuedBy !== 'buyer' || requiring.some(({ forms }) => forms?.includes(form.code))) return
  for (const field of usualFields) if (isMissing[field](facts)) lacks(context, verdicts, field, null)
}

function lacks(
  { facts, place, form, claim }: Context,
  verdicts: Verdicts,
  field: CheckedField,
  rule: RuleAbout<'requires'> | null,
): void {
  if (field === 'signature' && signsOnPaperOnly(facts, form)) {
    if (facts.isPaper !== false) verdicts.amber.push(reasonOf('maybe-electronic', rule, { state: place }))
    return
  }
  // Whether a license is enough there isn't known, but there is something in place of a number.
  if (field === 'number' && facts.hasHiddenLicense) {
    verdicts.amber.push(reasonOf('hidden-license', rule, { field, state: place }))
    return
  }
  // Many exempt organizations have no number. Without one they don't owe tax, unless the law that exempts them asks for it.
  const mayLackNumber = claim
    ? byWhoTheyAre.has(claim.claim) && claim.number !== 'required'
    : isWhoTheyAre(facts.reason)
  const isVoid =
    rule?.ifMissing === 'void' && !isByLaw(facts.reason) && !(field === 'number' && mayLackNumber)
  const list = isVoid ? redIfSure(verdicts, rule) : verdicts.amber
  list.push(reasonOf('missing', rule, { field, state: place }))
}

/** Where the Streamlined certificate is used, one that was filled in electronically needs no signature. */
const signsOnPaperOnly = ({ isPaper, state }: Facts, form: Form | undefined) =>
  isPaper !== true && (form?.code === streamlined || forms.get(streamlined)?.states.includes(state))
const streamlined = 'sst-f0003'
