import type { FastifyRequest } from 'fastify'
import { anonymousActor } from '../../platform/db/actor.ts'
import { isAllowedFrom } from '../../platform/http/address-list.ts'
import type { Identify } from '../../platform/realtime/visitor.ts'
import type { Services } from '../../platform/services.ts'
import type { TokenCookie } from './account-cookies.ts'
import { dutyOf, findLiveSession, membershipOf, personActor } from './sessions.ts'

/**
 * Who opened a socket: asked again whenever the answer may have changed. As with calls, whoever has a duty to do
 * first or comes from a forbidden address is no more than a visitor.
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
