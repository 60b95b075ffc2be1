import { nextDay } from '../dates.ts'
import type { Facts } from '../facts.ts'
import { hashText } from '../hash.ts'
import { formRuleId } from '../rules.ts'
import type { Form, Rule, State } from '../schema.ts'
import type { RulesByAbout } from './step.ts'

interface Place {
  state: State
  /** By form; `''` holds what applies to forms we do not know. */
  byForm: Map<string, readonly Rule[]>
  sorted: Map<string, SortedRules>
}

interface SortedRules {
  rules: readonly Rule[]
  /** The days on which one of them begins or has ended. Between two of them the same rules apply. */
  changes: readonly string[]
  byPeriod: Map<number, RulesByAbout>
}

export interface KnowledgeIndex {
  states: ReadonlyMap<string, Place>
  forms: ReadonlyMap<string, Form>
  rulesFor(place: Place, facts: Facts): RulesByAbout
  /** Changes when the rule does. */
  basisOf(ruleId: string): string
}

/** Sorts the rules by state and form once, so that a question looks at a handful of them. */
export function indexRules(
  allStates: ReadonlyMap<string, State>,
  allForms: ReadonlyMap<string, Form>,
  rules: readonly Rule[],
): KnowledgeIndex {
  const places = new Map<string, Place>()
  for (const [code, state] of allStates) {
    const ofState = rules.filter((rule) => rule.states?.includes(code) ?? true)
    const byForm = new Map<string, readonly Rule[]>([['', ofState.filter((rule) => !rule.forms)]])
    for (const form of allForms.keys())
      byForm.set(
        form,
        ofState.filter((rule) => rule.forms?.includes(form) ?? true),
      )
    places.set(code, { state, byForm, sorted: new Map() })
  }
  const byId = new Map<string, unknown>(rules.map((rule) => [rule.id, rule]))
  for (const form of allForms.values())
    byId.set(formRuleId(form), { ...form, zones: undefined, fingerprint: undefined, rules: undefined })
  const known = new Map<string, string>()
  const basisOf = (ruleId: string) => {
    const basis = known.get(ruleId) ?? hashText(inOrder(byId.get(ruleId) ?? null))
    known.set(ruleId, basis)
    return basis
  }
  return { states: places, forms: allForms, rulesFor, basisOf }
}

/** Sorted by topic once for each form, reason and period in which the same rules apply. */
function rulesFor({ byForm, sorted }: Place, { form, reason, on }: Facts): RulesByAbout {
  const key = `${form !== null && byForm.has(form) ? form : ''} ${reason ?? ''}`
  let found = sorted.get(key)
  if (!found) {
    const rules = (byForm.get(form ?? '') ?? byForm.get('') ?? []).filter(
      (rule) => !rule.reasons || (reason && rule.reasons.includes(reason)),
    )
    const changes = rules.flatMap(({ from, until }) => [
      ...(from ? [from] : []),
      ...(until ? [nextDay(until)] : []),
    ])
    found = { rules, changes: [...new Set(changes)], byPeriod: new Map() }
    sorted.set(key, found)
  }
  const { rules, changes, byPeriod } = found
  const period = changes.reduce((passed, day) => (day <= on ? passed + 1 : passed), 0)
  const known = byPeriod.get(period)
  if (known) return known
  const applying = byAbout(rules.filter((rule) => appliesOn(rule, on)))
  byPeriod.set(period, applying)
  return applying
}

const appliesOn = ({ from, until }: Rule, on: string) => !((from && on < from) || (until && on > until))

const byAbout = (rules: readonly Rule[]): RulesByAbout => Map.groupBy(rules, ({ about }) => about)

/** The same text for the same rule: the database keeps the names of its fields in an order of its own. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([first], [second]) => (first < second ? -1 : 1)))
      : one,
  )
}
