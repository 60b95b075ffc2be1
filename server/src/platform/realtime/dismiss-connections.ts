import type { SessionEndReason } from '@exempta/contract/events'
import type { Transaction } from '../db/database.ts'
import { collectUntilCommit } from '../db/kysely-transaction.ts'
import { dismissNotice } from './notice.ts'
import { writeOutgoing } from './queries.ts'

/**
 * Closes the sockets of ended sessions in every process when the transaction commits: of the one given, of all
 * but one, or of all. Whoever ends sessions calls it in the same transaction.
 */
export function endSessions(
  tx: Transaction,
  whose: { personId: string; sessionId?: string | undefined; exceptSessionId?: string | undefined },
  reason: SessionEndReason,
): void {
  collectUntilCommit(tx, writeOutgoing, { notice: dismissNotice({ ...whose, reason }) })
}

/** Makes a person's tabs connect again, after a change of role or membership: what they may follow is new. */
export function refreshConnections(tx: Transaction, personId: string): void {
  collectUntilCommit(tx, writeOutgoing, { notice: dismissNotice({ personId, reason: 'rights-changed' }) })
}
