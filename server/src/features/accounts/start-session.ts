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
  type CompanyLogin,
  deleteSession,
  findAllowedRanges,
  findRequiredProvider,
  insertSession,
  noteSignIn,
  replaceToken,
  touchSession,
} from './queries/sessions.ts'
import { getSession } from './sessions.ts'

/** Creates a session with a new token, which is only ever sent as a cookie. */
export async function startSession(
  services: Services,
  tx: Transaction,
  call: Call,
  person: { id: string; role: Role },
  { company, ...given }: { factor?: string; company?: CompanyLogin | undefined } = {},
): Promise<string> {
  const token = randomToken()
  const { ip, userAgent } = call.origin
  await requireAllowedAddress(tx, person.id, ip)
  const isEmergency = await requireAllowedLogin(tx, person.id, company)
  const at = services.clock.now()
  const details = {
    ...given,
    ...(company && { provider: company.providerId, hasProviderFactor: company.hasFactor }),
    ...(isEmergency && { isEmergency }),
  }
  const session = {
    tokenHash: hashToken(token),
    userId: person.id,
    stage: 'full',
    ip,
    userAgent,
    company,
  } as const
  await insertSession(tx, session, services.clock.latest())
  await noteSignIn(tx, person.id, at)
  // From here on the person acts, no longer a visitor.
  const actor: Actor = { kind: 'person', id: person.id, role: person.role }
  const target = { kind: 'person', id: person.id } as const
  await recordAudit(tx, { ...call, actor }, { at, action: 'session.sign-in', target, details })
  return token
}

async function requireAllowedAddress(tx: Transaction, personId: string, ip: string | null): Promise<void> {
  if (!isAllowedFrom(await findAllowedRanges(tx, personId), ip)) throw new AppError('address-not-allowed')
}

/**
 * A business can require its company account. Returns whether the person is its emergency manager, who may still log in
 * with a password.
 */
async function requireAllowedLogin(
  tx: Transaction,
  personId: string,
  company: CompanyLogin | undefined,
): Promise<boolean> {
  const required = await findRequiredProvider(tx, personId)
  if (!required || required.id === company?.providerId) return false
  if (!required.isEmergency) throw new AppError('company-login-required')
  return true
}

/** After a correct password or company login: a short-lived token that only opens the second step. */
export async function awaitSecondFactor(
  services: Services,
  tx: Transaction,
  call: Call,
  userId: string,
  company?: CompanyLogin,
): Promise<string> {
  const token = randomToken()
  const { ip, userAgent } = call.origin
  await requireAllowedAddress(tx, userId, ip)
  await requireAllowedLogin(tx, userId, company)
  const session = {
    tokenHash: hashToken(token),
    userId,
    stage: 'second-factor',
    ip,
    userAgent,
    company,
  } as const
  await insertSession(tx, session, services.clock.latest())
  return token
}

/** Continues the session under a new token: a copied old token stops working, and open tabs reconnect. */
export async function rotateToken(
  tx: Transaction,
  { sessionId, personId }: { sessionId: string; personId: string },
): Promise<string> {
  const token = randomToken()
  if (!(await replaceToken(tx, sessionId, hashToken(token)))) throw new AppError('not-signed-in')
  refreshConnections(tx, personId)
  return token
}

/** What other features do when a person logs in with this browser. */
export type OnEntered = (exchange: Exchange, personId: string) => Promise<void>

export type EnterSession = (
  exchange: Exchange,
  started: { token: string; personId: string },
) => Promise<{ session: Session }>

/** Ends the browser's previous session, sets the new cookie and marks the browser as known. */
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

/**
 * Ends the previous session when another login replaces it, because no browser would hold its cookie anymore.
 */
export async function leaveSession(services: Services, token: string | undefined): Promise<void> {
  if (token) await services.database.transact(systemActor, (tx) => endSession(tx, token))
}

/** Ends the session and its sockets in every process, and returns whose it was, if it existed. */
async function endSession(tx: Transaction, token: string): Promise<string | undefined> {
  const ended = await deleteSession(tx, hashToken(token))
  if (ended) endSessions(tx, { personId: ended.user_id, sessionId: ended.id }, 'signed-out')
  return ended?.user_id
}

/** Restarts the idle timeout; the absolute end of the session does not move. */
export function renewSession(services: Services, sessionId: string): Promise<void> {
  return services.database.transact(systemActor, (tx) => touchSession(tx, sessionId, services.clock.latest()))
}
