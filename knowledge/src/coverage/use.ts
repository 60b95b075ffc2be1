import { addMonths } from '../dates.ts'
import { checkNumber, isOtherNumber } from '../numbers.ts'
import { reasonOf, rulesAbout, type Step } from './step.ts'

/** A certificate for one purchase is used up by it. */
export const singleUse: Step = ({ facts, form }, { red, amber }) => {
  const unmarked = form?.unmarked ?? 'unknown'
  const isBlanket = facts.isBlanket ?? (unmarked === 'unknown' ? null : unmarked === 'blanket')
  if (isBlanket) return
  if (isBlanket === null) {
    amber.push(reasonOf('use-unknown', null))
    return
  }
  const { lastPurchaseOn, signedOn, on } = facts
  const isUsed =
    lastPurchaseOn !== null && signedOn !== null && lastPurchaseOn >= signedOn && lastPurchaseOn < on
  if (isUsed) red.push(reasonOf('used', null))
  else amber.push(reasonOf('single-use', null))
}

export const reviewed: Step = ({ facts }, { amber }) => {
  if (facts.review === 'pending') amber.push(reasonOf('not-verified', null))
}

/** What the certificate cannot show by itself. */
export const otherConditions: Step = ({ facts, rules }, { amber, hints }) => {
  for (const rule of rulesAbout(rules, 'verify')) {
    const { signedOn, printedEnd, numberVerifiedOn, on } = facts
    const limit = rule.ifLongerThanMonths
    if (limit && (!printedEnd || (signedOn && printedEnd <= addMonths(signedOn, limit)))) continue
    const isDone =
      numberVerifiedOn !== null &&
      (rule.everyMonths === null || addMonths(numberVerifiedOn, rule.everyMonths) >= on)
    if (!isDone) amber.push(reasonOf('verify-number', rule, { rule: rule.text }))
  }
  for (const rule of rulesAbout(rules, 'condition'))
    amber.push(reasonOf('condition', rule, { rule: rule.text }))
  for (const rule of rulesAbout(rules, 'small-sale')) {
    const reason = reasonOf('small-sale', rule, { rule: rule.text })
    // Whoever doesn't say the amount sees what it would change.
    if (facts.amountCents === null) hints.push(reason)
    else if (facts.amountCents < rule.underCents) amber.push(reason)
  }
}

/** A number of unusual form proves nothing, but it's never good enough for green. */
export const numberFits: Step = ({ facts, place, rules }, { amber }) => {
  const { number, numberState, state, numberVerifiedOn } = facts
  if (!number?.trim() || numberVerifiedOn) return
  if (numberState && numberState !== state) return
  const rule = rulesAbout(rules, 'number')[0]
  if (rule && (checkNumber(rule, number) === 'differs' || isOtherNumber(rule, number)))
    amber.push(reasonOf('wrong-number', rule, { rule: rule.text, state: place }))
}

/** Local taxes stand with the answer. */
export const localTaxes: Step = ({ facts, rules }, { hints }) => {
  for (const rule of rulesAbout(rules, 'local'))
    if (rule.kinds.includes(facts.kind)) hints.push(reasonOf('local-tax', rule, { rule: rule.text }))
}
