import { addMonths, addYears, dayInWords, daysBetween, endOfOddYear, endOfYear } from '../dates.ts'
import type { Facts } from '../facts.ts'
import type { RuleAbout } from '../schema.ts'
import { type Context, reasonOf, rulesAbout, type Step } from './step.ts'

type LastsRule = RuleAbout<'lasts'>

type Outcome = 'in-force' | 'ended' | 'idle' | 'no-end-date' | 'refresh'

interface Found {
  outcome: Outcome
  endsOn?: string | null
}

/** How long the certificate lasts: by its own date, by the state's rules and by the form's. */
export const duration: Step = (context, verdicts) => {
  const { facts, place, rules } = context
  const { red, amber, green } = verdicts
  const lasting = rulesAbout(rules, 'lasts')
  const soft = rulesAbout(rules, 'after-end')[0]
  if (datesContradict(context, amber)) return
  signedLater(context, amber)
  const found = lasting.map((rule) => ({ rule, ...outcomeOf(rule, facts) }))
  context.endsOn = found.reduce(
    (first, { endsOn }) => (endsOn && (!first || endsOn < first) ? endsOn : first),
    facts.printedEnd,
  )

  const hasExpired = facts.printedEnd !== null && facts.printedEnd < facts.on
  // A license may have been renewed since; only a look-up tells.
  const sureEnd = found.find(
    ({ outcome, rule }) => outcome === 'ended' && rule.confidence === 'high' && rule.kind !== 'license',
  )
  if (hasExpired || sureEnd) {
    const day = dayInWords(context.endsOn as string)
    ;(soft ? amber : red).push(reasonOf('expired', sureEnd?.rule ?? lasting[0] ?? null, { day }))
    if (soft) amber.push(reasonOf('may-still-count', soft, { rule: soft.text }))
    return
  }
  for (const { outcome, rule, endsOn } of found) {
    const values = { state: place, ...(endsOn && { day: dayInWords(endsOn) }) }
    if (outcome === 'ended') {
      amber.push(reasonOf('maybe-expired', rule, values))
      if (soft) amber.push(reasonOf('may-still-count', soft, { rule: soft.text }))
    }
    if (outcome === 'idle') amber.push(reasonOf('idle', rule, values))
    if (outcome === 'no-end-date') amber.push(reasonOf('no-end-date', rule, values))
    if (outcome === 'refresh') amber.push(reasonOf('refresh-recommended', rule, values))
  }
  const sure = found.find(({ rule }) => rule.confidence === 'high')
  context.inForce = sure?.rule ?? null
  if (sure) green.push(reasonOf('covered', sure.rule, { rule: sure.rule.text }))
  else if (found[0]) {
    if (found.every(({ outcome }) => outcome === 'in-force'))
      amber.push(reasonOf('unsure-duration', found[0].rule, { state: place }))
  } else amber.push(reasonOf('unknown-duration', null, { state: place }))
}

function datesContradict({ facts: { printedEnd, signedOn } }: Context, amber: Parameters<Step>[1]['amber']) {
  if (!printedEnd || !signedOn || printedEnd >= signedOn) return false
  amber.push(reasonOf('dates-contradict', null, { day: dayInWords(printedEnd) }))
  return true
}

/**
 * Sellers may obtain a certificate some days after the sale. The days count from the sale to the day they got it, and
 * nobody got one before it was signed.
 */
function signedLater({ facts, place, rules }: Context, amber: Parameters<Step>[1]['amber']) {
  const { signedOn, receivedOn, on } = facts
  // The shortest of them counts, and one that was read settles it.
  const found = [...rulesAbout(rules, 'obtain')].sort((one, other) => one.days - other.days)
  const [rule] = found
  const isInTime = (day: string) => rule !== undefined && daysBetween(on, day) <= rule.days
  if (receivedOn && receivedOn > on) {
    if (isInTime(receivedOn) && found.some(({ confidence }) => confidence === 'high')) return
    const values = { day: dayInWords(receivedOn), state: place, ...(rule && { days: rule.days }) }
    amber.push(reasonOf('received-late', rule ?? null, values))
  } else if (signedOn && signedOn > on) {
    const values = {
      day: dayInWords(signedOn),
      state: place,
      ...(rule && !receivedOn && { days: rule.days }),
    }
    amber.push(reasonOf('signed-later', rule ?? null, values))
  }
}

const endingOn = (endsOn: string, on: string): Found => ({
  outcome: endsOn < on ? 'ended' : 'in-force',
  endsOn,
})

function outcomeOf(rule: LastsRule, facts: Facts): Found {
  const { signedOn, printedEnd, on } = facts
  switch (rule.kind) {
    case 'until-revoked':
    case 'none':
      return { outcome: 'in-force' }
    case 'idle':
      return idle(rule, facts)
    case 'months-or-idle':
      if (!printedEnd) return idle({ months: 12 }, facts)
      return signedOn ? endingOn(earlier(printedEnd, addMonths(signedOn, rule.months ?? 0)), on) : inForce
    case 'recommended':
      return signedOn && addMonths(signedOn, rule.months ?? 0) >= on ? inForce : { outcome: 'refresh' }
    case 'printed':
      return printed(rule, facts)
    case 'end-of-year':
    case 'months':
    case 'license':
      if (printedEnd) return inForce
      return signedOn ? endingOn(endFrom(rule, signedOn), on) : { outcome: 'no-end-date' }
  }
}

const inForce: Found = { outcome: 'in-force' }
const earlier = (one: string, other: string) => (one < other ? one : other)

function endFrom(rule: LastsRule, signedOn: string): string {
  if (rule.kind === 'months') return addMonths(signedOn, rule.months ?? 0)
  if (rule.kind === 'license') return endOfOddYear(signedOn)
  const isForNextYear = rule.nextYearFrom !== undefined && signedOn.slice(5) >= rule.nextYearFrom
  return endOfYear(isForNextYear ? addYears(signedOn, 1) : signedOn)
}

/** Only purchases that we know of count, so this never makes red. */
function idle(
  { months = 12 }: { months?: number | undefined },
  { signedOn, lastPurchaseOn, on }: Facts,
): Found {
  // What was signed after the sale can't be idle on its day.
  if (signedOn && signedOn > on) return inForce
  const since = [signedOn, lastPurchaseOn].filter((day) => day !== null && day <= on).sort()
  const last = since[since.length - 1]
  return last && addMonths(last, months) >= on ? inForce : { outcome: 'idle' }
}

function printed(rule: LastsRule, facts: Facts): Found {
  const { printedEnd, signedOn, on, number } = facts
  if (printedEnd) {
    if (!rule.months || !signedOn) return inForce
    const longest = addMonths(signedOn, rule.months)
    return endingOn(earlier(printedEnd, longest), on)
  }
  if (facts.isBlanket === false) return inForce
  if (rule.elseMonths && signedOn) return endingOn(addMonths(signedOn, rule.elseMonths), on)
  const year = rule.yearInNumber && number?.match(/(\d{2})\s*$/)?.[1]
  if (!year) return { outcome: 'no-end-date' }
  const lastDay = `20${year}-12-31`
  if (lastDay < on) return { outcome: 'ended', endsOn: lastDay }
  return lastDay.slice(0, 4) === on.slice(0, 4)
    ? { outcome: 'no-end-date', endsOn: lastDay }
    : { outcome: 'in-force', endsOn: lastDay }
}
