/** Writing calls of the API that bring an `Idempotency-Key` are done once, however often they are sent. */
import { hash } from 'node:crypto'
import { idempotencyHeader, replayedHeader } from '@exempta/contract/idempotency'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Services } from '../services.ts'
import { endCall, type TakenCall, takeCall } from './take-call.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while a call that named itself is being done. */
    takenCall: TakenCall | null
  }
}

export const idempotentCalls = fp<{ services: Services }>(async (app: FastifyInstance, { services }) => {
  app.decorateRequest('takenCall', null)
  async function answerFromBefore(request: FastifyRequest, reply: FastifyReply) {
    const call = namedCall(request)
    if (!call) return
    const before = await takeCall(services, call)
    if (!before) {
      request.takenCall = call
      return
    }
    reply.code(before.status).header(replayedHeader, 'true')
    if (before.text === '') return reply.send()
    // As it was sent: no schema is asked again.
    return reply
      .type('application/json; charset=utf-8')
      .serializer((text: unknown) => String(text))
      .send(before.text)
  }

  async function keepAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    if (!request.takenCall) return payload
    const text = typeof payload === 'string' ? payload : ''
    await endCall(services, request.takenCall, { status: reply.statusCode, text })
    request.takenCall = null
    return payload
  }

  app.addHook('onRoute', (route) => {
    if (route.config?.access?.kind !== 'api-key') return
    route.preHandler = [route.preHandler ?? [], answerFromBefore].flat()
    route.onSend = [route.onSend ?? [], keepAnswer].flat()
  })
})

function namedCall(request: FastifyRequest): TakenCall | undefined {
  const { caller, headers, method } = request
  const name = headers[idempotencyHeader]
  if (caller?.actor.kind !== 'key' || method === 'GET' || method === 'HEAD') return undefined
  if (typeof name !== 'string') return undefined
  const sent = JSON.stringify([method, request.url, request.body ?? null])
  return { keyId: caller.actor.id, name, requestHash: hash('sha256', sent, 'buffer') }
}
