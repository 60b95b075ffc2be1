import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { contained } from '../contain-errors.ts'
import { limits } from '../limits.ts'

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
