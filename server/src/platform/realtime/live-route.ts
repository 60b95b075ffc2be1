import type { IncomingMessage } from 'node:http'
import { anyone, signedIn } from '@exempta/contract/access'
import { closeCodes, livePath } from '@exempta/contract/events'
import { limits } from '@exempta/contract/limits'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
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

export interface LiveRouteOptions {
  hub: LiveHub
  identifier(request: FastifyRequest): Identify
}

export const liveRoute = fp(async (app: FastifyInstance, { hub, identifier }: LiveRouteOptions) => {
  app.route({
    method: 'GET',
    url: livePath,
    websocket: true,
    config: { access: hub.grants.admitsGuests ? anyone : signedIn, throttle: 'ordinary' },
    handler: (socket, request) => {
      const actor = request.caller?.actor
      hub.admit(socket, actor?.kind === 'person' ? actor.id : undefined, identifier(request))
    },
  })
})
