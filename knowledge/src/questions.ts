/** Single questions to the rules, for pages and due dates. */
import { rules } from './rules.ts'
import type { Rule, RuleAbout } from './schema.ts'

interface Place {
  state: string
  form?: string | undefined
}

/** The rules about something that apply in a state, those of the form before those of the state. */
export function findRules<About extends Rule['about']>(
  about: About,
  { state, form }: Place,
  among: readonly Rule[] = rules,
): RuleAbout<About>[] {
  return among
    .filter((rule): rule is RuleAbout<About> => rule.about === about)
    .filter((rule) => rule.states?.includes(state) ?? true)
    .filter((rule) => !rule.forms || (form !== undefined && rule.forms.includes(form)))
    .sort((one, other) => Number(other.forms !== undefined) - Number(one.forms !== undefined))
}

/** Days after a sale within which the seller must have the certificate. */
export const daysToObtain = (place: Place, among?: readonly Rule[]) => findRules('obtain', place, among)[0]

export const yearsToKeep = (place: Place, among?: readonly Rule[]) => findRules('keep', place, among)[0]

export const otherStateNumber = (place: Place, among?: readonly Rule[]) =>
  findRules('other-number', place, among)[0]
