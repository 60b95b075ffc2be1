import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/random-token.ts'
import { endSessions } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { deleteSession } from './queries.ts'

export async function signOut(services: Services, token: string | undefined): Promise<void> {
  if (!token) return
  await services.database.transact(systemActor, (tx) => endSession(tx, token))
}

/** The session is over and so are its open sockets, wherever they are. */
export async function endSession(tx: Transaction, token: string): Promise<void> {
  const ended = await deleteSession(tx, hashToken(token))
  if (ended) await endSessions(tx, { personId: ended.user_id, sessionId: ended.id }, 'signed-out')
}
