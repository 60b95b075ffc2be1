import { describe, expect, test } from 'vitest'
import { coverage, createCoverage } from '../src/coverage.ts'
import { Facts } from '../src/facts.ts'
import { forms } from '../src/forms.ts'
import { daysToObtain, otherStateNumber, yearsToKeep } from '../src/questions.ts'
import { formRuleId, rules, rulesOf } from '../src/rules.ts'
import type { Rule } from '../src/schema.ts'
import { states } from '../src/states.ts'
import { type CoverageCase, coverageCases, statementCases, usual } from './case-files.ts'

function problemOf(
  { facts, verdict, firstRule, otherRules }: CoverageCase,
  ask = coverage,
): string | undefined {
  const answer = ask(facts)
  const ruleIds = answer.reasons.map(({ ruleId }) => ruleId)
  const isRight =
    answer.verdict === verdict && ruleIds[0] === firstRule && otherRules.every((id) => ruleIds.includes(id))
  return isRight ? undefined : `${answer.verdict} ${JSON.stringify(answer.reasons)}`
}

/** The usual certificate of the tables, on the day of most of their rows. */
const askWith = (facts: Partial<Facts>) =>
  coverage({ ...usual, state: 'NY', form: null, on: '2026-06-15', ...facts })

const answers = {
  obtain: (place, among) => daysToObtain(place, among),
  keep: (place, among) => yearsToKeep(place, among),
  'other-number': (place, among) => otherStateNumber(place, among),
} satisfies Record<
  string,
  (place: { state: string; form?: string }, among: readonly Rule[]) => Rule | undefined
>

function statementProblem(
  { state, form, question, answer, rule: expected }: (typeof statementCases)[number],
  among: readonly Rule[] = rules,
): string | undefined {
  const place = form === '-' ? { state } : { state, form }
  const rule = answers[question as keyof typeof answers](place, among)
  const given = rule && ('days' in rule ? rule.days : 'years' in rule ? rule.years : rule.answer)
  return rule?.id === expected && String(given) === answer ? undefined : `${rule?.id}: ${given}`
}

describe('coverage', () => {
  test('has a table of at least 250 cases, each with its source and facts that can be asked', () => {
    expect(coverageCases.length).toBeGreaterThanOrEqual(250)
    expect(new Set(coverageCases.map(({ name }) => name.replace(/^line \d+/, ''))).size).toBe(
      coverageCases.length,
    )
    const wrong = coverageCases.filter(({ source, facts }) => !source || !Facts.safeParse(facts).success)
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('every case has its verdict and its rules', () => {
    const wrong = coverageCases.flatMap((one) => {
      const problem = problemOf(one)
      return problem ? [`${one.name}: ${problem}`] : []
    })
    expect(wrong).toEqual([])
  })

  test('every question about a deadline or a number has its answer and its rule', () => {
    expect(statementCases.length).toBeGreaterThan(50)
    const wrong = statementCases.flatMap((one) => {
      const problem = statementProblem(one)
      return problem ? [`${one.state} ${one.form} ${one.question}: ${problem}`] : []
    })
    expect(wrong).toEqual([])
  })
})

describe('the last day of a certificate', () => {
  test.each<[state: string, form: string, facts: Partial<Facts>, endsOn: string | null, why: string]>([
    ['FL', 'fl-dr-13', { signedOn: '2025-01-05' }, '2025-12-31', 'end of the year'],
    ['FL', 'fl-dr-13', { signedOn: '2025-10-14' }, '2025-12-31', 'issued before mid-October'],
    ['FL', 'fl-dr-13', { signedOn: '2025-10-15' }, '2026-12-31', 'issued in the last quarter'],
    ['FL', 'fl-dr-13', { signedOn: '2025-12-31' }, '2026-12-31', 'issued on the last day of the year'],
    ['AL', 'al-license', { signedOn: '2025-10-31' }, '2025-12-31', 'issued before renewals start'],
    ['AL', 'al-license', { signedOn: '2025-11-01' }, '2026-12-31', 'renewed for the next year'],
    ['LA', 'la-r-1064', { signedOn: '2024-02-29' }, '2025-02-28', 'February 29 and 12 months'],
    ['CT', 'ct-resale', { signedOn: '2024-02-29' }, '2027-02-28', 'February 29 and 36 months'],
    ['LA', 'la-r-1064', { signedOn: '2026-09-01' }, '2027-09-01', 'signed after the sale'],
    ['CO', 'co-dr-5002', { signedOn: '2024-05-01' }, '2025-12-31', 'licenses end in odd years'],
    ['CO', 'co-dr-5002', { signedOn: '2025-12-31' }, '2025-12-31', 'signed on the last day of the license'],
    ['WA', 'wa-reseller-permit', { number: 'A14 8694 29' }, '2029-12-31', 'the year is in the number'],
    ['OK', 'ok-permit', { signedOn: '2022-01-01' }, '2025-01-01', '3 years where no date is printed'],
    ['AZ', 'az-5000a', { printedEnd: '2026-06-30' }, '2026-06-30', 'printed'],
    ['MI', 'mi-3372', { signedOn: '2020-01-15', printedEnd: '2027-01-15' }, '2024-01-15', 'at most 4 years'],
    ['NY', 'ny-st-120', {}, null, 'no end'],
    ['PR', 'sst-f0003', {}, null, 'a territory without rules'],
    ['AE', 'ny-st-120', { printedEnd: '2026-12-31' }, null, 'a military address'],
  ])('%s %s %j: %s (%s)', (state, form, facts, endsOn) => {
    const answer = askWith({ state, form, ...facts })
    expect(answer.endsOn).toBe(endsOn)
  })

  test.each(['FL', 'TX', 'RI'])('a certificate signed after the sale has to be checked in %s', (state) => {
    const form = { FL: 'mtc-uniform', TX: 'tx-01-339', RI: 'sst-f0003' }[state] ?? null
    const answer = askWith({ state, form, signedOn: '2026-06-20' })
    expect(answer.verdict).toBe('check')
    expect(answer.reasons.map(({ code }) => code)).toContain('signed-later')
  })
})

describe('the tables of cases', () => {
  // Only the states that a rule is about: what it does elsewhere cannot change.
  function failsWithout(dropped: Rule): boolean {
    const isConcerned = (state: string) => dropped.states?.includes(state) ?? true
    const remaining = rules.filter((rule) => rule !== dropped)
    const concerned = new Map([...states].filter(([code]) => isConcerned(code)))
    const ask = createCoverage(concerned, forms, remaining)
    return (
      coverageCases.some((one) => isConcerned(one.facts.state) && problemOf(one, ask) !== undefined) ||
      statementCases.some((one) => isConcerned(one.state) && statementProblem(one, remaining) !== undefined)
    )
  }

  test('each rule is needed by a case', () => {
    // Who is exempt has a table and a test of its own; local taxes change no answer.
    const own = new Set<Rule['about']>(['claim', 'local'])
    const untested = rules.filter((rule) => !own.has(rule.about) && !failsWithout(rule))
    expect(untested.map(({ id }) => id)).toEqual([])
  })

  test('each form is needed by a case', () => {
    const untested = [...forms.values()].filter(({ code }) => {
      const others = new Map([...forms].filter(([other]) => other !== code))
      const ask = createCoverage(states, others, rulesOf(states.values(), others.values()))
      return coverageCases.every((one) => problemOf(one, ask) === undefined)
    })
    expect(untested.map(formRuleId)).toEqual([])
  })
})
