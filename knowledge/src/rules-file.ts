/**
 * Rules as one set, and files that change a set without a new release: whole files of states and forms that take the place
 * of those with the same code.
 */
import { z } from 'zod'
import type { Coverage } from './answer.ts'
import { formText } from './catalog.ts'
import { createCoverage } from './coverage.ts'
import type { Facts } from './facts.ts'
import { forms } from './forms.ts'
import { hashText } from './hash.ts'
import { createNextChange, type Dated } from './next-change.ts'
import { formRuleId, knowledgeVersion, mistakesBetween, rulesOf } from './rules.ts'
import { Day, type Form, FormFile, type Rule, type Source, type State, StateFile } from './schema.ts'
import { states } from './states.ts'

const Name = z.string().trim().min(2).max(100)

export const RulesFile = z.strictObject({
  title: Name,
  /** Who read the sources, or answers for who did. */
  publisher: Name,
  publishedOn: Day,
  states: z.array(StateFile).max(100).default([]),
  forms: z.array(FormFile).max(500).default([]),
})
export type RulesFile = z.infer<typeof RulesFile>

/** What is signed is the text of `rules` as `JSON.stringify` writes it, so that spaces and line breaks don't matter. */
export const SignedRulesFile = z.strictObject({
  /** Ed25519, in base64. */
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  rules: z.unknown(),
})

/** Everything that answers are based on. */
export interface RuleSet {
  version: string
  publisher: string
  states: ReadonlyMap<string, State>
  forms: ReadonlyMap<string, Form>
  rules: readonly Rule[]
  /** Rules and forms by the ID that reasons name. */
  byId: ReadonlyMap<string, { text: string; source: Source }>
  ask: (facts: Facts) => Coverage
  nextChange: (facts: Dated) => string
}

export function ruleSetOf(
  allStates: ReadonlyMap<string, State>,
  allForms: ReadonlyMap<string, Form>,
  { version, publisher }: Pick<RuleSet, 'version' | 'publisher'>,
): RuleSet {
  const rules = rulesOf(allStates.values(), allForms.values())
  return {
    version,
    publisher,
    states: allStates,
    forms: allForms,
    rules,
    byId: new Map([
      ...rules.map((rule) => [rule.id, rule] as const),
      ...[...allForms.values()].map(
        (form) => [formRuleId(form), { text: formText(form), source: form.source }] as const,
      ),
    ]),
    ask: createCoverage(allStates, allForms, rules),
    nextChange: createNextChange(rules),
  }
}

/** The rules that this release brings along. */
export const releasedRules: RuleSet = ruleSetOf(states, forms, {
  version: knowledgeVersion,
  publisher: 'Exempta',
})

/** The released rules with those of the file, or the mistakes that keep them from being used. */
export function withRulesFile(file: RulesFile): RuleSet | { mistakes: string[] } {
  const allStates = new Map(states)
  for (const state of file.states) allStates.set(state.code, state)
  const allForms = new Map(forms)
  for (const form of file.forms) allForms.set(form.code, form)
  const unknown = file.states
    .filter(({ code }) => !states.has(code))
    .map(({ code }) => `There is no state ${code}.`)
  const mistakes = [...unknown, ...mistakesBetween(allStates, allForms)]
  if (mistakes.length > 0) return { mistakes }
  const version = hashText(JSON.stringify([knowledgeVersion, file]))
  return ruleSetOf(allStates, allForms, { version, publisher: file.publisher })
}

export interface RuleChange {
  id: string
  /** Null for a rule that is new. */
  before: string | null
  /** Null for a rule that is gone. */
  after: string | null
}

/** What is another rule afterwards, in the order of IDs. Where only the details differ, both texts are the same. */
export function changesBetween(before: RuleSet, after: RuleSet): RuleChange[] {
  const all = (set: RuleSet) =>
    new Map<string, { text: string }>([
      ...set.rules.map((rule) => [rule.id, rule] as const),
      ...[...set.forms.values()].map(
        ({ rules: _, zones: _zones, ...form }) => [formRuleId(form), { ...form, text: form.title }] as const,
      ),
    ])
  const [old, now] = [all(before), all(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .filter((id) => JSON.stringify(old.get(id)) !== JSON.stringify(now.get(id)))
    .map((id) => ({ id, before: old.get(id)?.text ?? null, after: now.get(id)?.text ?? null }))
}
