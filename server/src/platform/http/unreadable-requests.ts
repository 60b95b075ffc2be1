/** Requests that never reach a route because they cannot be parsed. They get the same kind of error as any other. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorTable } from '@exempta/contract/errors'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../app-error.ts'
import { problemOf, sendProblem } from './error-handler.ts'
import { apiHeaders } from './security-headers.ts'

/** An address must decode, and without a zero byte: no text in the database can hold one. */
export const readableAddresses = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isReadable(request.raw.url ?? '') ? undefined : new AppError('malformed-request'))
  })
})

function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}

/** What Fastify asks for requests that its router or Node's parser cannot read; no hook runs for these. */
export function unreadableRequests(
  isSecure: boolean,
  log: FastifyBaseLogger,
): Required<Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>> {
  const headers = apiHeaders(isSecure)
  return {
    frameworkErrors(_error: unknown, request: FastifyRequest, reply: FastifyReply) {
      // The body of such a request is not watched, so the connection is closed without waiting for it.
      reply.headers({ ...headers, 'x-request-id': request.id, connection: 'close' })
      sendProblem(request, reply, new AppError('malformed-request'))
    },
    clientErrorHandler(error, socket: Socket) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return
      const code = codeOf(error.code)
      const requestId = randomUUID()
      log.info({ reqId: requestId, code }, 'a request could not be read')
      if (socket.writable) {
        const body = JSON.stringify(problemOf(new AppError(code), requestId))
        const lines = Object.entries({
          ...headers,
          'x-request-id': requestId,
          'content-type': 'application/problem+json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          connection: 'close',
        }).map(([name, value]) => `${name}: ${value}`)
        const { status } = errorTable[code]
        socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
      }
      socket.destroy(error)
    },
  }
}

function codeOf(parserCode: string | undefined) {
  if (parserCode === 'ERR_HTTP_REQUEST_TIMEOUT') return 'too-slow'
  return parserCode === 'HPE_HEADER_OVERFLOW' ? 'header-too-large' : 'malformed-request'
}
