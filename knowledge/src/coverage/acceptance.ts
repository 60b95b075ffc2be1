import { formRuleId } from '../rules.ts'
import type { Form } from '../schema.ts'
import { states } from '../states.ts'
import { reasonOf, redIfSure, rulesAbout, type Step } from './step.ts'

const namesOf = (codes: readonly string[]) => codes.map((code) => states.get(code)?.name ?? code).join(', ')

/** What a form is good for is a rule too. */
const ruleOf = (form: Form | undefined) => (form ? { id: formRuleId(form) } : null)

/** Whether the certificate is for this state, and whether the state takes the form for this reason. */
export const acceptance: Step = ({ facts, place, form, rules }, verdicts) => {
  const { red, amber } = verdicts
  const goodFor = facts.states.length > 0 ? facts.states : (form?.states ?? [])
  const answers = rulesAbout(rules, 'accepts')
  const refusal = answers.find(({ answer }) => answer === 'no')
  // A form for one state, or filled in for others, says so itself. What a form for many states lists is a rule.
  const isForOthers =
    facts.states.length > 0
      ? !goodFor.includes(facts.state)
      : form?.states.length === 1 && goodFor[0] !== facts.state
  if (isForOthers) red.push(reasonOf('wrong-state', ruleOf(form), { state: place, states: namesOf(goodFor) }))
  if (!form) {
    amber.push(reasonOf('unknown-form', null))
    return
  }
  const values = { state: place, form: form.name }
  if (refusal) redIfSure(verdicts, refusal).push(reasonOf('not-accepted', refusal, values))
  else if (!isForOthers && !isAcceptedForSure()) {
    amber.push(reasonOf('unsure-acceptance', answers[0] ?? ruleOf(form), values))
  }
  if (facts.reason && !form.reasons.includes(facts.reason)) {
    const isSure = form.confidence === 'high' && form.reasons.length === 1
    ;(isSure ? red : amber).push(reasonOf('not-for-reason', ruleOf(form), values))
  }

  function isAcceptedForSure() {
    if (answers.length > 0) return answers.some(({ confidence }) => confidence === 'high')
    return form?.confidence === 'high' && form.states.length === 1
  }
}
