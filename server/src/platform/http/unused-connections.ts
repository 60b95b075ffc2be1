import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { contained } from '../contain-errors.ts'

// The longest time that a request may delay the shutdown.
const longestEndMs = 60_000

interface Options {
  /** While the process is about to stop, proxies should take their connections elsewhere one by one. */
  isDraining?: (() => boolean) | undefined
}

/**
 * Browsers open connections before they need them. Node counts a connection that never carried a request as busy, so
 * the shutdown would wait as long as the browser keeps it open.
 */
export const unusedConnections = fp(async (app: FastifyInstance, { isDraining = () => false }: Options) => {
  const unused = new Set<Socket>()
  let isClosing = false
  const note = (socket: Socket) => {
    // Other parts may take their time to close before the server stops listening.
    if (isClosing) {
      socket.destroy()
      return
    }
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  }
  app.server.on('connection', (socket: Socket) => contained(note, () => socket.destroy())(socket))
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.server.on('upgrade', ({ socket }) => unused.delete(socket))
  // The last answer on a connection says so; otherwise it would be kept for the next request.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing || isDraining()) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), longestEndMs).unref()
  })
})
