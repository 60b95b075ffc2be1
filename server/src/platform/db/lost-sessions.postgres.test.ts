import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemActor } from './actor.ts'
import { isConnectionLost } from './errors.ts'

let database: TestDatabase
let admin: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.location.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.dispose()
})

const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

test('readers whose sessions are cut read again; what may write fails and is not repeated', async () => {
  let readings = 0
  let writings = 0
  const reading = database.transact(
    systemActor,
    async (tx) => {
      readings++
      return (await sql<{ n: number }>`select 1 as n, pg_sleep(0.5)`.execute(tx)).rows[0]?.n
    },
    { readOnly: true },
  )
  const writing = database
    .transact(systemActor, async (tx) => {
      writings++
      await sql`select pg_sleep(600)`.execute(tx)
    })
    .catch((error: unknown) => error)
  await expect
    .poll(async () => (await admin.query(`select 1 ${others} and query like '%pg_sleep(%'`)).rowCount)
    .toBe(2)
  await admin.query(`select pg_terminate_backend(pid) ${others}`)
  expect(await reading).toBe(1)
  expect(isConnectionLost(await writing)).toBe(true)
  expect([readings, writings]).toEqual([1, 1])
})
