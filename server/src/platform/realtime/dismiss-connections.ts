import type { SessionEndReason } from '@exempta/contract/events'
import type { Transaction } from '../db/database.ts'
import { collectUntilCommit } from '../db/statements/kysely-transaction.ts'
import { dismissNotice } from './notice.ts'
import { writeOutgoing } from './queries.ts'

/**
 * Closes the sockets of ended sessions in every process when the transaction commits: of one session, all but one, or
 * all. Call it in the transaction that ends the sessions.
 */
export function endSessions(
  tx: Transaction,
  whose: { personId: string; sessionId?: string | undefined; exceptSessionId?: string | undefined },
  reason: SessionEndReason,
): void {
  collectUntilCommit(tx, writeOutgoing, { notice: dismissNotice({ ...whose, reason }) })
}

/**
 * Makes a person's tabs reconnect after their role or membership changed, because they may follow other streams now.
 */
export function refreshConnections(tx: Transaction, personId: string): void {
  collectUntilCommit(tx, writeOutgoing, { notice: dismissNotice({ personId, reason: 'rights-changed' }) })
}
