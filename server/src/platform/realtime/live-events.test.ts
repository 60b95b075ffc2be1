import { randomUUID } from 'node:crypto'
import type { Stream } from '@exempta/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import {
  connectPerson,
  LiveSocket,
  listenForSockets,
  sendEvent,
  socketHeaders,
} from '../../../test/live-socket.ts'
import { systemActor } from '../db/actor.ts'
import { pruneEvents } from './jobs.ts'
import { publish } from './publish.ts'

let test: TestApp
let url: string
beforeAll(async () => {
  test = await startTestApp()
  url = await listenForSockets(test)
})
afterAll(() => test.close())

const send = (stream: Stream, ids: string[] = []) => sendEvent(test.services.database, stream, ids)

async function following() {
  const { person, cookie, live } = await connectPerson(test, url)
  const stream: Stream = `person:${person.id}`
  return { stream, cookie, live, answer: await live.follow(stream) }
}

describe('an event', () => {
  it('reaches exactly the followers of its stream, with its payload', async () => {
    const one = await following()
    const other = await following()
    const id = randomUUID()
    expect(one.answer).toEqual({ type: 'following', stream: one.stream, seq: 0 })
    await send(one.stream, [id])
    await send(other.stream)
    expect(await one.live.until((message) => message.type === 'event')).toEqual({
      type: 'event',
      stream: one.stream,
      seq: 1,
      name: 'changed',
      payload: { topic: 'documents', ids: [id] },
    })
    const first = await other.live.until((message) => message.type === 'event')
    expect(first).toMatchObject({ stream: other.stream })
  })

  it('is not sent when its transaction rolls back, and leaves no gap', async () => {
    const { stream, live } = await following()
    const failed = test.services.database.transact(systemActor, async (tx) => {
      publish(tx, stream, 'changed', { topic: 'documents', ids: [] })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await send(stream)).toBe(1)
    await live.until((message) => message.type === 'event')
    expect(live.sequence).toEqual([1])
  })

  it('arrives in order among others that are too large for a notification', async () => {
    const { stream, live } = await following()
    const many = Array.from({ length: 400 }, () => randomUUID())
    await Promise.all([[], many, [], many, [], []].map((ids) => send(stream, ids)))
    await live.until((message) => message.type === 'event' && message.seq === 6)
    expect(live.sequence).toEqual([1, 2, 3, 4, 5, 6])
    const sizes = live.received.flatMap((message) =>
      message.type === 'event' && message.name === 'changed' ? [message.payload.ids.length] : [],
    )
    expect(sizes.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 400, 400])
  })

  it('carries only what its type declares', async () => {
    const { stream, live } = await following()
    const payload = { topic: 'documents' as const, ids: [], secret: 'never declared' }
    await test.services.database.transact(systemActor, async (tx) => publish(tx, stream, 'changed', payload))
    const event = await live.until((message) => message.type === 'event')
    expect(event).toMatchObject({ payload: { topic: 'documents', ids: [] } })
    expect(JSON.stringify(event)).not.toContain('secret')
  })

  it('can be published by a person, who cannot read or forge what is stored', async () => {
    const { stream, live } = await following()
    const person = { kind: 'person', id: randomUUID(), role: 'user' } as const
    await test.services.database.transact(person, async (tx) =>
      publish(tx, stream, 'changed', { topic: 'shares', ids: [] }),
    )
    await live.until((message) => message.type === 'event')
    for (const table of ['live_events', 'live_streams'] as const) {
      const reading = test.services.database.transact(person, (tx) =>
        tx.selectFrom(table).selectAll().execute(),
      )
      const error = await reading.catch((caught: unknown) => caught)
      expect(error, table).toMatchObject({ message: expect.stringContaining('permission denied') })
    }
  })

  it.each(['person:1', 'role:root', 'everybody ', 'x" y'])(
    'is refused for a stream named %j',
    async (stream) => {
      await expect(send(stream as Stream)).rejects.toThrow('This isn’t the name of a stream')
    },
  )
})

describe('after a reconnect', () => {
  it('what was missed comes in order, once, and then goes on', async () => {
    const { stream, cookie, live } = await following()
    await send(stream)
    await live.until((message) => message.type === 'event')
    live.socket.terminate()
    await live.closed
    for (let n = 0; n < 3; n++) await send(stream)

    const again = await new LiveSocket(url, socketHeaders(cookie)).opened()
    expect(await again.follow(stream, 1)).toEqual({ type: 'following', stream, seq: 1 })
    await send(stream)
    await again.until((message) => message.type === 'event' && message.seq === 5)
    expect(again.sequence).toEqual([2, 3, 4, 5])
  })

  it('a history that is gone is answered by a reset, from which it goes on', async () => {
    const { stream, cookie } = await following()
    for (let n = 0; n < 3; n++) await send(stream)
    await pruneEvents(test.services.database, { kept: 1 })
    const again = await new LiveSocket(url, socketHeaders(cookie)).opened()
    expect(await again.follow(stream, 0)).toEqual({ type: 'reset', stream, seq: 3 })
    await send(stream)
    await again.until((message) => message.type === 'event')
    expect(again.sequence).toEqual([4])
  })

  it('what is still kept after pruning is still sent', async () => {
    const { stream, cookie } = await following()
    for (let n = 0; n < 3; n++) await send(stream)
    await pruneEvents(test.services.database, { kept: 1 })
    const again = await new LiveSocket(url, socketHeaders(cookie)).opened()
    expect(await again.follow(stream, 2)).toMatchObject({ type: 'following' })
    await again.until((message) => message.type === 'event')
    expect(again.sequence).toEqual([3])
  })

  it('a number from the future, as after a restored backup, is answered by a reset', async () => {
    const { stream, cookie } = await following()
    const again = await new LiveSocket(url, socketHeaders(cookie)).opened()
    expect(await again.follow(stream, 99)).toEqual({ type: 'reset', stream, seq: 0 })
  })

  it('more than can be sent at once is answered by a reset', async () => {
    const { stream, cookie } = await following()
    const many = Array.from({ length: 500 }, () => randomUUID())
    for (let n = 0; n < 8; n++) await send(stream, many)
    const again = await new LiveSocket(url, socketHeaders(cookie)).opened()
    expect(await again.follow(stream, 0)).toEqual({ type: 'reset', stream, seq: 8 })
  })
})

describe('pruning', () => {
  it('removes what is old and keeps the rest', async () => {
    const { stream } = await following()
    await send(stream)
    await pruneEvents(test.services.database)
    const count = async () => {
      const sqlText = 'select count(*) as n from live_events where stream = $1'
      const { rows } = await test.services.database.executeAsOwner(sqlText, [stream])
      return (rows as { n: number }[])[0]?.n
    }
    expect(await count()).toBe(1)
    await pruneEvents(test.services.database, { keptMs: 0 })
    expect(await count()).toBe(0)
    expect(await send(stream)).toBe(2)
  })
})

describe('leaving a stream', () => {
  it('ends its events', async () => {
    const { stream, live } = await following()
    live.send({ type: 'unfollow', stream })
    // Answered in order, so the stream has been left when this answer is here.
    await live.follow('everybody')
    await send(stream)
    await send('everybody')
    await live.until((message) => message.type === 'event')
    expect(live.received.filter((message) => message.type === 'event')).toMatchObject([
      { stream: 'everybody' },
    ])
  })
})
