import type { Duty } from '@exempta/contract/access'
import type { Session } from '@exempta/contract/accounts'
import { hourMs, minuteMs } from '@exempta/contract/durations'
import type { Stream } from '@exempta/contract/events'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { type Actor, anonymousActor, systemActor } from '../../platform/db/actor.ts'
import type { Caller } from '../../platform/http/access-guard.ts'
import { isAllowedFrom } from '../../platform/http/address-list.ts'
import { hashToken } from '../../platform/identifiers.ts'
import { limits as platformLimits } from '../../platform/limits.ts'
import { readLivePositions } from '../../platform/realtime/live-stream.ts'
import type { Identify } from '../../platform/realtime/visitor.ts'
import type { Services } from '../../platform/services.ts'
import type { TokenCookie } from './cookies.ts'
import { limits as accountServerLimits } from './limits.ts'
import { deleteUnseenSession, findSession, type SessionRow, type SessionStage } from './queries/sessions.ts'

/**
 * Returns the live session for a cookie's token, or undefined if it is unknown or expired or its person is
 * not active.
 */
export async function getSession(
  services: Services,
  token: string | undefined,
): Promise<Session | undefined> {
  const found = await findLiveSession(services, token)
  return found && withLivePositions(services, sessionOf(services, found))
}

/** A session without what only the browser that loads it needs. */
export type KnownSession = Omit<Session, 'live'>

export async function withLivePositions(services: Services, session: KnownSession): Promise<Session> {
  const { id, role, business } = session.person
  const streams: Stream[] = ['everybody', `role:${role}`, `person:${id}`]
  if (business) streams.push(`business:${business.id}`)
  return { ...session, live: await readLivePositions(services.database, streams) }
}

function sessionOf(services: Services, { row, expiresAt, endsAt }: LiveSession): KnownSession {
  return {
    id: row.id,
    person: {
      id: row.user_id,
      name: row.name,
      email: row.email,
      role: row.role,
      isEmailVerified: row.is_email_verified,
      hasTwoFactor: row.has_two_factor,
      business: membershipOf(row),
      isAskedForName: row.role === 'business' && row.name === row.business_name && !row.is_name_confirmed,
    },
    duty: dutyOf(services, row),
    expiresAt: expiresAt.toISOString(),
    endsAt: endsAt.toISOString(),
    idleMs: idleMsOf(services),
    asOf: services.clock.latest().toISOString(),
    isFirstLogin: row.is_first_login,
  }
}

interface LiveSession {
  row: SessionRow
  expiresAt: Date
  endsAt: Date
}

/** The end of a session is written down when it is first seen, so that no clock can bring the session back. */
export async function findLiveSession(
  services: Services,
  token: string | undefined,
  stage: SessionStage = 'full',
): Promise<LiveSession | undefined> {
  if (!token) return undefined
  const row = await findSession(services.database, hashToken(token))
  if (row?.status !== 'active' || row.stage !== stage || !row.is_login_allowed) return undefined
  const ends = endsOf(services, row)
  const now = services.clock.latest()
  if (ends.expiresAt <= now) {
    await services.database.transact(systemActor, (tx) => deleteUnseenSession(tx, row))
    return undefined
  }
  // A session from the future was used before the system clock was set back by more than a day.
  return row.last_seen_at.getTime() - now.getTime() > platformLimits.clockDifferenceMs
    ? undefined
    : { row, ...ends }
}

export interface SessionReader {
  /**
   * Undefined from a network that the person's area does not allow, so that nothing about the account is
   * revealed there.
   */
  of(request: FastifyRequest): Promise<KnownSession | undefined>
  callerOf(request: FastifyRequest): Promise<Caller>
  /** Makes the next lookup for this request query the database again. */
  forget(request: FastifyRequest): void
}

/** Looks the caller's session up once per request, however often it is needed. */
export function sessionReader(services: Services, cookie: TokenCookie): SessionReader {
  const found = new WeakMap<FastifyRequest, Promise<LiveSession | undefined>>()
  const find = (request: FastifyRequest) => {
    const known = found.get(request) ?? findLiveSession(services, cookie.read(request))
    found.set(request, known)
    return known
  }
  return {
    async of(request) {
      const live = await find(request)
      const isOpen = live && isAllowedFrom(live.row.allowed_ranges, request.ip)
      return isOpen ? sessionOf(services, live) : undefined
    },
    async callerOf(request) {
      const live = await find(request)
      if (!live) return { actor: anonymousActor, duty: null, isAddressAllowed: true }
      const { row } = live
      return {
        actor: personActor({ id: row.user_id, role: row.role, business: membershipOf(row) }),
        duty: dutyOf(services, row),
        isAddressAllowed: isAllowedFrom(row.allowed_ranges, request.ip),
      }
    },
    forget: (request) => void found.delete(request),
  }
}

/** Only an active membership counts: a pending member is outside the business. */
function personActor({ id, role, business }: Pick<Session['person'], 'id' | 'role' | 'business'>): Actor {
  const isMember = business?.memberStatus === 'active'
  return { kind: 'person', id, role, ...(isMember && { businessId: business.id, memberRole: business.role }) }
}

function membershipOf(row: SessionRow): Session['person']['business'] {
  if (!row.business_id || row.role !== 'business') return null
  return {
    id: row.business_id,
    name: row.business_name,
    status: row.business_status,
    role: row.member_role,
    memberStatus: row.member_status,
  }
}

function dutyOf(services: Services, row: SessionRow): Duty | null {
  if (row.has_temporary_password) return 'choose-password'
  return !row.has_two_factor &&
    !row.has_provider_factor &&
    isTwoFactorRequired(services, row.role, row.member_role)
    ? 'enable-two-factor'
    : null
}

export function isTwoFactorRequired(
  { settings }: Services,
  role: string,
  memberRole: string | null | undefined,
): boolean {
  if (role === 'admin') return settings.get('security.requireTwoFactorForAdmins')
  return memberRole === 'manager' && settings.get('security.requireTwoFactorForManagers')
}

const idleMsOf = ({ settings }: Services) => settings.get('session.idleMinutes') * minuteMs

function endsOf(services: Services, row: SessionRow): { expiresAt: Date; endsAt: Date } {
  const createdMs = row.created_at.getTime()
  if (row.stage === 'second-factor') {
    const endsAt = new Date(createdMs + accountServerLimits.secondFactorMs)
    return { expiresAt: endsAt, endsAt }
  }
  const idleEndMs = row.last_seen_at.getTime() + idleMsOf(services)
  const endMs = createdMs + services.settings.get('session.absoluteHours') * hourMs
  return { expiresAt: new Date(Math.min(idleEndMs, endMs)), endsAt: new Date(endMs) }
}

/** For routes that require a logged-in person. */
export async function currentSession(
  sessions: SessionReader,
  request: FastifyRequest,
): Promise<KnownSession> {
  const session = await sessions.of(request)
  if (!session) throw new AppError('not-signed-in')
  return session
}

/**
 * Who opened a socket; checked again whenever the answer may have changed. As with requests, a person who
 * must first complete a duty, or who connects from a forbidden network, counts as a visitor.
 */
export function visitorOf(services: Services, cookie: TokenCookie, request: FastifyRequest): Identify {
  const token = cookie.read(request)
  const { cookies, ip } = request
  if (!token) return async () => ({ actor: anonymousActor, session: null, cookies })
  return async () => {
    const found = await findLiveSession(services, token)
    if (!found) return undefined
    const { row, expiresAt } = found
    const isOpen = !dutyOf(services, row) && isAllowedFrom(row.allowed_ranges, ip)
    const person = { id: row.user_id, role: row.role, business: membershipOf(row) }
    return {
      actor: isOpen ? personActor(person) : anonymousActor,
      session: { id: row.id, expiresAt },
      cookies,
    }
  }
}
