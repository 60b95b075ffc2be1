import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import type { Call } from '../call.ts'
import { type Actor, systemActor } from '../db/actor.ts'
import { createLog } from '../log.ts'
import { Settings } from './settings.ts'

const admin: Actor = { kind: 'person', id: randomUUID(), role: 'admin' }
const call: Call = { actor: admin, origin: { ip: null, userAgent: null, requestId: null } }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

test('the audit rows of two concurrent changes show what each replaced, even for a setting never changed before', async () => {
  const settings = new Settings({ database, clock: movableClock(), log: createLog('silent') })
  const hasSet = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const first = database.transact(admin, async (tx) => {
    await settings.set(tx, call, 'session.idleMinutes', 10)
    hasSet.resolve()
    await mayCommit.promise
  })
  await hasSet.promise
  const second = database.transact(admin, (tx) => settings.set(tx, call, 'session.idleMinutes', 20))
  await expect
    .poll(async () => {
      const { rows } = await database.executeAsOwner(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBe(1)
  mayCommit.resolve()
  await Promise.all([first, second])
  const rows = await database.transact(systemActor, (tx) =>
    tx.selectFrom('audit_entries').select('details').execute(),
  )
  expect(rows.map(({ details }) => details)).toEqual(
    expect.arrayContaining([
      { from: 30, to: 10 },
      { from: 10, to: 20 },
    ]),
  )
})
