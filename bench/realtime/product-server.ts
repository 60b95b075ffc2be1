/** The product: its real app, sessions, streams and `publish`, on a database of the same PostgreSQL. */
import { randomUUID } from 'node:crypto'
import type { Stream } from '@exempta/contract/events'
import { systemActor } from '../../server/src/platform/db/actor.ts'
import { hashToken, randomToken } from '../../server/src/platform/identifiers.ts'
import { publish } from '../../server/src/platform/realtime/publish.ts'
import { startTestApp, testOrigin } from '../../server/test/app.ts'
import { listenForSockets } from '../../server/test/live-socket.ts'
import { writeAtPace } from './paced-writes.ts'
import { type Seat, serveOrders, type WriteOrder, type Written } from './protocol.ts'

const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
const { database, clock } = test.services
const url = await listenForSockets(test)

/** A person with a session, made without the cost of hashing a password. */
function createSeat(): Promise<Seat> {
  const token = randomToken()
  const now = clock.now()
  return database.transact(systemActor, async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({
        name: 'Bench',
        email: `${randomUUID()}@example.org`,
        role: 'user',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('sessions')
      .values({ user_id: id, token_hash: hashToken(token), created_at: now, last_seen_at: now })
      .execute()
    return {
      headers: { origin: testOrigin, cookie: `exempta_session=${token}` },
      streams: ['everybody', `person:${id}`],
    }
  })
}

async function write(stream: string): Promise<string> {
  const id = randomUUID()
  await database.transact(systemActor, async (tx) =>
    publish(tx, stream as Stream, 'changed', { topic: 'documents', ids: [id] }),
  )
  return id
}

serveOrders<{ seats: number } | WriteOrder, { url: string; seats: Seat[] } | Written>(async (order) => {
  if ('seats' in order) {
    const seats: Seat[] = []
    while (seats.length < order.seats) seats.push(await createSeat())
    return { url, seats }
  }
  const { acknowledged, writeMs } = await writeAtPace(order, write)
  const { rows } = await database.executeAsOwner(
    `select stream, seq::int, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as "atMs"
     from live_events
     where payload->'ids'->>0 = any($1)`,
    [acknowledged],
  )
  return { commits: rows as Written['commits'], writeMs }
})
