import { randomInt, randomUUID } from 'node:crypto'
import { signedIn } from '@exempta/contract/access'
import type { EventMessage, Stream } from '@exempta/contract/events'
import { defineRoute } from '@exempta/contract/route'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket as Socket } from 'ws'
import { z } from 'zod'
import { Live } from '../../../../web/src/lib/live.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { implement, registerRoute } from '../http/implement.ts'
import { publish } from './publish.ts'

const rounds = Number(process.env.FAULT_ROUNDS)
const messagesPerRound = 20
const stream: Stream = `chat:${randomUUID()}`

const sendEvent = defineRoute({
  method: 'POST',
  path: '/api/test/send-event',
  summary: 'Sends an event to the stream and answers once it is committed',
  tag: 'Test',
  access: signedIn,
  body: z.strictObject({ id: z.uuid() }),
  response: 'nothing',
})

let test: TestApp
let url: string
beforeAll(async () => {
  test = await startTestApp({
    logLevel: 'silent',
    live: { grants: { guestOf: async () => undefined, mayFollow: async () => true }, stopMs: 100 },
    addRoutes: (app, { database }) =>
      registerRoute(
        app,
        implement(sendEvent, ({ call, body }) =>
          database.transact(call.actor, async (tx) => {
            publish(tx, stream, 'changed', { topic: 'chats', ids: [body.id] })
            return undefined
          }),
        ),
      ),
  })
  url = await listenForSockets(test)
})
afterAll(() => test.close())

interface Side {
  received: EventMessage[]
  staleTimes: number
  socket: Socket | undefined
  /** Answers the id once the event is committed. */
  write(): Promise<string>
  leave(): void
  until(count: number): Promise<void>
}

async function startSide(): Promise<Side> {
  const cookie = await signInAs(test, await createPerson(test))
  let look = () => {}
  const live = new Live({
    open: () => {
      side.socket = new Socket(url, { headers: socketHeaders(cookie) })
      // A browser's socket has only the close event for this.
      side.socket.on('error', () => {})
      return side.socket as unknown as WebSocket
    },
    onSessionEnded: () => {
      throw new Error('The session must not end')
    },
    timing: { reconnectMs: [1, 5, 10] },
  })
  const side: Side = {
    received: [],
    staleTimes: 0,
    socket: undefined,
    async write() {
      const id = randomUUID()
      const answer = await test.call({
        method: 'POST',
        url: sendEvent.path,
        headers: { cookie },
        payload: { id },
      })
      expect(answer.statusCode).toBe(204)
      return id
    },
    leave: () => leave(),
    async until(count) {
      while (side.received.length < count) {
        await new Promise<void>((resolve) => {
          look = resolve
        })
      }
    },
  }
  const leave = live.follow(stream, {
    onEvent: (message) => {
      side.received.push(message)
      look()
    },
    onStale: () => {
      side.staleTimes += 1
      look()
    },
  })
  while (side.staleTimes === 0) {
    await new Promise<void>((resolve) => {
      look = resolve
    })
  }
  return side
}

/** Breaks the connection of one side or both, from either end. Returns how many were broken. */
function cut(sides: Side[]): number {
  const ends: (Socket | undefined)[] = sides.map((side) => side.socket)
  const chosen = [ends.slice(0, 1), ends.slice(1), ends, [...test.app.websocketServer.clients]][randomInt(4)]
  const living = chosen?.filter((socket) => socket && socket.readyState <= socket.OPEN) ?? []
  for (const socket of living) socket?.terminate()
  return living.length
}

it('loses, duplicates and reorders nothing while connections are cut and both sides write', async () => {
  const sides = [await startSide(), await startSide()]
  const acknowledged: string[] = []
  let cuts = 0
  while (cuts < rounds) {
    let cutAfter = randomInt(messagesPerRound)
    const writes = Array.from({ length: messagesPerRound / 2 }).flatMap(() =>
      sides.map(async (side) => {
        acknowledged.push(await side.write())
        if (cutAfter-- === 0) cuts += cut(sides)
      }),
    )
    await Promise.all(writes)
  }
  const { rows } = await test.services.database.executeAsOwner(
    `select seq, payload->'ids'->>0 as id from live_events where stream = $1 order by seq`,
    [stream],
  )
  const stored = rows as { seq: number; id: string }[]
  expect(stored.map(({ seq }) => seq)).toEqual(acknowledged.map((_, at) => at + 1))
  expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(acknowledged))
  for (const [at, side] of sides.entries()) {
    await side.until(acknowledged.length)
    const received = side.received.map(({ seq, payload }) => ({
      seq,
      id: 'ids' in payload && payload.ids[0],
    }))
    expect(received, `side ${at}`).toEqual(stored)
    expect(side.staleTimes, `side ${at}`).toBe(1)
    side.leave()
  }
})
