import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/random-token.ts'
import { endSessions } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { deleteSession } from './queries/sessions.ts'

export async function signOut(services: Services, call: Call, token: string | undefined): Promise<void> {
  if (!token) return
  await services.database.transact(systemActor, async (tx) => {
    const personId = await endSession(tx, token)
    if (!personId) return
    const target = { kind: 'person', id: personId } as const
    await recordAudit(tx, call, { at: services.clock.now(), action: 'session.sign-out', target })
  })
}

/** Somebody signs in where somebody was signed in: the former session must not live on without its browser. */
export async function leaveSession(services: Services, token: string | undefined): Promise<void> {
  if (token) await services.database.transact(systemActor, (tx) => endSession(tx, token))
}

/** The session is over and so are its open sockets, wherever they are. Answers whose it was, if there was one. */
async function endSession(tx: Transaction, token: string): Promise<string | undefined> {
  const ended = await deleteSession(tx, hashToken(token))
  if (ended) await endSessions(tx, { personId: ended.user_id, sessionId: ended.id }, 'signed-out')
  return ended?.user_id
}
