import { Problem } from '@exempta/contract/errors'
import { limits } from '@exempta/contract/limits'
import type { Route, RouteParsed, RouteReturn } from '@exempta/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../call.ts'

export type RouteCall<R extends Route> = RouteParsed<R> & {
  call: Call
  request: FastifyRequest
  reply: FastifyReply
}

export interface Implementation {
  route: Route
  handle(call: RouteCall<Route>): Promise<unknown>
}

/** Ties a declared route to its handler; types of input and output come from the declaration. */
export function implement<R extends Route>(
  route: R,
  handle: (call: RouteCall<R>) => Promise<RouteReturn<R>>,
): Implementation {
  return { route, handle: handle as Implementation['handle'] }
}

export function registerRoute(app: FastifyInstance, { route, handle }: Implementation): void {
  const status = route.response === 'nothing' ? 204 : (route.status ?? 200)
  app.route({
    method: route.method,
    url: route.path,
    config: {
      access: route.access,
      throttle: route.throttle ?? 'ordinary',
      ...(route.opensUnder && { opensUnder: route.opensUnder }),
    },
    // Hashing what was typed is dear: what cannot be a secret is turned away by its size.
    bodyLimit: route.throttle === 'guess' ? limits.guessBodyMaxBytes : limits.jsonBodyMaxBytes,
    schema: {
      summary: route.summary,
      tags: [route.tag],
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      response: { ...(route.response !== 'nothing' && { [status]: route.response }), default: Problem },
    },
    handler: async (request, reply) => {
      if (!request.caller) throw new Error('A route was reached before its caller was known')
      const output = await handle({
        params: request.params,
        query: request.query,
        body: request.body,
        call: request.caller,
        request,
        reply,
      } as RouteCall<Route>)
      if (reply.sent) return reply
      if (route.response === 'nothing') return reply.code(204).send()
      // The serializer trims the answer to the declared fields: nothing else leaves the server.
      return reply.code(status).send(output)
    },
  })
}
