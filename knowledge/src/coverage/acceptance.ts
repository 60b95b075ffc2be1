import { formRuleId } from '../rules.ts'
import type { Form } from '../schema.ts'
import { states } from '../states.ts'
import { type Grounding, isByLaw, reasonOf, redIfSure, rulesAbout, type Step } from './step.ts'

const namesOf = (codes: readonly string[]) => codes.map((code) => states.get(code)?.name ?? code).join(', ')

/** New York accepts its own ST-120, Alabama its own sales tax license. */
function acceptedText(place: string, { name }: Form): string {
  const inSentence = /^[A-Z][a-z]/.test(name) && !name.startsWith('Form ')
  const paper = inSentence ? name.charAt(0).toLowerCase() + name.slice(1) : name.replace(/^(?=\d)/, 'Form ')
  return `${place.charAt(0).toUpperCase()}${place.slice(1)} accepts its own ${paper}.`
}

/** What a form is good for is a rule too. */
const ruleOf = (form: Form | undefined) => (form ? { id: formRuleId(form) } : null)

/** Whether the certificate is for this state, and whether the state takes the form for this reason. */
export const acceptance: Step = (context, verdicts) => {
  const { facts, place, form, rules } = context
  const { amber } = verdicts
  const answers = rulesAbout(rules, 'accepts')
  const refusal = answers.find(({ answer }) => answer === 'no')
  const another = answers.find(({ answer }) => answer === 'other')
  // A form for one state, or filled in for others, says so itself. What a form for many states lists is a rule.
  const goodFor = facts.states.length > 0 ? facts.states : (form?.states ?? [])
  const isForOthers =
    facts.states.length > 0
      ? !goodFor.includes(facts.state)
      : form?.states.length === 1 && goodFor[0] !== facts.state
  if (isForOthers) {
    const takesAny = rulesAbout(rules, 'claim').some(({ anyPaper }) => anyPaper)
    const values = { state: place, states: namesOf(goodFor) }
    ;(takesAny ? amber : verdicts.red).push(reasonOf('wrong-state', ruleOf(form), values))
  }
  if (!form) {
    amber.push(reasonOf('unknown-form', null))
    return
  }
  const values = { state: place, form: form.name }
  const isOwn = form.states.length === 1 && form.states[0] === facts.state
  context.paper = refusal || another ? null : acceptedBy()
  if (another || (refusal && isByLaw(facts.reason))) {
    const rule = (another ?? refusal) as Grounding
    amber.push(reasonOf('other-form', rule, { ...values, rule: rule.text }))
  } else if (refusal) redIfSure(verdicts, refusal).push(reasonOf('not-accepted', refusal, values))
  else if (!isForOthers && !context.paper)
    amber.push(reasonOf(isOwn ? 'unsure-own-form' : 'unsure-acceptance', answers[0] ?? ruleOf(form), values))
  if (facts.reason && !form.reasons.includes(facts.reason))
    amber.push(reasonOf('not-for-reason', ruleOf(form), values))

  function acceptedBy(): Grounding | null {
    const isSure = ({ confidence }: { confidence: string }) => confidence === 'high'
    if (answers.length > 0) return answers.find(isSure) ?? null
    if (form?.states.length !== 1) return null
    if (isSure(form) && !isForOthers)
      return {
        id: formRuleId(form),
        text: acceptedText(place, form),
        confidence: form.confidence,
        source: form.source,
      }
    // Where a claim is granted on this very paper, the paper is accepted.
    return rulesAbout(rules, 'claim').find((rule) => isSure(rule) && rule.papers?.includes(form.code)) ?? null
  }
}
