import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testDatabaseKind } from '../../../../test/database.ts'
import { runHousekeeping, walSizeBytes } from './open-embedded.ts'

let database: TestDatabase
const limitBytes = 64 * 1024 * 1024

const read = async (text: string) => (await database.executeAsOwner(text)).rows

describe.runIf(testDatabaseKind() === 'embedded')('housekeeping of the embedded database', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    await database.executeAsOwner('create table "Busy" (id int, body text)')
  })
  afterAll(() => database.dispose())

  test('removes dead rows and renews what the planner knows', async () => {
    await database.executeAsOwner('insert into "Busy" select g from generate_series(1, 2000) g')
    await database.executeAsOwner('update "Busy" set id = id + 1')
    await database.executeAsOwner('select pg_stat_force_next_flush()')
    const dead = `select n_dead_tup as dead from pg_stat_user_tables where relname = 'Busy'`
    const rows = `select reltuples::int as rows from pg_class where relname = 'Busy'`
    expect(await read(dead)).toEqual([{ dead: 2000 }])
    await runHousekeeping(database)
    expect(await read(dead)).toEqual([{ dead: 0 }])
    expect(await read(rows)).toEqual([{ rows: 2000 }])
  })

  test('writes a checkpoint when the log has grown', async () => {
    while ((await walSizeBytes(database)) <= limitBytes) {
      await database.executeAsOwner(
        `insert into "Busy" select g, repeat('x', 1000) from generate_series(1, 10000) g`,
      )
    }
    await runHousekeeping(database)
    expect(await walSizeBytes(database)).toBeLessThan(limitBytes)
  })

  test('the engine keeps no database but its own', async () => {
    expect(await read('select datname from pg_database')).toEqual([{ datname: 'postgres' }])
  })
})
