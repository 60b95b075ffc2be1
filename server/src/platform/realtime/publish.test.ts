import { randomUUID } from 'node:crypto'
import type { Stream } from '@exempta/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemActor } from '../db/actor.ts'
import type { Transaction, TransactionOptions } from '../db/database.ts'
import { ReadOnlyTransactionError, TransactionAbortedError, TransactionEndedError } from '../db/errors.ts'
import { statements } from '../measurements.ts'
import { endSessions } from './dismiss-connections.ts'
import { liveChannel } from './notice.ts'
import { publish, signal } from './publish.ts'
import { findLastSequence, listEventsAfter } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

const newStream = (): Stream => `person:${randomUUID()}`

const send = (tx: Transaction, stream: Stream, ...ids: string[]) =>
  publish(tx, stream, 'changed', { topic: 'documents', ids })

/** The ids that each event of the stream carries, in the order of their numbers. */
async function storedIds(stream: Stream): Promise<string[][]> {
  const events = await database.transact(systemActor, (tx) => listEventsAfter(tx, stream, 0, 100))
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
  return events.map(({ payload }) => (JSON.parse(payload) as { ids: string[] }).ids)
}

describe('events of a transaction', () => {
  it('are written when its work is done, however early they were published', async () => {
    const stream = newStream()
    await database.transact(systemActor, async (tx) => {
      send(tx, stream)
      expect(await findLastSequence(tx, stream)).toBe(0)
    })
    expect(await storedIds(stream)).toEqual([[]])
  })

  it('keep the order in which they were published to a stream', async () => {
    const [one, other] = [newStream(), newStream()]
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    await database.transact(systemActor, async (tx) => {
      send(tx, one, b)
      send(tx, other, a)
      send(tx, one, a)
      send(tx, other, c)
      send(tx, one, c)
    })
    expect(await storedIds(one)).toEqual([[b], [a], [c]])
    expect(await storedIds(other)).toEqual([[a], [c]])
  })

  it('are not written when it rolls back', async () => {
    const stream = newStream()
    const failed = database.transact(systemActor, async (tx) => {
      send(tx, stream)
      await findLastSequence(tx, stream)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await storedIds(stream)).toEqual([])
  })

  it('are written once when it is tried again, as the last try published them', async () => {
    const stream = newStream()
    const tries: string[] = []
    await database.transact(systemActor, async (tx) => {
      const id = randomUUID()
      send(tx, stream, id)
      tries.push(id)
      if (tries.length < 3) await sql.raw(`do $$ begin raise sqlstate '40001'; end $$`).execute(tx)
    })
    expect(await storedIds(stream)).toEqual([[tries[2]]])
  })

  it('are not written when it goes on after a failed statement', async () => {
    const stream = newStream()
    const failed = database.transact(systemActor, async (tx) => {
      send(tx, stream)
      await sql`select 1 / 0`.execute(tx).catch(() => {})
    })
    await expect(failed).rejects.toThrow(TransactionAbortedError)
    expect(await storedIds(stream)).toEqual([])
  })

  it('are refused after its end', async () => {
    const { tx } = await database.transact(systemActor, async (tx) => ({ tx }))
    expect(() => send(tx, newStream())).toThrow(TransactionEndedError)
  })

  const readers: [string, TransactionOptions][] = [
    ['one that reads statement by statement', { readOnly: true }],
    ['one that reads as of one moment', { readOnly: true, isolation: 'repeatable read' }],
  ]
  it.each(readers)('are refused by a read-only transaction: %s', async (_, options) => {
    const stream = newStream()
    await expect(database.transact(systemActor, async (tx) => send(tx, stream), options)).rejects.toThrow(
      ReadOnlyTransactionError,
    )
    expect(await storedIds(stream)).toEqual([])
  })

  it('cost no round trip of their own', async () => {
    const roundTrips = async (work: (tx: Transaction) => Promise<void>) => {
      let count = 0
      const stop = statements.subscribe(() => count++)
      await database.transact(systemActor, work)
      stop()
      return count
    }
    const work = (tx: Transaction) => sql`select 1`.execute(tx)
    const sendAll = (tx: Transaction) => {
      for (let n = 0; n < 5; n++) send(tx, newStream())
      signal(tx, 'agents', 'chatChanged', { chatId: randomUUID(), seq: null })
    }
    const silent = await roundTrips(async (tx) => void (await work(tx)))
    const telling = await roundTrips(async (tx) => {
      sendAll(tx)
      await work(tx)
    })
    expect(telling).toBe(silent)
    expect(await roundTrips(async (tx) => sendAll(tx))).toBe(1)
  })
})

it('sessions that end are closed before the events of the same transaction arrive', async () => {
  const [personId, stream] = [randomUUID(), newStream()]
  const received: string[] = []
  const all = Promise.withResolvers<void>()
  const stop = await database.listen(liveChannel, (notice) => {
    received.push(notice.split(' ', 2).join(' '))
    if (received.length === 3) all.resolve()
  })
  await database.transact(systemActor, async (tx) => {
    send(tx, stream)
    endSessions(tx, { personId }, 'revoked')
    signal(tx, 'agents', 'chatChanged', { chatId: randomUUID(), seq: null })
  })
  await all.promise
  await stop()
  expect(received).toEqual([expect.stringMatching(/^dismiss /), 'signal agents', `event ${stream}`])
})
