import type { IncomingMessage } from 'node:http'
import { anyone, duties } from '@exempta/contract/access'
import { closeCodes, livePath } from '@exempta/contract/events'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../app-error.ts'
import type { LiveHub } from './hub.ts'
import { limits } from './limits.ts'
import type { Identify } from './visitor.ts'

/** The only address that accepts upgrades; elsewhere an upgrade request is handled as a plain call. */
export const shouldUpgrade = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket' && request.url === livePath

/**
 * Registered before every hook that may refuse a request, because only then is the socket of a refused upgrade
 * closed.
 */
export const sockets = fp(async (app: FastifyInstance, { hub }: { hub: LiveHub }) => {
  await app.register(websocket, {
    options: { maxPayload: limits.realtimeMessageMaxBytes },
    // The library has already closed the socket; the cause is on the client's side.
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'live socket error')
      socket.close(closeCodes.failed)
    },
    preClose: () => hub.stop(),
  })
})

const isTooMuch = async (count: ReturnType<FastifyInstance['socketActs']>): Promise<boolean> => {
  const counted = await count
  return !counted.isAllowed && counted.isExceeded
}

export interface LiveRouteOptions {
  hub: LiveHub
  identifier(request: FastifyRequest): Identify
}

export const liveRoute = fp(async (app: FastifyInstance, { hub, identifier }: LiveRouteOptions) => {
  const holders = new WeakMap<FastifyRequest, readonly string[]>()
  app.route({
    method: 'GET',
    url: livePath,
    websocket: true,
    // A person who still has to complete a step may connect to learn when the session ends; access is decided per
    // stream.
    config: { access: anyone, throttle: 'ordinary', opensUnder: duties },
    // Checked before the upgrade: without a session or a guest chat the request is refused as on any other route.
    preValidation: async (request) => {
      if (request.refusal) throw new AppError(request.refusal)
      const actor = request.caller?.actor
      const guest = await hub.grants.guestOf(request.cookies)
      // Both, when there are both: a person who must complete a step first may follow what a guest may.
      const found = [actor?.kind === 'person' ? actor.id : undefined, guest].filter((id) => id !== undefined)
      if (found.length === 0) throw new AppError('not-signed-in')
      holders.set(request, found)
    },
    handler: (socket, request) =>
      hub.admit(socket, {
        holders: holders.get(request) ?? [],
        identify: identifier(request),
        mayAct: async () => !app.isUnderPressure() && !(await isTooMuch(app.socketActs(request))),
      }),
  })
})
