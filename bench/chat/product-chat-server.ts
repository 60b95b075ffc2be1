/** The product: its real app with threads of guests, on a database of the same PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { systemActor } from '../../server/src/platform/db/actor.ts'
import { startTestApp, testOrigin } from '../../server/test/app.ts'
import { listenForSockets } from '../../server/test/live-socket.ts'
import { serveOrders } from '../realtime/protocol.ts'
import type { ChatPlace, ChatSeat } from './chat-protocol.ts'

const generous = 1_000_000_000
const test = await startTestApp({
  rateLimitPerMinute: generous,
  guessLimitPerMinute: generous,
  logLevel: 'silent',
})
const socketUrl = await listenForSockets(test)

/** An agent is there, so that nothing is answered automatically. */
await test.services.database.transact(systemActor, (tx) =>
  tx
    .insertInto('chat_presence')
    .values({
      kind: 'agent',
      subject_id: randomUUID(),
      process_id: randomUUID(),
      until: new Date(test.clock.now().getTime() + generous),
    })
    .execute(),
)

async function createSeat(): Promise<ChatSeat> {
  const started = await test.call({
    method: 'POST',
    url: '/api/chat/guest',
    payload: { name: 'Bench', email: `${randomUUID()}@example.org` },
  })
  const cookie = started.cookies.find(({ name }) => name === 'exempta_chat')
  return {
    headers: { origin: testOrigin, cookie: `exempta_chat=${cookie?.value}` },
    stream: `chat:${started.json().thread.id}`,
  }
}

// The clock of tests stands still; how much a thread may say in a minute goes by it.
setInterval(() => test.clock.advance(1000), 1000).unref()

serveOrders<{ seats: number }, ChatPlace>(async (order) => {
  const seats: ChatSeat[] = []
  while (seats.length < order.seats) seats.push(await createSeat())
  return { socketUrl, seats }
})
