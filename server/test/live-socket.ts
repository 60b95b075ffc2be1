import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ClientMessage, livePath, type ServerMessage, type Stream } from '@exempta/contract/events'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { systemActor } from '../src/platform/db/actor.ts'
import type { Database } from '../src/platform/db/database.ts'
import { publish } from '../src/platform/realtime/publish.ts'
import { type TestApp, testOrigin } from './app.ts'
import { createPerson, signInAs, type TestPerson } from './people.ts'

/** The other side of a socket, as a test sees it: what was received, and the wait for more. */
export class LiveSocket {
  readonly socket: WebSocket
  readonly received: ServerMessage[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #waiting = new Set<() => void>()

  constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(url, { headers })
    this.socket.on('message', (data) => {
      this.received.push(JSON.parse(String(data)))
      for (const look of this.#waiting) look()
    })
    this.socket.on('error', () => this.socket.terminate())
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
  }

  async opened(): Promise<this> {
    await once(this.socket, 'open')
    return this
  }

  send(message: ClientMessage): void {
    this.socket.send(JSON.stringify(message))
  }

  /** Resolves with the first message, also of those already here, that fits. */
  async until(fits: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    for (;;) {
      const found = this.received.find(fits)
      if (found) return found
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look)
          resolve()
        }
        this.#waiting.add(look)
      })
    }
  }

  async follow(stream: Extract<ClientMessage, { type: 'unfollow' }>['stream'], after: number | null = null) {
    this.send({ type: 'follow', streams: [{ stream, after }] })
    return this.until(
      (message) =>
        'stream' in message &&
        message.stream === stream &&
        ['following', 'reset', 'refused'].includes(message.type),
    )
  }

  /** Sequence numbers of the events so far. */
  get sequence(): number[] {
    return this.received.flatMap((message) => (message.type === 'event' ? [message.seq] : []))
  }
}

/** Lets the app listen and answers the address of its sockets. */
export async function listenForSockets(test: TestApp): Promise<string> {
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  return `ws://127.0.0.1:${port}${livePath}`
}

export const socketHeaders = (cookie: string) => ({ origin: testOrigin, cookie })

/** A new person with an open socket. */
export async function connectPerson(
  test: TestApp,
  url: string,
  role: TestPerson['role'] = 'user',
): Promise<{ person: TestPerson; cookie: string; live: LiveSocket }> {
  const person = await createPerson(test, role)
  const cookie = await signInAs(test, person)
  const live = await new LiveSocket(url, socketHeaders(cookie)).opened()
  return { person, cookie, live }
}

/** Publishes an event in a transaction of its own and returns its sequence number. */
export async function sendEvent(database: Database, stream: Stream, ids: string[] = []): Promise<number> {
  const id = await database.transact(systemActor, async (tx) => {
    publish(tx, stream, 'changed', { topic: 'documents', ids })
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::xid::text as id`.execute(tx)
    return rows[0]?.id
  })
  const { rows } = await database.executeAsOwner(
    'select seq from live_events where stream = $1 and xmin::text = $2',
    [stream, id],
  )
  const [event] = rows as { seq: number }[]
  if (!event) throw new Error('The event was not stored')
  return event.seq
}
