/** The browser's client against the real server. */
import type { EventMessage, Stream } from '@exempta/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket as Socket } from 'ws'
import { Live, type LiveHandlers, type LiveState } from '../../../../web/src/lib/live.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { systemActor } from '../db/actor.ts'
import { publish } from './publish.ts'

let test: TestApp
let url: string
beforeAll(async () => {
  test = await startTestApp({ live: { heartbeatMs: 30, timeoutMs: 200, lookMs: 5, stopMs: 100 } })
  url = await listenForSockets(test)
})
afterAll(() => test.close())

const send = (stream: Stream) =>
  test.services.database.transact(systemActor, async (tx) =>
    publish(tx, stream, 'changed', { topic: 'documents', ids: [] }),
  )

/** `isFromSession` follows from the position in the session's answer, and an event happens before it follows. */
async function tab({ isFromSession = false } = {}) {
  const person = await createPerson(test)
  const browser = { cookie: await signInAs(test, person) }
  const stream: Stream = `person:${person.id}`
  const after = isFromSession ? await positionOf(browser, stream) : null
  if (isFromSession) await send(stream)
  const sockets: Socket[] = []
  const events: EventMessage[] = []
  const ends: string[] = []
  const states: LiveState[] = []
  let stale = 0
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const look of waiting) look()
  }
  const live = new Live({
    open: () => {
      const socket = new Socket(url, { headers: socketHeaders(browser.cookie) })
      // A browser's socket has only the close event for this.
      socket.on('error', () => {})
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    onSessionEnded: (reason) => {
      ends.push(reason)
      changed()
    },
    timing: { reconnectMs: [1, 5], heartbeatMs: 30, timeoutMs: 500 },
  })
  live.subscribe(() => {
    states.push(live.state)
    changed()
  })
  const handlers: LiveHandlers = {
    onEvent: (message) => {
      events.push(message)
      changed()
    },
    onStale: () => {
      stale += 1
      changed()
    },
  }
  if (after !== null) live.startFrom({ [stream]: after })
  const leave = live.follow(stream, handlers)
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        const look = () => {
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      })
    }
  }
  if (!isFromSession) await until(() => stale === 1)
  return {
    person,
    stream,
    browser,
    live,
    leave,
    sockets,
    events,
    ends,
    states,
    until,
    staleTimes: () => stale,
  }
}

async function positionOf({ cookie }: { cookie: string }, stream: Stream): Promise<number> {
  const answer = await test.call({ method: 'GET', url: '/api/session', headers: { cookie } })
  return answer.json().session.live[stream]
}

describe('the client of a tab', () => {
  it('follows from the position of its session, misses nothing and is not asked to refetch', async () => {
    const { stream, events, until, staleTimes, leave } = await tab({ isFromSession: true })
    await until(() => events.length === 1)
    await send(stream)
    await until(() => events.length === 2)
    expect(events.map((event) => event.seq)).toEqual([1, 2])
    expect(staleTimes()).toBe(0)
    leave()
  })

  it('gets each event once and in order across broken connections', async () => {
    const { stream, sockets, events, until, staleTimes, leave } = await tab()
    for (let round = 1; round <= 5; round++) {
      await send(stream)
      sockets.at(-1)?.terminate()
      await send(stream)
      await until(() => events.length === round * 2)
    }
    expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(staleTimes()).toBe(1)
    leave()
  })

  it('is asked to refetch when the events it missed are deleted', async () => {
    const { stream, sockets, events, until, staleTimes, leave } = await tab()
    await send(stream)
    await until(() => events.length === 1)
    // Simulates three more events that were already deleted.
    await test.services.database.transact(systemActor, (tx) =>
      tx.updateTable('live_streams').set({ last_seq: 4 }).where('stream', '=', stream).execute(),
    )
    sockets.at(-1)?.terminate()
    await until(() => staleTimes() === 2)
    await send(stream)
    await until(() => events.length === 2)
    expect(events.map((event) => event.seq)).toEqual([1, 5])
    leave()
  })

  it('answers the heartbeat and so stays connected', async () => {
    const { sockets, states, leave } = await tab()
    let pings = 0
    await new Promise<void>((resolve) => {
      sockets[0]?.on('message', (data) => {
        if (String(data).includes('ping')) pings += 1
        if (pings === 10) resolve()
      })
    })
    expect(states).toEqual(['connecting', 'open'])
    expect(sockets).toHaveLength(1)
    leave()
  })

  it('gives up a server that went silent, and connects again', async () => {
    const { sockets, until, leave } = await tab()
    sockets[0]?.pause()
    await until(() => sockets.length === 2)
    leave()
  })

  it('stops when its session ended, and goes on from where it was when there is another', async () => {
    const { person, stream, browser, live, sockets, events, ends, until, staleTimes, leave } = await tab()
    await test.call({ method: 'DELETE', url: '/api/session', headers: { cookie: browser.cookie } })
    await until(() => ends.length === 1)
    expect([ends, live.state, sockets.length]).toEqual([['signed-out'], 'idle', 1])
    await send(stream)
    browser.cookie = await signInAs(test, person)
    live.resume()
    await until(() => events.length === 1)
    expect(staleTimes()).toBe(1)
    leave()
  })

  it('closes its socket with the last stream it leaves', async () => {
    const { leave, live, sockets } = await tab()
    const closed = new Promise((resolve) => sockets[0]?.once('close', resolve))
    leave()
    await closed
    expect(live.state).toBe('idle')
  })
})
