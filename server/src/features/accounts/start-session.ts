import type { Session } from '@exempta/contract/accounts'
import type { Role } from '@exempta/contract/people'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { type Actor, systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { isAllowedFrom } from '../../platform/http/address-list.ts'
import { hashToken, randomToken } from '../../platform/identifiers.ts'
import { endSessions, refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { type AccountCookies, type Exchange, rememberBrowser } from './cookies.ts'
import {
  deleteSession,
  findAllowedRanges,
  insertSession,
  noteSignIn,
  replaceToken,
  touchSession,
} from './queries/sessions.ts'
import { getSession } from './sessions.ts'

/** A new session with a new token; the token itself leaves only as a cookie. */
export async function startSession(
  services: Services,
  tx: Transaction,
  call: Call,
  person: { id: string; role: Role },
  details: Record<string, string> = {},
): Promise<string> {
  const token = randomToken()
  const { ip, userAgent } = call.origin
  await requireAllowedAddress(tx, person.id, ip)
  const at = services.clock.now()
  const session = { tokenHash: hashToken(token), userId: person.id, stage: 'full', ip, userAgent } as const
  await insertSession(tx, session, at)
  await noteSignIn(tx, person.id, at)
  // From here on it is the person who acts, no longer a visitor.
  const actor: Actor = { kind: 'person', id: person.id, role: person.role }
  const target = { kind: 'person', id: person.id } as const
  await recordAudit(tx, { ...call, actor }, { at, action: 'session.sign-in', target, details })
  return token
}

async function requireAllowedAddress(tx: Transaction, personId: string, ip: string | null): Promise<void> {
  if (!isAllowedFrom(await findAllowedRanges(tx, personId), ip)) throw new AppError('address-not-allowed')
}

/** The password was right: a token that opens nothing but the second step, for a short while. */
export async function awaitSecondFactor(
  services: Services,
  tx: Transaction,
  call: Call,
  userId: string,
): Promise<string> {
  const token = randomToken()
  const { ip, userAgent } = call.origin
  await requireAllowedAddress(tx, userId, ip)
  const session = { tokenHash: hashToken(token), userId, stage: 'second-factor', ip, userAgent } as const
  await insertSession(tx, session, services.clock.now())
  return token
}

/** The same session under a new token: what was copied before opens nothing any more, and tabs connect again. */
export async function rotateToken(
  tx: Transaction,
  { sessionId, personId }: { sessionId: string; personId: string },
): Promise<string> {
  const token = randomToken()
  if (!(await replaceToken(tx, sessionId, hashToken(token)))) throw new AppError('not-signed-in')
  refreshConnections(tx, personId)
  return token
}

/** What other features do when somebody comes in by this browser. */
export type OnEntered = (exchange: Exchange, personId: string) => Promise<void>

export type EnterSession = (
  exchange: Exchange,
  started: { token: string; personId: string },
) => Promise<{ session: Session }>

/** The browser leaves the session it was in, gets the cookie of the new one, and is known from now on. */
export const sessionEntrance =
  (services: Services, cookies: AccountCookies, onEntered: OnEntered): EnterSession =>
  async (exchange, started) => {
    await leaveSession(services, cookies.session.read(exchange.request))
    await rememberBrowser(services, cookies.device, exchange, started.personId)
    cookies.session.write(exchange.reply, started.token)
    const session = await getSession(services, started.token)
    if (!session) throw new AppError('unavailable')
    await onEntered(exchange, started.personId)
    return { session }
  }

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
  if (ended) endSessions(tx, { personId: ended.user_id, sessionId: ended.id }, 'signed-out')
  return ended?.user_id
}

/** The time without activity starts anew; the end in any case stays where it is. */
export function renewSession(services: Services, sessionId: string): Promise<void> {
  return services.database.transact(systemActor, (tx) => touchSession(tx, sessionId, services.clock.now()))
}
