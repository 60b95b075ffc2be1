import type { FastifyReply } from 'fastify'
import { contained } from '../contain-errors.ts'

/** Aborts when the client disconnects before it has the whole answer. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The client disconnected.'))
  }
  reply.raw.once(
    'close',
    contained(abort, (error) => reply.log.error({ err: error }, 'not aborted')),
  )
  return controller.signal
}
