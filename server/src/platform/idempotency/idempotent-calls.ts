import { hash, type KeyObject } from 'node:crypto'
import { idempotencyHeader, replayedHeader } from '@exempta/contract/idempotency'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { open, seal } from '../crypto/aes-gcm.ts'
import { systemActor } from '../db/actor.ts'
import { inBatches } from '../db/in-batches.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import { limits } from '../limits.ts'
import type { Services } from '../services.ts'
import {
  type CallName,
  deleteCall,
  deleteCallsBefore,
  findCall,
  insertCall,
  updateAnswer,
} from './queries.ts'

/** Binds an answer to the call it belongs to. */
const sealAnswer = (key: KeyObject, text: string, call: CallName): Buffer =>
  seal(key, Buffer.from(text), contextOf(call))

export function openAnswer(key: KeyObject, sealed: Buffer, call: CallName): string {
  try {
    return open(key, sealed, contextOf(call)).toString()
  } catch (cause) {
    // The text of a damaged file would not fit here.
    throw new AppError('internal', { cause })
  }
}

interface TakenCall extends CallName {
  requestHash: Buffer
}

export interface Answer {
  status: number
  text: string
}

/** Undefined when the call must be processed now; otherwise its earlier answer. */
async function takeCall(services: Services, call: TakenCall): Promise<Answer | undefined> {
  const now = services.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const times = { now, heldSince: ago(limits.idempotencyHeldMs), keptSince: ago(limits.idempotencyKeptMs) }
  const before = await services.database.transact(systemActor, async (tx) =>
    (await insertCall(tx, call, call.requestHash, times)) ? 'none' : findCall(tx, call),
  )
  if (before === 'none') return undefined
  if (before && !before.request_hash.equals(call.requestHash)) throw new AppError('idempotency-mismatch')
  // Deleted in the meantime: the first call has just failed, so this one is processed.
  if (before?.status == null || !before.answer) {
    throw new AppError('idempotency-in-progress', { retryAfterSeconds: 1 })
  }
  const key = await services.keys.get('idempotent-answer')
  return { status: before.status, text: openAnswer(key, before.answer, call) }
}

/** A failed call had no effect and may be retried with the same key. */
async function endCall(services: Services, call: TakenCall, { status, text }: Answer): Promise<void> {
  if (status >= 300) return services.database.transact(systemActor, (tx) => deleteCall(tx, call))
  const key = await services.keys.get('idempotent-answer')
  const answer = sealAnswer(key, text, call)
  await services.database.transact(systemActor, (tx) => updateAnswer(tx, call, { status, answer }))
}

const contextOf = ({ keyId, name }: CallName) => Buffer.from(`exempta idempotent answer\0${keyId}\0${name}`)

/** API calls that write and have an `Idempotency-Key` are processed once, however often they are sent. */

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while a call with an idempotency key is processed. */
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
    // Sent as stored, without applying the schema again.
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

const batchSize = 1000

const clearCallsJob = defineJob({
  name: 'clear-idempotent-calls',
  payload: z.object({}),
  singleton: 'both',
  cron: '23 * * * *',
})

type ClearServices = Pick<Services, 'clock' | 'database'>

export const clearCallsHandler = (services: ClearServices): JobHandler =>
  handle(clearCallsJob, () => clearCalls(services))

/** Stored answers contain data, so they are deleted as soon as their keys expire. */
export async function clearCalls({ clock, database }: ClearServices): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.idempotencyKeptMs)
  await inBatches(batchSize, (size) =>
    database.transact(systemActor, (tx) => deleteCallsBefore(tx, before, size)),
  )
}
