import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  describeSchema,
  describeTables,
  generatedTablesFile,
  schemaFile,
} from '../../../../scripts/development/db-types.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  // The engine in the product, because each version of PostgreSQL writes views and constraints a little differently.
  database = await createTestDatabase({ kind: 'embedded' })
})
afterAll(() => database.dispose())

test('the generated table types are those of the migrated schema (otherwise run npm run db:types)', async () => {
  expect(await readFile(generatedTablesFile, 'utf8')).toBe(await describeTables(database))
})

test('schema.sql shows the migrated schema (otherwise run npm run db:types)', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(await describeSchema(database))
})
