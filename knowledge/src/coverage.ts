/**
 * Is this purchase covered by this certificate? A pure answer from facts and published rules.
 * Steps run in the order of judgement. The first red reason decides, otherwise any amber one; all are returned.
 */
import type { Coverage, Ground, Question } from './answer.ts'
import { acceptance } from './coverage/acceptance.ts'
import { claimGranted } from './coverage/claim.ts'
import { completeness } from './coverage/completeness.ts'
import { duration } from './coverage/duration.ts'
import { indexRules, type KnowledgeIndex } from './coverage/rule-index.ts'
import { sellerNamed } from './coverage/seller.ts'
import { standing } from './coverage/standing.ts'
import {
  type Context,
  type Grounding,
  reasonOf,
  rulesAbout,
  type Step,
  type Verdicts,
} from './coverage/step.ts'
import { localTaxes, numberFits, otherConditions, reviewed, singleUse } from './coverage/use.ts'
import { dayInWords } from './dates.ts'
import type { Facts } from './facts.ts'
import { forms } from './forms.ts'
import { makeReason, placeInText, type Reason, type Values } from './reasons.ts'
import { rules } from './rules.ts'
import type { Form, Rule, RuleAbout, State } from './schema.ts'
import { states } from './states.ts'

export type { Coverage } from './answer.ts'

const steps: readonly Step[] = [
  acceptance,
  claimGranted,
  duration,
  completeness,
  sellerNamed,
  singleUse,
  reviewed,
  otherConditions,
  numberFits,
  localTaxes,
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
  const context: Context = { facts, place, form, rules: index.rulesFor(found, facts), ...nothingFound }
  const noTax = rulesAbout(context.rules, 'no-tax')[0]
  const verdicts: Verdicts = { red: [], amber: [], hints: [], green: [] }
  if (noTax) {
    withoutSalesTax(context, verdicts, noTax)
    return conclude(index, context, verdicts)
  }
  standing(context, verdicts)
  if (state.kind === 'territory') {
    if (verdicts.red.length === 0) verdicts.amber.push(makeReason('no-rules', null, { state: place }))
  } else for (const step of steps) step(context, verdicts)
  return conclude(index, context, verdicts)
}

function conclude(index: KnowledgeIndex, context: Context, { red, amber, hints, green }: Verdicts): Coverage {
  const { facts, endsOn, paper, claim, inForce } = context
  const grounds = { paper: groundOf(paper), claim: groundOf(claim), inForce: groundOf(inForce) }
  const local = hints.filter(({ code }) => code === 'local-tax')
  const found = { grounds, local }
  if (red.length > 0) return { ...answer('not-covered', [...red, ...amber, ...hints], endsOn), ...found }
  const settledBy: Coverage['settledBy'] = []
  const open: Reason[] = []
  const questions: Question[] = []
  for (const reason of amber) {
    const question = questionOf(index, reason)
    const settled = question.canSettle ? findSettled(facts, question) : undefined
    if (settled) settledBy.push({ by: settled.by, on: settled.on, until: settled.until })
    else {
      open.push(reason)
      questions.push(question)
    }
  }
  if (open.length > 0)
    return { ...answer('check', [...open, ...hints], endsOn), ...found, questions, settledBy }
  const settled = settledBy.map(({ by, on }) => makeReason('settled', null, { by, day: dayInWords(on) }))
  const reasons = [...green, ...settled, ...hints]
  if (claim?.answer !== 'part') return { ...answer('covered', reasons, endsOn), ...found, settledBy }
  const part = {
    text: claim.text,
    ratePercent: claim.ratePercent ?? null,
    lessPercent: claim.lessPercent ?? null,
    ruleId: claim.id,
  }
  const due = makeReason('part-due', claim.id, { rule: claim.text })
  return { ...answer('charge-part', [due, ...reasons], endsOn), ...found, part, settledBy }
}

/** Of high confidence only: an answer doesn't stand on anything else. */
const groundOf = (rule: Grounding | null): Ground | null =>
  rule?.confidence === 'high'
    ? { ruleId: rule.id, text: rule.text, confidence: rule.confidence, source: rule.source }
    : null

const nothingFound = { endsOn: null, paper: null, claim: null, inForce: null }

const answer = (verdict: Coverage['verdict'], reasons: Reason[], endsOn: string | null): Coverage => ({
  verdict,
  reasons,
  endsOn,
  grounds: { paper: null, claim: null, inForce: null },
  questions: [],
  part: null,
  local: [],
  settledBy: [],
})

/** What no decision about a certificate can answer. */
const neverSettled = new Set<Reason['code']>([
  'unknown-state',
  'military-address',
  'not-verified',
  'single-use',
])

const questionOf = (index: KnowledgeIndex, { code, about, ruleId, text, step }: Reason): Question => ({
  id: [code, about, ruleId].filter((part) => part !== null).join(' '),
  basis: ruleId === null ? '' : index.basisOf(ruleId),
  about,
  ruleId,
  text,
  step: step ?? text,
  canSettle: !neverSettled.has(code),
})

const findSettled = ({ settled, state, on }: Facts, { id, basis }: Question) =>
  settled?.find(
    (one) =>
      one.question === id && one.basis === basis && one.state === state && one.on <= on && on <= one.until,
  )

/** Other taxes may be due, on rooms or of a city. Those that are known follow the rules about claims. */
function withoutSalesTax(context: Context, verdicts: Verdicts, noTax: RuleAbout<'no-tax'>): void {
  const { facts, rules } = context
  const conditions = rulesAbout(rules, 'condition')
  for (const rule of conditions) verdicts.amber.push(reasonOf('condition', rule, { rule: rule.text }))
  if (noTax.kinds.includes(facts.kind)) {
    const list = conditions.length > 0 ? verdicts.hints : verdicts.green
    list.push(reasonOf('no-sales-tax', noTax, { rule: noTax.text }))
  } else {
    verdicts.amber.push(reasonOf('other-tax', noTax, { rule: noTax.text }))
    if (facts.reason !== null) claimGranted(context, verdicts)
  }
  localTaxes(context, verdicts)
}

const only = (
  verdict: Coverage['verdict'],
  code: Reason['code'],
  ruleId: string | null,
  values: Values,
): Coverage => answer(verdict, [makeReason(code, ruleId, values)], null)
