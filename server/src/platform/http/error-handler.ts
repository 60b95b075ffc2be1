import { type ErrorCode, errorTable, type Problem } from '@exempta/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError } from '../app-error.ts'
import { isDatabaseUnavailable, isUnstorableText } from '../db/errors.ts'
import { refusals } from '../measurements.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the answer, when the call failed. */
    problem: ErrorCode | null
  }
}

/** The page that a browser gets in place of a problem: the web app, which shows what happened at that address. */
export interface ErrorPage {
  html: string
  /** The value of its Content-Security-Policy. */
  policy: string
}

/** The one place where errors become HTTP answers. */
export const errorHandler = fp(async (app: FastifyInstance, { page }: { page?: ErrorPage | undefined }) => {
  app.decorateRequest('problem', null)
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const known = asAppError(error)
    request.problem = known.code
    if (known.code === 'internal') request.log.error({ err: error }, 'unexpected error')
    else if (known.code === 'unavailable' || known.code === 'no-room')
      request.log.warn({ err: error }, known.code)
    const counted = app.refusedCalls.count(request, known)
    if (page && isOpenedInBrowser(request) && isFinal(counted)) sendErrorPage(reply, page, counted)
    else sendProblem(request, reply, counted)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, app.refusedCalls.count(request, new AppError('not-found'))),
  )
})

/** Programs do not ask for HTML, and get the problem. */
function isOpenedInBrowser({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config?.isOpenedByPeople === true && headers.accept?.includes('text/html') === true
}

/** Waiting does not help: the page says that the address opens nothing. */
const isFinal = ({ code }: AppError): boolean => errorTable[code].status < 500 && code !== 'too-many-requests'

function sendErrorPage(reply: FastifyReply, { html, policy }: ErrorPage, { code }: AppError): void {
  refusals.record({ kind: 'request', code })
  reply
    .code(errorTable[code].status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-robots-tag', 'noindex, nofollow')
    .serializer((payload: unknown) => String(payload))
    .send(html)
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  // Written as text: the answer of a failed call does not depend on the route's own response schema.
  reply
    .code(errorTable[error.code].status)
    .type('application/problem+json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problemOf(error, request.id))
}

export function problemOf({ code, message, fields }: AppError, requestId: string): Problem {
  refusals.record({ kind: 'request', code })
  return {
    type: `urn:exempta:problem:${code}`,
    title: message,
    status: errorTable[code].status,
    code,
    requestId,
    ...(fields && { fields }),
  }
}

function asAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error
  if (isUnstorableText(error)) return new AppError('malformed-request', { cause: error })
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { cause: error, retryAfterSeconds: 5 })
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.slice(1).replaceAll('/', '.'),
      message: message ?? 'This isn’t valid',
    }))
    return new AppError('invalid-input', { fields, cause: error })
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  return new AppError(codeOfStatus(status), { cause: error })
}

/** Translates Fastify's own errors (body too large, wrong content type, bad JSON, under pressure) into ours. */
function codeOfStatus(status: number | undefined): ErrorCode {
  switch (status) {
    case 404:
      return 'not-found'
    case 405:
      return 'method-not-allowed'
    case 413:
      return 'too-large'
    case 415:
      return 'unsupported-type'
    case 429:
      return 'too-many-requests'
    case 503:
      return 'unavailable'
    default:
      return status !== undefined && status >= 400 && status < 500 ? 'malformed-request' : 'internal'
  }
}
