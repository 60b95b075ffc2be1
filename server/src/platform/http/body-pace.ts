import type { IncomingMessage } from 'node:http'
import { limits } from '@exempta/contract/limits'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the requests whose bodies came too slowly since it was called last; the timer calls it. */
    endSlowBodies(): void
  }
}

/** A body that stalls or trickles ends its request; a slow line that keeps moving has time to finish. */
export const bodyPace = fp(async (app: FastifyInstance) => {
  /** With the bytes that had come at the last look; undefined before the first. */
  const arriving = new Map<IncomingMessage, number | undefined>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (length !== undefined || encoding !== undefined) arriving.set(request.raw, undefined)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.raw.complete) arriving.delete(request.raw)
    done()
  })

  app.decorate('endSlowBodies', () => {
    for (const [request, before] of arriving) {
      const { bytesRead } = request.socket
      if (request.complete || request.destroyed) arriving.delete(request)
      else if (before === undefined || isForUsToRead(request) || bytesRead - before >= limits.bodyPaceBytes) {
        arriving.set(request, bytesRead)
      } else endRequest(app, request)
    }
  })
  const timer = setInterval(app.endSlowBodies, limits.bodyPaceMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
})

/** What has come waits for this side, which may be busy with the part before: that is not the sender's fault. */
const isForUsToRead = (request: IncomingMessage) => request.readableLength > 0

/** In the same words as for a request that takes too long as a whole: 408, and the connection ends. */
function endRequest(app: FastifyInstance, { socket }: IncomingMessage): void {
  const error = Object.assign(new Error('The body comes too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.server.emit('clientError', error, socket)
}
