/** When an answer has to be asked for again, because time alone may have changed it. */
import { addMonths, nextDay } from './dates.ts'
import type { Facts } from './facts.ts'
import { rules } from './rules.ts'
import type { Rule } from './schema.ts'

/** Every period that a rule counts from a day on the certificate, from a purchase or from a look-up. */
const periodsOf = (rules: readonly Rule[]) => [
  ...new Set([
    12,
    ...rules.flatMap((rule) => {
      if (rule.about === 'lasts') return [rule.months ?? 12, rule.elseMonths ?? 12]
      return rule.about === 'verify' && rule.everyMonths ? [rule.everyMonths] : []
    }),
  ]),
]

/** The days on which rules begin or end to apply. */
const changesOf = (rules: readonly Rule[]) => [
  ...new Set(
    rules.flatMap(({ from, until }) => [...(from ? [from] : []), ...(until ? [nextDay(until)] : [])]),
  ),
]

export type Dated = Pick<Facts, 'on' | 'signedOn' | 'printedEnd' | 'lastPurchaseOn' | 'numberVerifiedOn'>

/** For a given body of rules; `nextChange` asks all that we know. */
export function createNextChange(among: readonly Rule[]): (facts: Dated) => string {
  const [periods, changesOfRules] = [periodsOf(among), changesOf(among)]
  return (facts) => firstChange(facts, periods, changesOfRules)
}

/** Until the day before, the answer to the same facts stays what it is on `on`. */
export const nextChange = createNextChange(rules)

function firstChange(
  { on, signedOn, printedEnd, lastPurchaseOn, numberVerifiedOn }: Dated,
  periods: readonly number[],
  changesOfRules: readonly string[],
): string {
  const starts = [signedOn, lastPurchaseOn, numberVerifiedOn].filter((day) => day !== null)
  const days = [
    // Whatever ends with a calendar year, in this one or a later one.
    `${Number(on.slice(0, 4)) + 1}-01-01`,
    ...changesOfRules,
    ...starts.flatMap((day) => [
      day,
      nextDay(day),
      ...periods.map((months) => nextDay(addMonths(day, months))),
    ]),
    ...(printedEnd ? [nextDay(printedEnd)] : []),
  ]
  return days.filter((day) => day > on).reduce((first, day) => (day < first ? day : first))
}
