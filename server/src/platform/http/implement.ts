import { maskedHeader, writeMaskedHeader } from '@exempta/contract/masking'
import type { FileResponse, Route, RouteParsed, RouteReturn } from '@exempta/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { limits } from '../limits.ts'
import { maskFields } from '../mask-text.ts'
import { apiSchema, problemSchema } from './api-schema.ts'
import { type FileAnswer, type RecordOpening, sendFile } from './send-file.ts'

export type RouteCall<R extends Route> = RouteParsed<R> & {
  call: Call
  request: FastifyRequest
  reply: FastifyReply
}

export interface Implementation {
  route: Route
  handle(call: RouteCall<Route>): Promise<unknown>
}

type HandlerReturn<R extends Route> = R['response'] extends FileResponse
  ? FileAnswer<
      R['response']['contentTypes'][number],
      R['response']['opening'] extends { unrecorded: string } ? 'never' : RecordOpening
    >
  : RouteReturn<R>

/** Connects a declared route to its handler; the types of input and output come from the declaration. */
export function implement<R extends Route>(
  route: R,
  handle: (call: RouteCall<R>) => Promise<HandlerReturn<R>>,
): Implementation {
  return { route, handle: handle as Implementation['handle'] }
}

export function registerRoute(app: FastifyInstance, implementation: Implementation): void {
  if (implementation.route.upload) app.register(async (scope) => addUploadRoute(scope, implementation))
  else if (implementation.route.isFromProgram)
    app.register(async (scope) => addFormRoute(scope, implementation))
  else addRoute(app, implementation)
}

/** Accepts only multipart forms, and leaves reading them to the handler. */
function addUploadRoute(scope: FastifyInstance, implementation: Implementation): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  addRoute(scope, implementation)
}

/** Accepts forms of other servers. A field that is given twice has its last value. */
function addFormRoute(scope: FastifyInstance, implementation: Implementation): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  addRoute(scope, implementation)
}

function addRoute(app: FastifyInstance, { route, handle }: Implementation): void {
  const { response } = route
  const status = response === 'nothing' ? 204 : (route.status ?? 200)
  app.route({
    method: route.method,
    url: route.path,
    config: {
      access: route.access,
      throttle: route.throttle ?? 'ordinary',
      ...(route.isSameForAll && { isSameForAll: true }),
      ...(route.isOpenedByPeople && { isOpenedByPeople: true }),
      ...(route.isFromProgram && { isFromProgram: true }),
      ...(route.opensUnder && { opensUnder: route.opensUnder }),
    },
    // Hashing a password is expensive, so oversized input that cannot be a secret is refused by its size.
    bodyLimit: route.throttle === 'guess' ? limits.guessBodyMaxBytes : limits.jsonBodyMaxBytes,
    schema: {
      summary: route.summary,
      tags: [route.tag],
      ...(route.upload && { consumes: ['multipart/form-data'] }),
      ...(route.isFromProgram && { consumes: ['application/x-www-form-urlencoded'] }),
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      ...(route.access.kind === 'api-key' && apiSchema(route)),
      response: { ...successSchema(response, status), default: problemSchema(route) },
    },
    handler: async (request, reply) => {
      if (!request.caller) throw new Error('A route was reached before its caller was known')
      const { body, masked } = route.freeText
        ? maskFields(request.body as object, route.freeText)
        : { body: request.body, masked: [] }
      const output = await handle({
        params: request.params,
        query: request.query,
        body,
        call: request.caller,
        request,
        reply,
      } as RouteCall<Route>)
      if (reply.sent) return reply
      if (masked.length > 0) reply.header(maskedHeader, writeMaskedHeader(masked))
      if (response === 'nothing') return reply.code(204).send()
      if (isFile(response)) return sendFile(request, reply, output as FileAnswer)
      // The serializer trims the answer to the declared fields: nothing else leaves the server.
      return reply.code(status).send(output)
    },
  })
}

const isFile = (response: Route['response']): response is FileResponse =>
  typeof response === 'object' && 'contentTypes' in response

const fileBytes = z.string().meta({ format: 'binary' })

function successSchema(response: Route['response'], status: number) {
  if (response === 'nothing') return {}
  if (!isFile(response)) return { [status]: response }
  const content = response.contentTypes.map((type) => [type, { schema: fileBytes }])
  return { 200: { description: 'The file', content: Object.fromEntries(content) } }
}
