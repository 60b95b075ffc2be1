import type { Transaction } from '../../platform/db/database.ts'
import { endSessions } from '../../platform/realtime/dismiss-connections.ts'
import { deleteSessionsOf } from './queries/sessions.ts'

/** Ends sessions of a person and their open sockets, in every process, when the transaction commits. */
export async function endSessionsOf(
  tx: Transaction,
  personId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const ended = await deleteSessionsOf(tx, personId, which)
  if (ended > 0) {
    await endSessions(tx, { personId, sessionId: which.only, exceptSessionId: which.except }, 'revoked')
  }
  return ended
}
