/** Concurrent transactions, for which the embedded database has no second session. */
import { randomUUID } from 'node:crypto'
import type { Stream } from '@exempta/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemActor } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import { publish } from './publish.ts'
import { findLastSequence } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ kind: 'postgres', poolSize: 4, lockTimeoutMs: 2_000 })
})
afterAll(() => database.dispose())

const newStream = (): Stream => `person:${randomUUID()}`

const send = (tx: Transaction, stream: Stream) =>
  publish(tx, stream, 'changed', { topic: 'documents', ids: [] })

const lastSequence = (stream: Stream) =>
  database.transact(systemActor, (tx) => findLastSequence(tx, stream), { readOnly: true })

it('a transaction that publishes first and then works does not block others from publishing', async () => {
  const stream = newStream()
  const hasPublished = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const working = database.transact(systemActor, async (tx) => {
    send(tx, stream)
    await sql`select 1`.execute(tx)
    hasPublished.resolve()
    await mayEnd.promise
  })
  await hasPublished.promise
  try {
    await database.transact(systemActor, async (tx) => send(tx, stream))
    expect(await lastSequence(stream)).toBe(1)
  } finally {
    mayEnd.resolve()
    await working
  }
  expect(await lastSequence(stream)).toBe(2)
})

it('two transactions that publish to the same streams in opposite order both pass at the first try', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [newStream(), newStream()]
    const bothPublished = meeting(2)
    let tries = 0
    const publishInOrder = (first: Stream, second: Stream) =>
      database.transact(systemActor, async (tx) => {
        tries++
        send(tx, first)
        await sql`select 1`.execute(tx)
        await bothPublished()
        send(tx, second)
      })
    await Promise.all([publishInOrder(one, other), publishInOrder(other, one)])
    expect(tries, `round ${round}`).toBe(2)
    expect(await Promise.all([one, other].map(lastSequence)), `round ${round}`).toEqual([2, 2])
  }
})

/** Waits until this many callers have arrived; later ones do not wait. */
function meeting(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let present = 0
  return () => {
    present++
    if (present === count) all.resolve()
    return all.promise
  }
}
