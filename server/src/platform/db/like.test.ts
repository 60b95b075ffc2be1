import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemActor } from './actor.ts'
import { containing } from './like.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

test.each([
  ['100%', 'over 100% cotton', true],
  ['100%', 'over 1000 pieces', false],
  ['a_b', 'see a_b there', true],
  ['a_b', 'see axb there', false],
  ['C:\\temp', 'in C:\\temp now', true],
  ['C:\\temp', 'in C:temp now', false],
])('a search for %s in "%s" finds it: %s', async (search, value, isFound) => {
  const { rows } = await database.transact(systemActor, (tx) =>
    sql<{ found: boolean }>`select ${value}::text like ${containing(search)}::text as found`.execute(tx),
  )
  expect(rows).toEqual([{ found: isFound }])
})
