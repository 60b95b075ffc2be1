/** The rules as they were when a receipt was saved. */
import { formText } from '@exempta/knowledge/catalog'
import { createCoverage } from '@exempta/knowledge/coverage'
import { forms } from '@exempta/knowledge/forms'
import { formRuleId, knowledgeVersion, rulesOf } from '@exempta/knowledge/rules'
import type { Form, State } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import type { Transaction } from '../../platform/db/database.ts'
import type { Knowledge } from './judge.ts'
import { findRules, insertRules } from './queries/receipts.ts'

/** Call it in the transaction of the receipt. */
export async function keepRules(tx: Transaction, now: Date): Promise<string> {
  await insertRules(tx, {
    knowledge_version: knowledgeVersion,
    first_used_at: now,
    states: () => JSON.stringify([...states.values()]),
    forms: () => JSON.stringify([...forms.values()]),
  })
  return knowledgeVersion
}

// Receipts of the same time are looked at together.
const known = new Map<string, Knowledge>()
const mostKnown = 5

export async function rulesThen(tx: Transaction, version: string): Promise<Knowledge> {
  let found = known.get(version)
  if (!found) {
    const kept = await findRules(tx, version)
    found = knowledgeFrom(kept.states, kept.forms)
    if (known.size >= mostKnown) known.clear()
    known.set(version, found)
  }
  return found
}

function knowledgeFrom(allStates: readonly State[], allForms: readonly Form[]): Knowledge {
  const rules = rulesOf(allStates, allForms)
  return {
    ask: createCoverage(
      new Map(allStates.map((state) => [state.code, state])),
      new Map(allForms.map((form) => [form.code, form])),
      rules,
    ),
    rules: new Map([
      ...rules.map((rule) => [rule.id, rule] as const),
      ...allForms.map((form) => [formRuleId(form), { text: formText(form), source: form.source }] as const),
    ]),
  }
}
