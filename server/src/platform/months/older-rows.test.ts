import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyPostgres, type EmptyPostgres, testDatabaseKind } from '../../../test/database.ts'
import { installRelease } from '../../../test/release-fixture.ts'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { monthlyRows } from './monthly-rows.fixture.ts'
import { deleteOlder } from './months.ts'
import type { MonthlyTable } from './queries.ts'

const tables = Object.keys(monthlyRows) as MonthlyTable[]
const now = new Date()
const monthFromNow = (later: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1))
const nameOf = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_')

let empty: EmptyPostgres | undefined
let dataDir: string
let database: Database
/** Of each table: from long ago, from now, and from the future, as a wrong clock writes it. */
const added = new Map<MonthlyTable, [string, string, string]>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'exempta-older-rows-'))
  // On PostgreSQL as a login that is no superuser, like an installation's.
  if (testDatabaseKind() === 'postgres') empty = await createEmptyPostgres()
  database = await openDatabase({ dataDir, url: empty?.url })
  // Release 0.2.0 partitioned its tables in these migrations, with the rows that were there.
  const isPartitioning = (name: string) => name >= '0147'
  await installRelease(database, (name) => !isPartitioning(name))
  for (const table of tables) {
    const { add } = monthlyRows[table]
    added.set(table, [
      await add(database, new Date(now.getTime() - 400 * dayMs)),
      await add(database, now),
      await add(database, new Date('2045-06-10T12:00:00Z')),
    ])
  }
  await installRelease(database, isPartitioning)
  await migrate(database)
})
afterAll(async () => {
  await database.close()
  await empty?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function placesOf(table: MonthlyTable, ids: readonly string[]): Promise<unknown[]> {
  const { key } = monthlyRows[table]
  const { rows } = await database.executeAsOwner(
    `select tableoid::regclass::text as place from ${table} where ${key} = any($1) order by ${key}`,
    [ids],
  )
  return (rows as { place: string }[]).map(({ place }) => place)
}

describe.each(tables)('an installation with rows in %s', (table) => {
  const before = `${table}_before_${nameOf(monthFromNow(1))}`
  const other = `${table}_other`
  const ids = () => added.get(table) ?? []

  it('keeps them where they are, and apart those that come later than this month', async () => {
    expect((await placesOf(table, ids())).sort()).toEqual([before, before, other].sort())
  })

  it('keeps the application away from the partition itself', async () => {
    const { rows } = await database.executeAsOwner(
      `select p.name from unnest(array['select', 'insert', 'update']) as p (name)
       where has_any_column_privilege('exempta_app', $1, p.name) or has_table_privilege('exempta_app', $1, 'delete')
         or (p.name <> 'select' and has_any_column_privilege('exempta_system', $1, p.name))`,
      [before],
    )
    expect(rows).toEqual([])
  })

  it('writes this month beside them and the next one into its own partition', async () => {
    const { add } = monthlyRows[table]
    expect(await placesOf(table, [await add(database, now)])).toEqual([before])
    expect(await placesOf(table, [await add(database, monthFromNow(1))])).toEqual([
      `${table}_${nameOf(monthFromNow(1))}`,
    ])
  })

  it('deletes them one by one, and drops their partition when all of it is old', async () => {
    const [old = '', young = '', future = ''] = ids()
    await deleteOlder({ database }, table, new Date(now.getTime() - 399 * dayMs))
    expect(await placesOf(table, [old, young, future])).toHaveLength(2)
    expect(await placesOf(table, [young])).toEqual([before])
    await deleteOlder({ database }, table, monthFromNow(1))
    expect(await placesOf(table, [old, young, future])).toEqual([other])
    const { rows } = await database.executeAsOwner('select to_regclass($1) as gone', [before])
    expect(rows).toEqual([{ gone: null }])
  })

  it('lets the release before delete through the table', async () => {
    const { add, key } = monthlyRows[table]
    const id = await add(database, monthFromNow(1))
    await database.transact(systemActor, (tx) =>
      tx.deleteFrom(table).where(tx.dynamic.ref(key), '=', id).execute(),
    )
    expect(await placesOf(table, [id])).toEqual([])
  })
})
