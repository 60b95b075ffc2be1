import type { IncomingMessage } from 'node:http'
import { anyone, duties } from '@exempta/contract/access'
import { closeCodes, livePath } from '@exempta/contract/events'
import { limits } from '@exempta/contract/limits'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../app-error.ts'
import type { LiveHub } from './hub.ts'
import type { Identify } from './visitor.ts'

/** The one address that is ever upgraded; an upgrade asked for anywhere else is answered as a plain call. */
export const shouldUpgrade = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket' && request.url === livePath

/** Before every hook that may refuse a request: only then is the socket of a refused upgrade closed. */
export const sockets = fp(async (app: FastifyInstance, { hub }: { hub: LiveHub }) => {
  await app.register(websocket, {
    options: { maxPayload: limits.realtimeMessageMaxBytes },
    // The library has closed the socket by its own rules; what broke it is the other side's affair.
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
    // A person with a duty hears when the session ends; what they may follow is decided by stream.
    config: { access: anyone, throttle: 'ordinary', opensUnder: duties },
    // Before the upgrade: whoever has neither a session nor a thread as a guest is refused as by any other route.
    preValidation: async (request) => {
      if (request.refusal) throw new AppError(request.refusal)
      const actor = request.caller?.actor
      const guest = await hub.grants.guestOf(request.cookies)
      // Both, where there are both: a person who has a duty to do first follows what a guest may.
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
