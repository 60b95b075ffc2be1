import type { FastifyReply } from 'fastify'
import { contained } from '../contain-errors.ts'

/** Aborts when the connection closes before the answer. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The other side has gone.'))
  }
  reply.raw.once(
    'close',
    contained(abort, (error) => reply.log.error({ err: error }, 'not aborted')),
  )
  return controller.signal
}
