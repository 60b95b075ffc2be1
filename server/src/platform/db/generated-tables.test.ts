import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeTables, generatedTablesFile } from '../../../../scripts/db-types.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

test('the generated table types are those of the migrated schema (otherwise run npm run db:types)', async () => {
  expect(await readFile(generatedTablesFile, 'utf8')).toBe(await describeTables(database))
})
