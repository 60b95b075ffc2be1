import { describe, expect, test } from 'vitest'
import { coverage, createCoverage } from '../src/coverage.ts'
import { Facts } from '../src/facts.ts'
import { forms } from '../src/forms.ts'
import { daysToObtain, otherStateNumber, yearsToKeep } from '../src/questions.ts'
import { formRuleId, rules, rulesOf } from '../src/rules.ts'
import type { Rule } from '../src/schema.ts'
import { states } from '../src/states.ts'
import { type CoverageCase, coverageCases, statementCases } from './case-files.ts'

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
  const said = rule && ('days' in rule ? rule.days : 'years' in rule ? rule.years : rule.answer)
  return rule?.id === expected && String(said) === answer ? undefined : `${rule?.id}: ${said}`
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

  test.each(coverageCases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(problemOf(one)).toBeUndefined()
  })

  test.each(statementCases.map((one) => [`${one.state} ${one.form} ${one.question}`, one] as const))(
    'answers %s',
    (_name, one) => {
      expect(statementProblem(one)).toBeUndefined()
    },
  )
})

describe('every rule has a case that fails without it', () => {
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

  test('rules', () => {
    expect(rules.filter((rule) => !failsWithout(rule)).map(({ id }) => id)).toEqual([])
  })

  test('forms', () => {
    const untested = [...forms.values()].filter(({ code }) => {
      const others = new Map([...forms].filter(([other]) => other !== code))
      const ask = createCoverage(states, others, rulesOf(states.values(), others.values()))
      return coverageCases.every((one) => problemOf(one, ask) === undefined)
    })
    expect(untested.map(formRuleId)).toEqual([])
  })
})
