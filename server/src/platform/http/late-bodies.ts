import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../app-error.ts'
import type { Caller, GuardOptions } from './access-guard.ts'

export interface LateBodyOptions extends Pick<GuardOptions, 'authenticateKey'> {
  /** Identifies the caller again, ignoring what this request has already found. */
  authenticateAnew(request: FastifyRequest): Promise<Caller>
}

/**
 * The guard identifies the caller before the body arrives, and a body may take long. When it does, the result may be
 * outdated, so the caller is checked again: an account that was suspended or changed in the meantime is refused.
 */
export const lateBodies = fp<LateBodyOptions>(async (app: FastifyInstance, options: LateBodyOptions) => {
  const late = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if ((length !== undefined || encoding !== undefined) && request.raw.complete === false) late.add(request)
    done()
  })
  app.addHook('preValidation', async (request) => {
    const actor = request.caller?.actor
    if (!actor || !late.has(request)) return
    const { access } = request.routeOptions.config
    if (access?.kind === 'api-key') await options.authenticateKey(request, access.scope)
    else if (actor.kind === 'person') {
      const now = await options.authenticateAnew(request)
      if (!now.isAddressAllowed) throw new AppError('address-not-allowed')
      if (!isDeepStrictEqual(now.actor, actor)) throw new AppError('not-signed-in')
    }
  })
})
