import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folderPath: string
let folder: URL

beforeAll(async () => {
  database = await createTestDatabase({ statementTimeoutMs: 2_000 })
  folderPath = await mkdtemp(join(tmpdir(), 'exempta-migrations-'))
  folder = pathToFileURL(`${folderPath}/`)
  await database.executeAsOwner('drop table kysely_migration, kysely_migration_lock')
})
afterAll(async () => {
  await database.dispose()
  await rm(folderPath, { recursive: true, force: true })
})

const add = (name: string, text: string) => writeFile(join(folderPath, name), text)
const read = async (text: string) => (await database.executeAsOwner(text)).rows

test('runs each file once, also when several start at once and one takes longer than a statement may', async () => {
  await add(
    '0001-first.sql',
    'create table first (id int); select pg_sleep(2.5); insert into first values (1)',
  )
  await add('0002-second.sql', 'create table second (id int); insert into second values (2)')
  const ran = await Promise.all([
    migrate(database, folder),
    migrate(database, folder),
    migrate(database, folder),
  ])
  expect(ran.flat().sort()).toEqual(['0001-first', '0002-second'])
  expect(await read('select (select id from first) as a, (select id from second) as b')).toEqual([
    { a: 1, b: 2 },
  ])
})

test('a file that fails leaves nothing behind and is named', async () => {
  await add('0003-third.sql', 'create table third (id int)')
  await add('0004-broken.sql', 'create table fourth (id int); select 1 / 0')
  await expect(migrate(database, folder)).rejects.toThrow('0004-broken')
  expect(await read("select to_regclass('third') as a, to_regclass('fourth') as b")).toEqual([
    { a: null, b: null },
  ])
  await add('0004-broken.sql', 'create table fourth (id int)')
  expect(await migrate(database, folder)).toEqual(['0003-third', '0004-broken'])
})

test('the release before starts on the newer schema and leaves it as it is', async () => {
  await rm(join(folderPath, '0004-broken.sql'))
  expect(await migrate(database, folder)).toEqual([])
  await rm(join(folderPath, '0002-second.sql'))
  await expect(migrate(database, folder)).rejects.toThrow('0002-second is missing')
  expect(await read("select to_regclass('second') as a, to_regclass('fourth') as b")).toEqual([
    { a: 'second', b: 'fourth' },
  ])
  await add('0002-second.sql', '')
})

test('the limits of the session are back after a migration', async () => {
  await migrate(database, folder)
  expect(await read('show statement_timeout')).toEqual([{ statement_timeout: '2s' }])
})

test('a file whose name does not fit is refused', async () => {
  await add('notes.txt', '')
  await expect(migrate(database, folder)).rejects.toThrow('notes.txt')
})
