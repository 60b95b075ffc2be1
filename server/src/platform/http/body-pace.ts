import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { limits } from '@exempta/contract/limits'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { contained } from '../contain-errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the requests whose bodies came too slowly since it was called last; the timer calls it. */
    endSlowBodies(): void
  }
}

interface ArrivingBody {
  request: IncomingMessage
  response: ServerResponse
  /** Kept here because a stream that gives up on a request takes the request's own reference away. */
  socket: Socket
  /** What had come at the last look; undefined before the first. */
  bytesBefore?: number
  wasAnswered?: true
}

/**
 * A body that stalls or trickles ends its request; a slow line that keeps moving has time to finish. What still
 * comes after the answer is thrown away, for one interval: then the connection ends.
 */
export const bodyPace = fp(async (app: FastifyInstance, { paceMs }: { paceMs: number }) => {
  const arriving = new Map<IncomingMessage, ArrivingBody>()

  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const { raw, socket } = request
    const hasBody = length !== undefined || encoding !== undefined
    // A call from inside the process has a double of a socket, and all of its body.
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

/** What has come waits for this side, which may be busy with the part before: that is not the sender's fault. */
const hasUnreadBytes = (request: IncomingMessage) => request.readableLength > 0

/** In the same words as for a request that takes too long as a whole: 408, and the connection ends. */
function endRequest(app: FastifyInstance, socket: Socket): void {
  const error = Object.assign(new Error('The body comes too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.server.emit('clientError', error, socket)
}
