import type { Session } from '@exempta/contract/accounts'
import type { Role } from '@exempta/contract/people'
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { type Actor, anonymousActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hashToken, randomToken } from '../../platform/random-token.ts'
import type { Services } from '../../platform/services.ts'
import { findSession, insertSession, type SessionRow } from './queries.ts'
import type { SessionCookie } from './session-cookie.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The live session behind a cookie's token, or undefined when it is unknown, over or its person not active. */
export async function getSession(
  services: Services,
  token: string | undefined,
): Promise<Session | undefined> {
  const found = await findLiveSession(services, token)
  if (!found) return undefined
  const { row, expiresAt } = found
  return {
    person: { id: row.user_id, name: row.name, email: row.email, role: row.role },
    expiresAt: expiresAt.toISOString(),
  }
}

export async function findLiveSession(services: Services, token: string | undefined) {
  if (!token) return undefined
  const row = await findSession(services.database, hashToken(token))
  if (row?.status !== 'active') return undefined
  const expiresAt = expiryOf(services, row)
  return expiresAt > services.clock.now() ? { row, expiresAt } : undefined
}

export interface SessionReader {
  of(request: FastifyRequest): Promise<Session | undefined>
}

/** Looks the caller's session up once a request, however many ask. */
export function sessionReader(services: Services, cookie: SessionCookie): SessionReader {
  const found = new WeakMap<FastifyRequest, Promise<Session | undefined>>()
  return {
    of(request) {
      const known = found.get(request) ?? getSession(services, cookie.read(request))
      found.set(request, known)
      return known
    },
  }
}

export function actorOf(session: Session | undefined): Actor {
  if (!session) return anonymousActor
  return { kind: 'person', id: session.person.id, role: session.person.role }
}

/** A new session with a new token; the token itself leaves only as a cookie. */
export async function startSession(
  services: Services,
  tx: Transaction,
  call: Call,
  person: { id: string; role: Role },
): Promise<string> {
  const token = randomToken()
  const { ip, userAgent } = call.origin
  const at = services.clock.now()
  await insertSession(tx, { tokenHash: hashToken(token), userId: person.id, ip, userAgent }, at)
  // From here on it is the person who acts, no longer a visitor.
  const actor: Actor = { kind: 'person', id: person.id, role: person.role }
  const target = { kind: 'person', id: person.id } as const
  await recordAudit(tx, { ...call, actor }, { at, action: 'session.sign-in', target })
  return token
}

function expiryOf({ settings }: Services, row: Pick<SessionRow, 'created_at' | 'last_seen_at'>): Date {
  const idle = row.last_seen_at.getTime() + settings.get('session.idleMinutes') * minuteMs
  const absolute = row.created_at.getTime() + settings.get('session.absoluteHours') * hourMs
  return new Date(Math.min(idle, absolute))
}
