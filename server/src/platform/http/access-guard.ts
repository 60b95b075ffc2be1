import { createHash, timingSafeEqual } from 'node:crypto'
import type { Access, ApiScope, Duty } from '@exempta/contract/access'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../app-error.ts'
import type { Call, KeyActor, Origin } from '../call.ts'
import { type Actor, anonymousActor } from '../db/actor.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

export function holdsOperatorToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = request.headers.authorization?.match(/^Bearer (.+)$/)?.[1]
  return Boolean(token && given && timingSafeEqual(digest(given), digest(token)))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    throttle?: 'ordinary' | 'guess' | 'link'
    opensUnder?: readonly Duty[]
    /** Who calls makes no difference, so nobody is looked up: pages and their files come without the database. */
    isSameForAll?: true
  }
  interface FastifyRequest {
    /** Set by the guard before any handler runs. */
    caller: Call | null
    /** Why a signed-in person may not come in now, where visitors may. */
    refusal: 'address-not-allowed' | 'duty' | null
    /** Who would be the caller, were the call not refused; for the audit log alone. */
    refusedActor: Actor | null
  }
}

export interface Caller {
  actor: Actor
  /** What the person has to do first. */
  duty: Duty | null
  /** False when the list of the person's area does not hold the address the call comes from. */
  isAddressAllowed: boolean
}

export interface GuardOptions {
  /** Finds out who calls; answers the anonymous actor when nobody is signed in. */
  authenticate(request: FastifyRequest): Promise<Caller>
  /** Finds the key that a call brings, or refuses it. */
  authenticateKey(request: FastifyRequest, scope: ApiScope): Promise<KeyActor>
  operatorToken: string | undefined
}

/** Every route says who may call it, or the server does not start; every call is checked against that. */
export const accessGuard = fp<GuardOptions>(async (app: FastifyInstance, options: GuardOptions) => {
  app.decorateRequest('caller', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('refusedActor', null)

  // Looked at when all routes are there, so that a wrapper can add the rule to a library's own routes.
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const open = routes.filter((route) => !route.config?.access)
    if (open.length === 0) return
    const names = open.map((route) => `${String(route.method)} ${route.url}`).join(', ')
    throw new Error(`No access rule is declared for ${names}`)
  })

  app.addHook('onRequest', async (request) => {
    const { access, opensUnder = [], isSameForAll } = request.routeOptions.config
    // Only the not-found handler has none: it is no route and answers everybody the same.
    if (!access) return
    if (isSameForAll) {
      request.caller = { actor: anonymousActor, origin: originOf(request) }
      return
    }
    if (access.kind === 'api-key') {
      const actor = await options.authenticateKey(request, access.scope)
      request.caller = { actor, origin: originOf(request) }
      return
    }
    const { actor, duty, isAddressAllowed } = await options.authenticate(request)
    request.caller = {
      // From a forbidden address nobody is more than a visitor, also where visitors may call.
      actor: isAddressAllowed ? actor : anonymousActor,
      origin: originOf(request),
    }
    if (!isAddressAllowed) {
      request.refusal = 'address-not-allowed'
      request.refusedActor = actor
    } else if (duty && !opensUnder.includes(duty)) request.refusal = 'duty'
    if (access.kind === 'operator') {
      if (!holdsOperatorToken(request, options.operatorToken)) throw new AppError('not-found')
      return
    }
    if (access.kind === 'anyone') return
    requireAccess(access, actor)
    if (request.refusal) throw new AppError(request.refusal)
  })
})

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  requestId: request.id,
})

function requireAccess(access: Extract<Access, { kind: 'roles' | 'signed-in' }>, actor: Actor): void {
  if (actor.kind !== 'person') throw new AppError('not-signed-in')
  if (access.kind === 'roles' && !access.roles.includes(actor.role)) throw new AppError('not-allowed')
}
