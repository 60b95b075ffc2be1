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
    /** The caller does not matter, so no session is looked up and pages are served without the database. */
    isSameForAll?: true
    /** People open the address itself in a browser, so a failure is shown to them as a page. */
    isOpenedByPeople?: true
    /** Another server calls it, so no session is looked up and the origin is not checked. */
    isFromProgram?: true
  }
  interface FastifyRequest {
    /** Set by the guard before any handler runs. */
    caller: Call | null
    /** Why a logged-in person is refused here while visitors are allowed. */
    refusal: 'address-not-allowed' | 'duty' | null
    /** Who the caller would be if the call were not refused; only for the audit log. */
    refusedActor: Actor | null
  }
}

export interface Caller {
  actor: Actor
  /** A step the person must complete first. */
  duty: Duty | null
  /** False when the IP list of the person's area does not contain the caller's address. */
  isAddressAllowed: boolean
}

export interface GuardOptions {
  /** Identifies the caller; returns the anonymous actor when no one is logged in. */
  authenticate(request: FastifyRequest): Promise<Caller>
  /** Finds the API key of a call, or refuses the call. */
  authenticateKey(request: FastifyRequest, scope: ApiScope): Promise<KeyActor>
  operatorToken: string | undefined
}

/** Every route must declare who may call it, or the server does not start. Every call is checked against that. */
export const accessGuard = fp<GuardOptions>(async (app: FastifyInstance, options: GuardOptions) => {
  app.decorateRequest('caller', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('refusedActor', null)

  // Checked when all routes are registered, so that a wrapper can add the rule to a library's own routes.
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
    const { access, opensUnder = [], isSameForAll, isFromProgram } = request.routeOptions.config
    // Only the not-found handler has none: it is not a route and answers everyone the same.
    if (!access) return
    if (isSameForAll || isFromProgram) {
      request.caller = { actor: anonymousActor, origin: originOf(request) }
      return
    }
    if (access.kind === 'api-key') {
      const actor = await options.authenticateKey(request, access.scope)
      request.caller = { actor, origin: originOf(request) }
      return
    }
    const { actor, duty, isAddressAllowed } = await options.authenticate(request)
    if (!isAddressAllowed) request.refusal = 'address-not-allowed'
    else if (duty && !opensUnder.includes(duty)) request.refusal = 'duty'
    if (request.refusal) request.refusedActor = actor
    // Where visitors may call, a person who is refused calls as a visitor.
    request.caller = { actor: request.refusal ? anonymousActor : actor, origin: originOf(request) }
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
