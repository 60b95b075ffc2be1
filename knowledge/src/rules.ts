/** All rules of all files, checked against each other, and the version of everything we know. */
import cardLines from '../cards/lines.json' with { type: 'json' }
import cardNotes from '../cards/notes.json' with { type: 'json' }
import cardStatements from '../cards/statements.json' with { type: 'json' }
import { forms } from './forms.ts'
import { hashText } from './hash.ts'
import type { Form, Rule, State } from './schema.ts'
import { states } from './states.ts'

/** Rules with the state or form of their file filled in. */
export function rulesOf(allStates: Iterable<State>, allForms: Iterable<Form>): Rule[] {
  return [
    ...[...allStates].flatMap(({ code, rules }) => rules.map((rule) => ({ ...rule, states: [code] }))),
    ...[...allForms].flatMap(({ code, rules }) => rules.map((rule) => ({ ...rule, forms: [code] }))),
  ]
}

/** Mistakes that one file alone does not show. Each names its file and field. */
export function mistakesBetween(
  allStates: ReadonlyMap<string, State>,
  allForms: ReadonlyMap<string, Form>,
): string[] {
  const mistakes: string[] = []
  const seen = new Set<string>()
  const check = (file: string, owner: string, rules: readonly Rule[]) => {
    for (const [at, rule] of rules.entries()) {
      const field = (name: string, problem: string) =>
        mistakes.push(`knowledge/${file}: rules.${at}.${name}: ${problem}`)
      if (!rule.id.startsWith(`${owner}/`)) field('id', `must begin with ${owner}/`)
      if (seen.has(rule.id)) field('id', `${rule.id} is there twice`)
      seen.add(rule.id)
      for (const form of rule.forms ?? []) if (!allForms.has(form)) field('forms', `there is no form ${form}`)
      for (const state of rule.states ?? [])
        if (!allStates.has(state)) field('states', `there is no state ${state}`)
    }
  }
  for (const [code, { rules }] of allStates)
    check(`states/${code.toLowerCase()}.json`, code.toLowerCase(), rules)
  for (const [code, { rules, states: goodFor }] of allForms) {
    check(`forms/${code}.json`, code, rules)
    for (const state of goodFor)
      if (!allStates.has(state))
        mistakes.push(`knowledge/forms/${code}.json: states: there is no state ${state}`)
  }
  return mistakes
}

const mistakes = mistakesBetween(states, forms)
if (mistakes.length > 0) throw new Error(mistakes.join('\n'))

export const rules: readonly Rule[] = rulesOf(states.values(), forms.values())

/** What a form is good for has a source like any rule, and is named like one. */
export const formRuleId = ({ code }: { code: string }) => `${code}/form`

/** Changes when anything we know changes. Answers carry it, so that they can be explained later. */
export const knowledgeVersion = hashText(
  JSON.stringify([[...states.values()], [...forms.values()], cardLines, cardStatements, cardNotes]),
)
