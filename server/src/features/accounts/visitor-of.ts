import type { FastifyRequest } from 'fastify'
import { anonymousActor } from '../../platform/db/actor.ts'
import type { Identify } from '../../platform/realtime/visitor.ts'
import type { Services } from '../../platform/services.ts'
import type { TokenCookie } from './account-cookies.ts'
import { findLiveSession, membershipOf, personActor } from './sessions.ts'

/** Who opened a socket: asked again whenever the answer may have changed. */
export function visitorOf(services: Services, cookie: TokenCookie, request: FastifyRequest): Identify {
  const token = cookie.read(request)
  const { cookies } = request
  if (!token) return async () => ({ actor: anonymousActor, session: null, cookies })
  return async () => {
    const found = await findLiveSession(services, token)
    if (!found) return undefined
    const { row, expiresAt } = found
    return {
      actor: personActor({ id: row.user_id, role: row.role, business: membershipOf(row) }),
      session: { id: row.id, expiresAt },
      cookies,
    }
  }
}
