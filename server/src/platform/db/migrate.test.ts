import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { migrate } from './migrate.ts'
import { readSchema } from './schema-source.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase({ statementTimeoutMs: 2_000 })
  folder = await mkdtemp(join(tmpdir(), 'exempta-schema-'))
  for (const name of ['migrations', 'schema/foundation', 'based'])
    await mkdir(join(folder, name), { recursive: true })
  await forgetAll()
})
afterAll(async () => {
  await database.dispose()
  await rm(folder, { recursive: true, force: true })
})

const add = (name: string, text: string) => writeFile(join(folder, name), text)
const remove = (name: string) => rm(join(folder, name))
const read = async (text: string) => (await database.executeAsOwner(text)).rows
const forgetAll = () =>
  database.executeAsOwner('drop table if exists kysely_migration, kysely_migration_lock')
/** Starts a release on the files as they are now. */
async function run({
  version = '1.0.0',
  oldestRelease = '0.9.0',
  migrations = 'migrations',
} = {}): Promise<string[]> {
  const url = (name: string) => pathToFileURL(join(folder, name, '/'))
  return migrate(
    database,
    await readSchema({ migrations: url(migrations), schema: url('schema'), version, oldestRelease }),
  )
}

test('runs each file once, also when several start at once and one takes longer than a statement may', async () => {
  await add(
    'migrations/0001-first.sql',
    'create table first (id int); select pg_sleep(2.5); insert into first values (1)',
  )
  await add('migrations/0002-second.sql', 'create table second (id int); insert into second values (2)')
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat().sort()).toEqual(['0001-first', '0002-second'])
  expect(await read('select (select id from first) as a, (select id from second) as b')).toEqual([
    { a: 1, b: 2 },
  ])
})

test('a file that fails leaves nothing behind and is named', async () => {
  await add('migrations/0003-third.sql', 'create table third (id int)')
  await add('migrations/0004-broken.sql', 'create table fourth (id int); select 1 / 0')
  await expect(run()).rejects.toThrow('0004-broken: division by zero')
  expect(await read("select to_regclass('third') as a, to_regclass('fourth') as b")).toEqual([
    { a: null, b: null },
  ])
  await add('migrations/0004-broken.sql', 'create table fourth (id int)')
  expect(await run()).toEqual(['0003-third', '0004-broken'])
})

test('the release before starts on the newer schema and leaves it as it is', async () => {
  await remove('migrations/0004-broken.sql')
  expect(await run()).toEqual([])
  await remove('migrations/0002-second.sql')
  await expect(run()).rejects.toThrow('0002-second, which is missing in this version')
  expect(await read("select to_regclass('second') as a, to_regclass('fourth') as b")).toEqual([
    { a: 'second', b: 'fourth' },
  ])
  await add('migrations/0002-second.sql', '')
  await add('migrations/0004-broken.sql', '')
})

test('applies a view when it is new and when it changed, after the tables that it needs', async () => {
  await add('schema/foundation/one.sql', 'create or replace function one() returns int return 1')
  await add('schema/numbers.sql', 'create or replace view numbers as select id from fifth')
  await add('migrations/0005-fifth.sql', 'create table fifth (id int default one())')
  expect(await run()).toEqual(['schema/foundation/one', '0005-fifth', 'schema/numbers'])
  expect(await run()).toEqual([])
  await add('schema/numbers.sql', 'create or replace view numbers as select id, 2 as two from fifth')
  expect(await run()).toEqual(['schema/numbers'])
  await add('schema/numbers.sql', 'create or replace view numbers as select broken')
  await expect(run()).rejects.toThrow('schema/numbers: column "broken" does not exist')
  expect(await read('select * from numbers')).toEqual([])
})

test('a view of a newer release stays when the release before starts again', async () => {
  await add(
    'schema/numbers.sql',
    'create or replace view numbers as select id, 2 as two, 3 as three from fifth',
  )
  expect(await run({ version: '1.10.0' })).toEqual(['schema/numbers'])
  await add('schema/numbers.sql', 'create or replace view numbers as select id, 2 as two from fifth')
  expect(await run({ version: '1.9.0' })).toEqual([])
  await add('migrations/0006-sixth.sql', '')
  await add(
    'schema/numbers.sql',
    'create or replace view numbers as select id, 2 as two, 6 as three from fifth',
  )
  expect(await run({ version: '1.11.0' })).toEqual(['0006-sixth', 'schema/numbers'])
  await remove('migrations/0006-sixth.sql')
  await add(
    'schema/numbers.sql',
    'create or replace view numbers as select id, 2 as two, 3 as three from fifth',
  )
  expect(await run({ version: '1.11.0' }), 'with tables of a newer one').toEqual([])
  await add('migrations/0006-sixth.sql', '')
})

test('releases older than the one before are refused, with what to start instead', async () => {
  await add('migrations/0008-later.sql', '')
  await run({ version: '2.0.0', oldestRelease: '1.11.0' })
  await remove('migrations/0008-later.sql')
  expect(await run({ version: '1.11.0' })).toEqual([])
  await expect(run({ version: '1.10.0' })).rejects.toThrow(
    'Exempta 2.0.0 upgraded this database, and 1.10.0 is too old for it. Start 1.11.0 or newer, or restore a backup from before the upgrade.',
  )
  await database.executeAsOwner(`delete from kysely_migration where name in ('releases', '0008-later')`)
})

test('a migration that replaces a table has its views applied again', async () => {
  await add(
    'migrations/0007-replaced.sql',
    "alter table fifth rename to old; create table fifth (id int); delete from kysely_migration where name = 'schema/numbers'",
  )
  expect(await run({ version: '1.11.0' })).toEqual(['0007-replaced', 'schema/numbers'])
  await database.executeAsOwner('drop table old')
})

test('a new installation runs the base, one of its release skips it, and an older one is refused', async () => {
  await forgetAll()
  await add(
    'based/0149-base-of-0.2.0.sql',
    "create table based (id int); insert into kysely_migration values ('0001-a', ''), ('0149-b', '')",
  )
  await add('based/0150-later.sql', 'alter table based add later int')
  expect(await run({ migrations: 'based' })).toContain('0149-base-of-0.2.0')
  expect(await read('select later from based')).toEqual([])
  expect(await run({ migrations: 'based' })).toEqual([])

  await database.executeAsOwner(
    "delete from kysely_migration where name = '0150-later'; alter table based drop later",
  )
  expect(await run({ migrations: 'based' })).toEqual(['0150-later'])

  await database.executeAsOwner("delete from kysely_migration where name >= '0149'")
  await expect(run({ migrations: 'based' })).rejects.toThrow(
    'This installation is older than 0.2.0. Upgrade it to 0.2.0 first, then to this version.',
  )
})

test('the limits of the session are back after a migration', async () => {
  expect(await read('show statement_timeout')).toEqual([{ statement_timeout: '2s' }])
})

test('a file whose name does not fit is refused', async () => {
  await add('migrations/notes.txt', '')
  await expect(run()).rejects.toThrow('notes.txt')
})
