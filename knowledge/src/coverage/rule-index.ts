import type { Facts } from '../facts.ts'
import type { Form, Rule, State } from '../schema.ts'
import type { RulesByAbout } from './step.ts'

interface Place {
  state: State
  /** By form; `''` holds what applies to forms we do not know. */
  byForm: Map<string, readonly Rule[]>
}

export interface KnowledgeIndex {
  states: ReadonlyMap<string, Place>
  forms: ReadonlyMap<string, Form>
  rulesFor(place: Place, facts: Facts): RulesByAbout
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
    places.set(code, { state, byForm })
  }
  return { states: places, forms: allForms, rulesFor }
}

function rulesFor({ byForm }: Place, { form, reason, on }: Facts): RulesByAbout {
  const found = new Map<Rule['about'], Rule[]>()
  for (const rule of byForm.get(form ?? '') ?? byForm.get('') ?? []) {
    if (rule.reasons && !(reason && rule.reasons.includes(reason))) continue
    if ((rule.from && on < rule.from) || (rule.until && on > rule.until)) continue
    const ofKind = found.get(rule.about)
    if (ofKind) ofKind.push(rule)
    else found.set(rule.about, [rule])
  }
  return found
}
