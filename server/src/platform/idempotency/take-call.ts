import { limits } from '@exempta/contract/limits'
import { AppError } from '../app-error.ts'
import { systemActor } from '../db/actor.ts'
import type { Services } from '../services.ts'
import { type CallName, deleteCall, findCall, insertCall, updateAnswer } from './queries.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'

export interface TakenCall extends CallName {
  requestHash: Buffer
}

export interface Answer {
  status: number
  text: string
}

/** Undefined when the call is to be done now; otherwise what it was answered before. */
export async function takeCall(services: Services, call: TakenCall): Promise<Answer | undefined> {
  const now = services.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const times = { now, heldSince: ago(limits.idempotencyHeldMs), keptSince: ago(limits.idempotencyKeptMs) }
  const before = await services.database.transact(systemActor, async (tx) =>
    (await insertCall(tx, call, call.requestHash, times)) ? 'none' : findCall(tx, call),
  )
  if (before === 'none') return undefined
  if (before && !before.request_hash.equals(call.requestHash)) throw new AppError('idempotency-mismatch')
  // Gone in between: the first call has just failed, and the next try is done.
  if (before?.status == null || !before.answer) {
    throw new AppError('idempotency-in-progress', { retryAfterSeconds: 1 })
  }
  const key = await services.keys.get('idempotent-answer')
  return { status: before.status, text: openAnswer(key, before.answer, contextOf(call)) }
}

/** What failed did nothing, and may be tried again under the same name. */
export async function endCall(services: Services, call: TakenCall, { status, text }: Answer): Promise<void> {
  if (status >= 300) return services.database.transact(systemActor, (tx) => deleteCall(tx, call))
  const key = await services.keys.get('idempotent-answer')
  const answer = sealAnswer(key, text, contextOf(call))
  await services.database.transact(systemActor, (tx) => updateAnswer(tx, call, { status, answer }))
}

const contextOf = ({ keyId, name }: CallName) => Buffer.from(`exempta idempotent answer\0${keyId}\0${name}`)
