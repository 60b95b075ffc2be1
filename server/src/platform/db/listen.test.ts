import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { anonymousActor } from './actor.ts'
import type { DatabaseNotice, Transaction } from './database.ts'

let database: TestDatabase
const notices: DatabaseNotice['kind'][] = []

beforeAll(async () => {
  database = await createTestDatabase({ onNotice: ({ kind }) => notices.push(kind) })
})
afterAll(() => database.dispose())

const notify = (channel: string, payload: string) => (tx: Transaction) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(tx)

/** Collects payloads and lets a test wait until a certain one has come. */
function inbox() {
  const payloads: string[] = []
  return {
    payloads,
    handler: (payload: string) => void payloads.push(payload),
    has: (payload: string) => vi.waitFor(() => expect(payloads).toContain(payload), 20_000),
  }
}

test('what a transaction sends arrives when it commits, and never when it rolls back', async () => {
  const { handler, has, payloads } = inbox()
  const stop = await database.listen('orders', handler)
  const rolledBack = database.transact(anonymousActor, async (tx) => {
    await notify('orders', 'rolled back')(tx)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await database.transact(anonymousActor, async (tx) => {
    await notify('orders', 'committed')(tx)
    await sql`select 1`.execute(tx)
    expect(payloads).toEqual([])
  })
  await has('committed')
  expect(payloads).toEqual(['committed'])
  await stop()
})

test('each listener receives only its own channel, until it stops', async () => {
  const [first, second, other] = [inbox(), inbox(), inbox()]
  const stopFirst = await database.listen('shared', first.handler)
  const stops = [
    await database.listen('shared', second.handler),
    await database.listen('other', other.handler),
  ]
  await database.transact(anonymousActor, notify('shared', 'one'))
  await Promise.all([first.has('one'), second.has('one')])
  await stopFirst()
  await database.transact(anonymousActor, notify('shared', 'two'))
  await second.has('two')
  await database.transact(anonymousActor, notify('other', 'three'))
  await other.has('three')
  expect([first.payloads, second.payloads, other.payloads]).toEqual([['one'], ['one', 'two'], ['three']])
  for (const stop of stops) await stop()
})

test('a name of a channel that could carry SQL is refused', async () => {
  await expect(database.listen('x; drop table note', () => {})).rejects.toThrow(TypeError)
})

test('a listener survives the loss of its session and is notified of the gap', async () => {
  const { handler, has } = inbox()
  const gap = Promise.withResolvers<void>()
  const stop = await database.listen('steady', handler, { onGap: gap.resolve })
  await loseSessions()
  await gap.promise
  await database.transact(anonymousActor, notify('steady', 'still here'))
  await has('still here')
  await stop()
})

async function loseSessions(): Promise<void> {
  if (database.kind === 'postgres') {
    await database.executeAsOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return
  }
  const stuck = database.transact(anonymousActor, () => new Promise(() => {}), { timeoutMs: 100 })
  await expect(stuck).rejects.toThrow('did not finish')
  await database.executeAsOwner('select 1')
}
