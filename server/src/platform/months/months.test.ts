import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type MovableClock, movableClock } from '../../../test/movable-clock.ts'
import { openDatabase } from '../db/open-database.ts'
import { monthlyRows } from './monthly-rows.fixture.ts'
import { deleteOlder, prepareMonths } from './months.ts'
import type { MonthlyTable } from './queries.ts'

const tables = Object.keys(monthlyRows) as MonthlyTable[]
const at = (text: string) => new Date(`${text}T12:00:00Z`)

let database: TestDatabase
let clock: MovableClock
beforeAll(async () => {
  database = await createTestDatabase()
  clock = movableClock(at('2031-01-31'))
})
afterAll(() => database.dispose())

const owner = async (text: string, values: unknown[] = []) =>
  (await database.executeAsOwner(text, values)).rows as Record<string, unknown>[]
const partitionsOf = async (table: string) =>
  (await owner('select partition from exempta_months($1)', [table])).map(({ partition }) => partition)
const placesOf = async (table: MonthlyTable, ids: string[]) =>
  (
    await owner(
      `select tableoid::regclass::text as place from ${table} where ${monthlyRows[table].key} = any($1) order by 1`,
      [ids],
    )
  ).map(({ place }) => place)

describe('months', () => {
  it('are made for every table, once, however many processes ask at the same time', async () => {
    const replica = database.kind === 'postgres' ? await openDatabase(database.location) : database
    const asked = [database, replica, database, replica].map((one) => prepareMonths({ clock, database: one }))
    const made = (await Promise.all(asked)).flat()
    const wanted = tables.flatMap((table) => ['01', '02', '03'].map((month) => `${table}_2031_${month}`))
    expect(made.sort()).toEqual(wanted.sort())
    expect(await prepareMonths({ clock, database })).toEqual([])
    if (replica !== database) await replica.close()
  })

  it('are made ahead as time passes', async () => {
    clock.advance(at('2031-02-01').getTime() - clock.now().getTime())
    expect(await prepareMonths({ clock, database })).toEqual(tables.map((table) => `${table}_2031_04`).sort())
  })

  it('begin and end at midnight UTC, whatever the time zone of the server', async () => {
    for (const table of tables) {
      const rows = []
      for (const moment of ['2031-02-28T23:59:59.999Z', '2031-03-01T00:00:00.000Z']) {
        rows.push(await monthlyRows[table].add(database, new Date(moment)))
      }
      expect(await placesOf(table, rows), table).toEqual([`${table}_2031_02`, `${table}_2031_03`])
    }
    const [row] = await owner(
      `select set_config('timezone', 'America/Los_Angeles', true), exempta_month('2031-03-01T00:00:00Z', 1) as next`,
    )
    expect(row?.next).toEqual(new Date('2031-04-01T00:00:00Z'))
  })

  it('that are missing fail no row: it is kept apart, and the next month is made all the same', async () => {
    const ids = new Map<MonthlyTable, string[]>()
    for (const table of tables) {
      const { add } = monthlyRows[table]
      ids.set(table, [await add(database, at('2035-06-10')), await add(database, at('1999-06-10'))])
      expect(await placesOf(table, ids.get(table) ?? []), table).toEqual([`${table}_other`, `${table}_other`])
    }
    const made = await prepareMonths({ clock: movableClock(at('2035-06-11')), database })
    expect(made).toEqual(tables.flatMap((table) => [`${table}_2035_07`, `${table}_2035_08`]).sort())
    for (const table of tables) expect(await placesOf(table, ids.get(table) ?? []), table).toHaveLength(2)
  })
})

describe('retention', () => {
  it.each(tables)(
    'drops months of %s that are over, and deletes single rows outside of months',
    async (table) => {
      await prepareMonths({ clock: movableClock(at('2040-01-15')), database })
      const { add } = monthlyRows[table]
      const january = [
        await add(database, at('2040-01-01')),
        await add(database, new Date('2040-01-31T23:59:59.999Z')),
      ]
      const february = await add(database, new Date('2040-02-01T00:00:00Z'))
      const [old, young] = [await add(database, at('2030-05-01')), await add(database, at('2045-01-01'))]
      const all = [...january, february, old, young]
      const other = `${table}_other`

      await deleteOlder({ database }, table, new Date('2040-01-31T23:59:59.999Z'))
      expect(await placesOf(table, all), 'a month that is not over').toEqual(
        [`${table}_2040_01`, `${table}_2040_01`, `${table}_2040_02`, other].sort(),
      )
      expect(await placesOf(table, [old]), 'an old row outside of months').toEqual([])

      await deleteOlder({ database }, table, new Date('2040-02-01T00:00:00Z'))
      expect(await placesOf(table, all)).toEqual([`${table}_2040_02`, other])
      expect(await partitionsOf(table)).not.toContain(`${table}_2040_01`)
      expect(await partitionsOf(table)).not.toContain(`${table}_2031_02`)
      await deleteOlder({ database }, table, new Date('2040-02-01T00:00:00Z'))
      expect(await placesOf(table, all), 'a second time').toEqual([`${table}_2040_02`, other])
    },
  )
})

describe('partitions', () => {
  it('cannot be reached by the roles of the application, except that the system deletes where there are no months', async () => {
    const rights = await owner(`
      select c.relname as partition, r.rolname as role, string_agg(p.name, ', ' order by p.name) as rights
      from pg_class c cross join pg_roles r
        cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as p (name)
      where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and r.rolname ~ '^exempta_(app|system|reports)$' and has_table_privilege(r.oid, c.oid, p.name)
      group by 1, 2 order by 1, 2`)
    const partition = (table: string) => `${table}_other`
    expect(rights).toEqual(
      tables
        .map((table) => ({ partition: partition(table), role: 'exempta_system', rights: 'delete, select' }))
        .sort((a, b) => (a.partition < b.partition ? -1 : 1)),
    )
    for (const table of tables) {
      for (const name of await partitionsOf(table)) {
        const error = await database
          .executeAsOwner(`begin; set local role exempta_app; select from ${name}; commit`)
          .catch((caught: unknown) => caught)
        expect(error, String(name)).toMatchObject({ code: '42501' })
      }
    }
  })

  it('have row-level security enabled and forced', async () => {
    expect(
      await owner(`select relname from pg_class where relispartition and relkind = 'r'
        and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([])
  })

  it('cannot be made or dropped by the roles of the application', async () => {
    for (const role of ['exempta_app', 'exempta_system']) {
      for (const call of [
        `select exempta_prepare_months('2050-01-01', 1)`,
        `select exempta_drop_months('${tables[0]}', '2050-01-01')`,
      ]) {
        const error = await database
          .executeAsOwner(`begin; set local role ${role}; ${call}; commit`)
          .catch((caught: unknown) => caught)
        expect(error, `${role}: ${call}`).toMatchObject({ code: '42501' })
      }
    }
  })
})
