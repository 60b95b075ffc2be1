import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sendEvent } from '../../../test/live-socket.ts'
import type { Database } from '../db/database.ts'
import type { Connection } from './connection.ts'
import { LiveStream, type Missed } from './live-stream.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

const send = () => sendEvent(database, 'everybody')

/** The real database, whose first answer is delayed until the test releases it. */
function holdingBack(): { database: Database; hasRead: Promise<void>; release: () => void } {
  const read = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let isFirst = true
  return {
    hasRead: read.promise,
    release: gate.resolve,
    database: new Proxy<Database>(database, {
      get: (target, name) => {
        if (name !== 'transact') return Reflect.get(target, name, target)
        const transact: Database['transact'] = async (...args) => {
          const mustWait = isFirst
          isFirst = false
          const answer = await target.transact(...args)
          read.resolve()
          if (mustWait) await gate.promise
          return answer
        }
        return transact
      },
    }),
  }
}

function follower(expected: number) {
  const received: string[] = []
  const done = Promise.withResolvers<void>()
  const connection = {
    send(frame: Buffer) {
      const { type, seq } = JSON.parse(String(frame))
      received.push(`${type} ${seq}`)
      if (received.length === expected) done.resolve()
    },
    fail: done.reject,
  } as Pick<Connection, 'send' | 'fail'> as Connection
  return { connection, received, done: done.promise }
}

describe('joining a stream', () => {
  it('misses nothing that commits while the past is being read', async () => {
    const start = await send()
    const held = holdingBack()
    const stream = new LiveStream('everybody', held.database)
    const { connection, received, done } = follower(2)
    const joined = stream.join(connection, start)
    await held.hasRead
    const seq = await send()
    stream.receive(seq, 'changed', '{}')
    held.release()
    await joined
    await done
    expect(received).toEqual([`following ${start}`, `event ${seq}`])
  })

  it('does not repeat a live event that the first read already returned', async () => {
    const start = await send()
    const seq = await send()
    const stream = new LiveStream('everybody', database)
    const { connection, received, done } = follower(3)
    const joined = stream.join(connection, start)
    stream.receive(seq, 'changed', '{}')
    await joined
    const next = await send()
    stream.receive(next, 'changed', '{}')
    await done
    expect(received).toEqual([`following ${start}`, `event ${seq}`, `event ${next}`])
  })

  it('gets events in order when a live event arrives after a gap', async () => {
    const start = await send()
    const stream = new LiveStream('everybody', database)
    const { connection, received, done } = follower(3)
    await stream.join(connection, start)
    await send()
    const second = await send()
    stream.receive(second, 'changed', '{}')
    await done
    expect(received).toEqual([`following ${start}`, `event ${start + 1}`, `event ${second}`])
  })
})

/** A database whose next read of a stream returns what the test says. */
function answering(...readings: Missed[]): Database {
  const transact = async () => readings.shift()
  return { transact: transact as Database['transact'] } as Pick<Database, 'transact'> as Database
}

const events = (...seqs: number[]) => seqs.map((seq) => ({ seq, name: 'changed', payload: '{}' }))

describe('catching up', () => {
  it.each(Array.from({ length: 12 }, (_, at) => at))(
    'receives what arrives %i steps after a read began to end',
    async (steps) => {
      const { connection, received, done } = follower(3)
      const stream = new LiveStream(
        'everybody',
        answering(
          { events: [], lastSeq: 0 },
          { events: events(1), lastSeq: 1 },
          { events: events(2), lastSeq: 2 },
        ),
      )
      await stream.join(connection, 0)
      stream.receive(1, 'changed', undefined)
      for (let at = 0; at < steps; at++) await null
      stream.receive(2, 'changed', undefined)
      await done
      expect(received).toEqual(['following 0', 'event 1', 'event 2'])
    },
  )
})
