import type { FastifyReply } from 'fastify'

/** Aborts when the connection closes before the answer. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The other side has gone.'))
  })
  return gone.signal
}
