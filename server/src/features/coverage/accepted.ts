import type { Accepted } from '@exempta/contract/coverage'
import type { Transaction } from '../../platform/db/database.ts'
import type { Judgement } from './judge.ts'
import { namedAcceptances } from './queries/acceptances.ts'

/** The acceptances that answers rest on, with the names of who accepted. */
export async function acceptedByAnswer(
  tx: Transaction,
  businessId: string,
  judgements: readonly Judgement[],
): Promise<(judgement: Judgement) => Accepted | null> {
  const ids = judgements.flatMap(({ acceptedBy }) => acceptedBy)
  const rows = ids.length === 0 ? [] : await namedAcceptances(tx, businessId, ids)
  const byId = new Map(rows.map(({ id, reason, by, on, until }) => [id, { reason, by, on, until }]))
  // A certificate has one acceptance for each state at most.
  return ({ acceptedBy: [id] }) => (id === undefined ? null : (byId.get(id) ?? null))
}

export async function acceptedFor(
  tx: Transaction,
  businessId: string,
  judgement: Judgement | undefined,
): Promise<Accepted | null> {
  return judgement ? (await acceptedByAnswer(tx, businessId, [judgement]))(judgement) : null
}
