import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../app-error.ts'
import { contained } from '../contain-errors.ts'
import { limits } from '../limits.ts'
import type { Caller, GuardOptions } from './access-guard.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the requests whose bodies were too slow since the last call; called by a timer. */
    endSlowBodies(): void
  }
}

interface ArrivingBody {
  request: IncomingMessage
  response: ServerResponse
  /** Kept here because a stream that aborts a request removes the request's own reference. */
  socket: Socket
  /** Bytes received at the last check; undefined before the first. */
  bytesBefore?: number
  wasAnswered?: true
}

/**
 * A body that stalls or trickles ends its request; a slow connection that keeps moving has time to finish. Bytes that
 * arrive after the answer are discarded for one interval, then the connection is closed.
 */
export const bodyPace = fp(async (app: FastifyInstance, { paceMs }: { paceMs: number }) => {
  const arriving = new Map<IncomingMessage, ArrivingBody>()

  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const { raw, socket } = request
    const hasBody = length !== undefined || encoding !== undefined
    // A call from inside the process has a fake socket and its whole body.
    if (hasBody && socket instanceof Socket) {
      arriving.set(raw, { request: raw, response: reply.raw, socket })
    }
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.raw.complete) arriving.delete(request.raw)
    done()
  })

  const look = (body: ArrivingBody) => {
    const { request, response, socket, bytesBefore } = body
    if (request.complete || socket.destroyed) arriving.delete(request)
    else if (response.writableEnded) {
      if (body.wasAnswered) socket.destroy()
      body.wasAnswered = true
    } else if (
      bytesBefore === undefined ||
      hasUnreadBytes(request) ||
      socket.bytesRead - bytesBefore >= limits.bodyPaceBytes
    ) {
      body.bytesBefore = socket.bytesRead
    } else if (response.headersSent) socket.destroy()
    else endRequest(app, socket)
  }
  app.decorate('endSlowBodies', () => {
    for (const body of arriving.values()) {
      contained(look, (error) => {
        app.log.error({ err: error }, 'a request could not be watched and was ended')
        arriving.delete(body.request)
        body.socket.destroy()
      })(body)
    }
  })
  const timer = setInterval(app.endSlowBodies, paceMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
})

/**
 * Received bytes may wait for our own code, which may be busy with the previous part. That is not the sender's fault.
 */
const hasUnreadBytes = (request: IncomingMessage) => request.readableLength > 0

/** The same answer as for a request that takes too long as a whole: 408, and the connection is closed. */
function endRequest(app: FastifyInstance, socket: Socket): void {
  const error = Object.assign(new Error('The body comes too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.server.emit('clientError', error, socket)
}

interface LateBodyOptions extends Pick<GuardOptions, 'authenticateKey'> {
  /** Identifies the caller again, ignoring what this request has already found. */
  authenticateAnew(request: FastifyRequest): Promise<Caller>
}

/**
 * The guard identifies the caller before the body arrives, and a body may take long. When it does, the result may be
 * outdated, so the caller is checked again: an account that was suspended or changed in the meantime is refused.
 */
export const lateBodies = fp<LateBodyOptions>(async (app: FastifyInstance, options: LateBodyOptions) => {
  const late = new WeakSet<FastifyRequest>()
  // Routes that only read take no body, so nothing waits for one there. On the others, the guard has just run.
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => method === 'GET' || method === 'HEAD')) return
    route.onRequest = [route.onRequest ?? [], noteLate].flat()
    route.preValidation = [route.preValidation ?? [], checkAgain].flat()
  })

  async function noteLate(request: FastifyRequest): Promise<void> {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if ((length !== undefined || encoding !== undefined) && request.raw.complete === false) late.add(request)
  }

  async function checkAgain(request: FastifyRequest): Promise<void> {
    const actor = request.caller?.actor
    if (!actor || !late.has(request)) return
    const { access } = request.routeOptions.config
    if (access?.kind === 'api-key') await options.authenticateKey(request, access.scope)
    else if (actor.kind === 'person') {
      const now = await options.authenticateAnew(request)
      if (!now.isAddressAllowed) throw new AppError('address-not-allowed')
      if (!isDeepStrictEqual(now.actor, actor)) throw new AppError('not-signed-in')
    }
  }
})
