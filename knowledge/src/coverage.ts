/**
 * Is this purchase covered by this certificate? A pure answer from facts and published rules.
 * Steps run in the order of judgement. The first red reason decides, otherwise any amber one; all are returned.
 */
import { acceptance } from './coverage/acceptance.ts'
import { completeness } from './coverage/completeness.ts'
import { duration } from './coverage/duration.ts'
import { indexRules, type KnowledgeIndex } from './coverage/rule-index.ts'
import { sellerNamed } from './coverage/seller.ts'
import { standing } from './coverage/standing.ts'
import { rulesAbout, type Step, type Verdicts } from './coverage/step.ts'
import { numberFits, otherConditions, reviewed, singleUse } from './coverage/use.ts'
import type { Facts } from './facts.ts'
import { forms } from './forms.ts'
import type { Reason } from './reasons.ts'
import { placeInText, reasonText } from './reasons.ts'
import { rules } from './rules.ts'
import type { Form, Rule, RuleAbout, State } from './schema.ts'
import { states } from './states.ts'

export interface Coverage {
  verdict: 'covered' | 'check' | 'not-covered'
  /** The deciding one first. */
  reasons: Reason[]
  /** The last day it is good for, as far as that is known. */
  endsOn: string | null
}

const steps: readonly Step[] = [
  acceptance,
  duration,
  completeness,
  sellerNamed,
  singleUse,
  reviewed,
  otherConditions,
  numberFits,
]

/** The question for a given body of rules; `coverage` asks it of everything we know. */
export function createCoverage(
  allStates: ReadonlyMap<string, State>,
  allForms: ReadonlyMap<string, Form>,
  allRules: readonly Rule[],
): (facts: Facts) => Coverage {
  const index = indexRules(allStates, allForms, allRules)
  return (facts) => judge(index, facts)
}

export const coverage = createCoverage(states, forms, rules)

function judge(index: KnowledgeIndex, facts: Facts): Coverage {
  const found = index.states.get(facts.state)
  if (!found) return only('check', 'unknown-state', null, { state: facts.state })
  const { state } = found
  const place = placeInText(state)
  if (state.kind === 'military') return only('check', 'military-address', null, { state: state.name })
  const form = facts.form === null ? undefined : index.forms.get(facts.form)
  const context = { facts, place, form, rules: index.rulesFor(found, facts), endsOn: null as string | null }
  const noTax = rulesAbout(context.rules, 'no-tax')[0]
  if (noTax) return withoutTax(facts, noTax, rulesAbout(context.rules, 'condition')[0])
  const verdicts: Verdicts = { red: [], amber: [], hints: [], green: [] }
  standing(context, verdicts)
  if (state.kind === 'territory') {
    if (verdicts.red.length === 0)
      verdicts.amber.push({ code: 'no-rules', text: reasonText('no-rules', { state: place }), ruleId: null })
  } else for (const step of steps) step(context, verdicts)
  return conclude(verdicts, context.endsOn)
}

function conclude({ red, amber, hints, green }: Verdicts, endsOn: string | null): Coverage {
  if (red.length > 0) return { verdict: 'not-covered', reasons: [...red, ...amber, ...hints], endsOn }
  if (amber.length > 0) return { verdict: 'check', reasons: [...amber, ...hints], endsOn }
  return { verdict: 'covered', reasons: [...green, ...hints], endsOn }
}

function withoutTax(facts: Facts, noTax: RuleAbout<'no-tax'>, local: Rule | undefined): Coverage {
  const isFree = noTax.kinds.includes(facts.kind)
  const answer = isFree
    ? only('covered', 'no-sales-tax', noTax.id, { rule: noTax.text })
    : only('check', 'other-tax', noTax.id, { rule: noTax.text })
  if (!local) return answer
  const reason = { code: 'condition' as const, text: local.text, ruleId: local.id }
  return { ...answer, verdict: 'check', reasons: [reason, ...answer.reasons] }
}

const only = (
  verdict: Coverage['verdict'],
  code: Reason['code'],
  ruleId: string | null,
  values: Parameters<typeof reasonText>[1],
): Coverage => ({ verdict, reasons: [{ code, text: reasonText(code, values), ruleId }], endsOn: null })
