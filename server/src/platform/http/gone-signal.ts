import type { FastifyReply } from 'fastify'
import { contained } from '../contain-errors.ts'

/** Aborts when the connection closes before the answer. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const abort = () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The other side has gone.'))
  }
  reply.raw.once(
    'close',
    contained(abort, (error) => reply.log.error({ err: error }, 'not aborted')),
  )
  return gone.signal
}
