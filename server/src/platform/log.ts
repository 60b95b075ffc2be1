import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'

/** Log lines contain ids, route patterns and numbers: no address, query, body or header. */
export function createLog(level: string, destination?: pino.DestinationStream): FastifyBaseLogger {
  return pino(
    { level, base: null, serializers: { req: nothing, res: nothing, err: withoutValues } },
    destination,
  )
}

/**
 * The standard output, written in blocks: a write for every line would take a tenth of the time of a short request.
 * What is left is written twice a second and when the process ends by itself.
 */
export const blockwiseOutput = (): pino.DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })

interface LoggedError {
  type: string
  code: unknown
  stack: string | undefined
  cause?: LoggedError
}

const nothing = () => undefined

/** Messages of database and parser errors quote values; the stack frames show the place without them. */
function withoutValues(error: Error & { code?: unknown }): LoggedError {
  const stack = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  const cause = error.cause instanceof Error ? withoutValues(error.cause) : undefined
  return { type: error.name, code: error.code, stack: stack?.join('\n'), ...(cause && { cause }) }
}
