/** The rules as they were when a receipt was saved. */
import { type RuleSet, ruleSetOf } from '@exempta/knowledge/rules-file'
import type { Transaction } from '../../platform/db/database.ts'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'
import { findRules, insertRules } from './queries/receipts.ts'

/** Call it in the transaction of the receipt. */
export async function keepRules(tx: Transaction, now: Date): Promise<string> {
  const { version, states, forms } = rulesInForce()
  await insertRules(tx, {
    knowledge_version: version,
    first_used_at: now,
    states: () => JSON.stringify([...states.values()]),
    forms: () => JSON.stringify([...forms.values()]),
  })
  return version
}

// Receipts of the same time are looked at together.
const known = new Map<string, RuleSet>()
const mostKnown = 5

export async function rulesThen(tx: Transaction, version: string): Promise<RuleSet> {
  let found = known.get(version)
  if (!found) {
    const { states, forms } = await findRules(tx, version)
    const byCode = <One extends { code: string }>(all: readonly One[]) =>
      new Map(all.map((one) => [one.code, one]))
    found = ruleSetOf(byCode(states), byCode(forms), { version, publisher: 'Exempta' })
    if (known.size >= mostKnown) known.clear()
    known.set(version, found)
  }
  return found
}
