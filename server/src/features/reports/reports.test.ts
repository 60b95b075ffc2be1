import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pageLimits } from '@exempta/contract/paging'
import {
  aggregationTypes,
  type ReportDefinition,
  type ReportResult,
  timeUnits,
} from '@exempta/contract/reports'
import {
  columnKeys,
  findColumn,
  type ReportType,
  reportCatalog,
  reportTypes,
} from '@exempta/contract/reports/catalog'
import { reportLimits } from '@exempta/contract/reports/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import type { PersonActor } from '../../platform/call.ts'
import { DeadlineError } from '../../platform/db/errors.ts'
import { downloadReport } from './download-report.ts'
import { aggregate, expectedRows, insertTestRows, type PlainRow, sorted, startOf } from './reports.fixture.ts'
import { limits, reportReading, runReport } from './run-report.ts'

let test: TestApp
let admin: TestPerson
let cookie: string
let world: Record<ReportType, PlainRow[]>
beforeAll(async () => {
  test = await startTestApp()
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
  await insertTestRows(test)
  world = await expectedRows(test)
})
afterAll(() => test.close())

const noOrigin = { ip: null, userAgent: null, requestId: null }
const joinsOf = (type: ReportType) => Object.keys(reportCatalog[type].relations)
const keysOf = (type: ReportType) => columnKeys(type, joinsOf(type))
const kindOf = (type: ReportType, key: string) => findColumn(type, joinsOf(type), key)?.kind

const report = (type: ReportType, change: Partial<ReportDefinition> = {}): ReportDefinition => ({
  name: 'Test',
  type,
  columns: keysOf(type),
  filters: {},
  joins: joinsOf(type),
  groupBy: [],
  aggregations: [],
  ...change,
})
const ask = (payload: object) =>
  test.call({ method: 'POST', url: '/api/reports/run', payload, headers: { cookie } })

async function run(
  definition: ReportDefinition,
  page: { cursor?: string; limit?: number } = {},
): Promise<ReportResult> {
  const answer = await ask({ definition, limit: pageLimits.pageSizeMax, ...page })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const asRows = ({ columns, rows }: ReportResult): PlainRow[] =>
  rows.map((cells) => Object.fromEntries(columns.map(({ key }, index) => [key, cells[index] ?? null])))

async function everyPage(definition: ReportDefinition, limit: number): Promise<PlainRow[]> {
  const rows: PlainRow[] = []
  for (let cursor: string | undefined; ; ) {
    const result = await run(definition, { limit, ...(cursor && { cursor }) })
    expect(result.rows.length, `page at ${cursor}`).toBeLessThanOrEqual(limit)
    rows.push(...asRows(result))
    if (!result.nextCursor) return rows
    cursor = result.nextCursor
  }
}

/** Every aggregation of the type: for each numeric column and for all rows. */
const aggregationsOf = (type: ReportType) => [
  { type: 'count' as const, field: '*', alias: 'All rows' },
  ...keysOf(type)
    .filter((key) => kindOf(type, key) === 'number')
    .flatMap((field) =>
      aggregationTypes.map((kind) => ({ type: kind, field, alias: `${kind}_${field.replace('.', '_')}` })),
    )
    .slice(0, reportLimits.reportAggregations - 1),
]

const newest = (rows: readonly PlainRow[]) =>
  sorted(rows, { field: 'created_at', direction: 'desc', isText: false })

it('has the column sets of the specification, and the pages and the review of documents and shares', () => {
  const sizes = reportTypes.map((type) => [type, Object.keys(reportCatalog[type].columns).length])
  expect(Object.fromEntries(sizes)).toEqual({
    documents: 9 + 5,
    businesses: 12,
    users: 7,
    document_shares: 6 + 4,
    business_users: 10,
  })
  for (const type of reportTypes)
    expect(Object.keys(world[type][0] ?? {}).sort(), type).toEqual(keysOf(type).sort())
})

it('days are those of the reader’s time zone', async () => {
  // The first document is from the last millisecond of February 10 in UTC, the second from the one after.
  const perDay = { groupBy: [{ field: 'created_at', unit: 'day' as const }] }
  const count = { aggregations: [{ type: 'count' as const, field: '*', alias: 'Rows' }] }
  const days = async (timeZone: string, filters: ReportDefinition['filters']) => {
    const result = await run(report('documents', { ...perDay, ...count, filters, timeZone }))
    expect(result.metadata.timeZone, timeZone).toBe(timeZone)
    return Object.fromEntries(result.rows as [string, number][])
  }
  const range = (day: string) => ({ dateRange: { start: day, end: day } })
  const inUtc = await days('UTC', range('2026-02-11'))
  const inTokyo = await days('Asia/Tokyo', range('2026-02-11'))
  const inNewYork = await days('America/New_York', range('2026-02-10'))
  const within = (from: string, to: string) =>
    world.documents.filter(({ created_at }) => String(created_at) >= from && String(created_at) < to).length
  expect(inUtc).toEqual({ '2026-02-11': within('2026-02-11T00:00', '2026-02-12T00:00') })
  expect(inTokyo).toEqual({ '2026-02-11': within('2026-02-10T15:00', '2026-02-11T15:00') })
  expect(inNewYork).toEqual({ '2026-02-10': within('2026-02-10T05:00', '2026-02-11T05:00') })
  // 25 hours apart, so it's never the same day in both.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const today = test.clock.now().toLocaleDateString('en-CA', { timeZone })
    const { metadata } = await run(report('documents', { filters: { dateRange: { lastDays: 1 } }, timeZone }))
    expect(metadata.filters.dateRange, timeZone).toEqual({ start: today, end: today })
  }
  const wrong = await ask({ definition: { ...report('documents'), timeZone: 'Mars/Olympus' } })
  expect(wrong.statusCode).toBe(422)
})

type Filters = ReportDefinition['filters']
type Keep = (row: PlainRow) => boolean
const inDays = (row: PlainRow) =>
  String(row.created_at) >= '2026-02-05' && String(row.created_at) < '2026-02-11'
const days: [Filters, Keep] = [{ dateRange: { start: '2026-02-05', end: '2026-02-10' } }, inDays]
const since =
  (day: string): Keep =>
  (row) =>
    String(row.created_at) >= day
const is =
  (key: string, ...choices: unknown[]): Keep =>
  (row) =>
    choices.includes(row[key])
const atLeast =
  (key: string, least: number): Keep =>
  (row) =>
    typeof row[key] === 'number' && row[key] >= least
const atMost =
  (key: string, most: number): Keep =>
  (row) =>
    typeof row[key] === 'number' && row[key] <= most
const contains =
  (key: string, part: string): Keep =>
  (row) =>
    String(row[key] ?? '')
      .toLowerCase()
      .includes(part)

const ofBusiness = (prefix: string): [Filters, Keep][] => [
  [{ verified: true }, is(`${prefix}verified`, true)],
  [{ verified: false }, is(`${prefix}verified`, false)],
  [{ businessType: ['Retail', 'Other'] }, is(`${prefix}business_type`, 'Retail', 'Other')],
  [{ documentCount: { min: 2 } }, atLeast(`${prefix}documents_received`, 2)],
  [{ documentCount: { max: 2 } }, atMost(`${prefix}documents_received`, 2)],
  [
    { userCount: { min: 1, max: 2 } },
    (row) => atLeast(`${prefix}user_count`, 1)(row) && atMost(`${prefix}user_count`, 2)(row),
  ],
]

/** Each filter of each type with the rows it must keep. The clock is at March 2. */
const filterCases: Record<ReportType, [Filters, Keep][]> = {
  documents: [
    [{}, () => true],
    days,
    [{ dateRange: { lastDays: 10 } }, since('2026-02-21')],
    [{ status: ['failed', 'processing'] }, is('status', 'failed', 'processing')],
    [{ type: ['image/png'] }, is('type', 'image/png')],
    [{ role: ['user'] }, is('owner.role', 'user')],
    [{ profileName: 'H' }, contains('name', 'h')],
    [
      { status: ['processed'], type: ['application/pdf'], profileName: 'form' },
      (row) => row.status === 'processed' && row.type === 'application/pdf' && contains('name', 'form')(row),
    ],
  ],
  businesses: [
    [{}, () => true],
    days,
    [{ status: ['pending'] }, is('status', 'pending')],
    ...ofBusiness(''),
    [{ profileName: '%_' }, contains('name', '%_')],
    [{ profileName: 'BUSINESS' }, contains('name', 'business')],
  ],
  users: [
    [{}, () => true],
    days,
    [{ status: ['suspended'] }, is('status', 'suspended')],
    [{ role: ['admin', 'business'] }, is('role', 'admin', 'business')],
    [{ profileName: 'a' }, contains('name', 'a')],
  ],
  document_shares: [
    [{}, () => true],
    days,
    [{ status: ['processed'] }, is('document.status', 'processed')],
    [{ type: ['image/jpeg'] }, is('document.type', 'image/jpeg')],
    ...ofBusiness('business.'),
    [{ profileName: 'fifty%' }, contains('business.name', 'fifty%')],
  ],
  business_users: [
    [{}, () => true],
    days,
    [{ status: ['pending'] }, is('status', 'pending')],
    [{ role: ['manager'] }, is('role', 'manager')],
    ...ofBusiness('business.'),
    [{ profileName: 'G' }, contains('name', 'g')],
  ],
}

describe.each(reportTypes)('a report of %s', (type) => {
  it('keeps what each filter says and summarizes exactly that', async () => {
    const cases = filterCases[type]
    const used = new Set(cases.flatMap(([filters]) => Object.keys(filters)))
    expect([...used].sort()).toEqual(Object.keys(reportCatalog[type].filters).sort())
    for (const [filters, keep] of cases) {
      const kept = world[type].filter(keep)
      const what = JSON.stringify(filters)
      expect(kept.length, what).toBeGreaterThan(0)
      const aggregations = aggregationsOf(type)
      const result = await run(report(type, { filters, aggregations }))
      expect(asRows(result), what).toEqual(newest(kept))
      expect(result.summary, what).toEqual({
        total: kept.length,
        ...(type === 'documents' && { processed: kept.filter(is('status', 'processed')).length }),
        ...(type === 'businesses' && { verified: kept.filter(is('verified', true)).length }),
        aggregations: aggregations.map(({ type: kind, field, alias }) => ({
          alias,
          value: aggregate(kept, kind, field),
        })),
      })
    }
  })

  it('sorts by every column both ways, each row once over its pages', async () => {
    for (const field of keysOf(type)) {
      for (const direction of ['asc', 'desc'] as const) {
        const rows = await everyPage(report(type, { columns: ['id'], sortBy: { field, direction } }), 9)
        const expected = sorted(world[type], { field, direction, isText: kindOf(type, field) === 'text' })
        expect(
          rows.map(({ id }) => id),
          `${field} ${direction}`,
        ).toEqual(expected.map(({ id }) => id))
      }
    }
  })

  it('groups by every column, times by day, week and month, with every aggregation', async () => {
    const aggregations = aggregationsOf(type)
    for (const field of keysOf(type)) {
      const isTime = kindOf(type, field) === 'time'
      for (const unit of isTime ? timeUnits : [undefined]) {
        const groupOf = (row: PlainRow) => (unit ? startOf(unit, row[field]) : (row[field] ?? null))
        const found = Map.groupBy(world[type], groupOf)
        const groups = [...found].map(([value, rows]) => ({
          [field]: value,
          ...Object.fromEntries(
            aggregations.map(({ type: kind, field: of, alias }) => [alias, aggregate(rows, kind, of)]),
          ),
        }))
        const tie = (row: PlainRow) => `[${JSON.stringify(row[field])}]`
        const order = unit
          ? { field, direction: 'asc' as const, isText: false, tie }
          : { field: 'All rows', direction: 'desc' as const, isText: false, tie }
        const rows = await everyPage(
          report(type, { groupBy: [{ field, ...(unit && { unit }) }], aggregations }),
          8,
        )
        expect(rows, `${field} ${unit ?? ''}`).toEqual(sorted(groups, order))
      }
    }
  })
})

it('groups by two columns, and sorts groups by what they show', async () => {
  const groupBy = [{ field: 'created_at', unit: 'month' as const }, { field: 'status' }]
  const aggregations = [{ type: 'count' as const, field: '*', alias: 'n' }]
  const rows = await everyPage(
    report('documents', { groupBy, aggregations, sortBy: { field: 'status', direction: 'desc' } }),
    2,
  )
  expect(rows.map(({ status }) => status)).toEqual(['processing', 'processed', 'failed'])
  expect(rows.map(({ n }) => Number(n)).reduce((a, b) => a + b)).toBe(world.documents.length)
})

it('describes what it shows, what it used and how long it took; the summary comes with the first page', async () => {
  const definition = report('documents', {
    columns: ['name', 'status', 'created_at'],
    filters: { dateRange: { lastDays: 30 } },
  })
  const first = await run(definition, { limit: 3 })
  expect(first.columns).toEqual([
    { key: 'name', label: 'Name', kind: 'text' },
    { key: 'status', label: 'Status', kind: 'choice' },
    { key: 'created_at', label: 'Created', kind: 'time' },
  ])
  expect(first.metadata).toEqual({
    generatedAt: test.clock.now().toISOString(),
    filters: { dateRange: { start: '2026-02-01', end: '2026-03-02' } },
    timeZone: 'UTC',
    executionTime: expect.any(Number),
  })
  const cursor = first.nextCursor ?? ''
  expect((await run(definition, { limit: 3, cursor })).summary).toBeNull()
  const other = report('documents', { sortBy: { field: 'name', direction: 'asc' } })
  for (const [name, payload] of Object.entries({
    'another order': { definition: other, cursor },
    'a changed cursor': { definition, cursor: `x${cursor}` },
  }))
    expect((await ask(payload)).json(), name).toMatchObject({ status: 422, fields: [{ path: 'cursor' }] })
})

it('reports a timeout', async () => {
  const database = {
    ...test.database,
    transact: () => Promise.reject(new DeadlineError('statement', limits.reportTimeoutMs)),
  }
  const call = { actor: { kind: 'person', id: admin.id, role: 'admin' } as const, origin: noOrigin }
  const running = runReport({ ...test.services, database }, call, { definition: report('users'), limit: 1 })
  await expect(running).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('takes too long'),
  })
})

describe('unknown names are refused', () => {
  const attacks: [string, object][] = [
    ['no column', { columns: [] }],
    ['unknown type', { type: 'sessions' }],
    ['inherited type', { type: 'constructor' }],
    ['column of no report', { columns: ['content_hash'] }],
    ['column twice', { columns: ['id', 'id'] }],
    ['inherited column', { columns: ['__proto__'] }],
    ['inherited column of letters', { columns: ['constructor'] }],
    ['column with SQL', { columns: ['id", (select hash from passwords limit 1) as "x'] }],
    ['column of what is not joined', { columns: ['owner.email'] }],
    ['deep column', { joins: ['owner'], columns: ['owner.owner.email'] }],
    ['unknown join', { joins: ['passwords'] }],
    ['inherited join', { joins: ['__proto__'] }],
    ['join of another type', { joins: ['business'] }],
    ['join twice', { joins: ['owner', 'owner'] }],
    ['alias with SQL', { aggregations: [{ type: 'count', field: '*', alias: 'x"; drop table users; --' }] }],
    ['inherited alias', { aggregations: [{ type: 'count', field: '*', alias: '__proto__' }] }],
    ['alias of a column', { aggregations: [{ type: 'count', field: '*', alias: 'name' }] }],
    [
      'alias twice',
      {
        aggregations: [
          { type: 'count', field: '*', alias: 'n' },
          { type: 'count', field: '*', alias: 'N' },
        ],
      },
    ],
    ['aggregation of words', { aggregations: [{ type: 'max', field: 'name', alias: 'n' }] }],
    ['sum of all rows', { aggregations: [{ type: 'sum', field: '*', alias: 'n' }] }],
    ['unknown aggregation', { aggregations: [{ type: 'pg_sleep', field: '*', alias: 'n' }] }],
    ['sort by nothing of it', { sortBy: { field: 'hash', direction: 'asc' } }],
    ['sort with SQL', { sortBy: { field: 'id; select 1', direction: 'asc' } }],
    ['sort by an inherited name', { sortBy: { field: 'constructor', direction: 'asc' } }],
    ['direction with SQL', { sortBy: { field: 'id', direction: 'asc; drop table users' } }],
    ['operator', { filters: { status: { $ne: 'failed' } } }],
    ['unknown filter', { filters: { password: 'x' } }],
    ['filter of another type', { filters: { verified: true } }],
    ['filter of what is not joined', { filters: { role: ['admin'] } }],
    ['choice of another type', { filters: { status: ['suspended'] } }],
    ['backward range', { filters: { dateRange: { start: '2026-02-02', end: '2026-02-01' } } }],
    ['half a range', { filters: { dateRange: { start: '2026-02-02' } } }],
    [
      'group by nothing of it',
      { groupBy: [{ field: 'hash' }], aggregations: [{ type: 'count', field: '*', alias: 'n' }] },
    ],
    [
      'group of times as they are',
      { groupBy: [{ field: 'created_at' }], aggregations: [{ type: 'count', field: '*', alias: 'n' }] },
    ],
    [
      'group of words by day',
      {
        groupBy: [{ field: 'name', unit: 'day' }],
        aggregations: [{ type: 'count', field: '*', alias: 'n' }],
      },
    ],
    ['unknown unit', { groupBy: [{ field: 'created_at', unit: 'century' }] }],
    ['group without aggregation', { groupBy: [{ field: 'status' }] }],
    ['something beside', { limit: 'all' }],
  ]
  it.each(attacks)('%s', async (_what, change) => {
    const definition = { ...report('documents', { columns: ['id'], joins: [] }), ...change }
    const answers = [
      await ask({ definition }),
      await test.call({
        method: 'GET',
        url: `/api/reports/csv?definition=${encodeURIComponent(JSON.stringify(definition))}`,
        headers: { cookie },
      }),
      await test.call({
        method: 'POST',
        url: '/api/reports/templates',
        payload: (({ name, type, ...settings }) => ({ name, description: '', type, settings }))(definition),
        headers: { cookie },
      }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422])
  })

  it.each([
    '{"definition": {"__proto__": {"type": "users"}}}',
    '{"definition": {"name": "x", "constructor": {"prototype": {"type": "users"}}}}',
    '{',
  ])('the body %s', async (payload) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await test.call({ method: 'POST', url: '/api/reports/run', payload, headers })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    const csv = await test.call({
      method: 'GET',
      url: `/api/reports/csv?definition=${encodeURIComponent(payload)}`,
      headers: { cookie },
    })
    expect(csv.statusCode).toBe(422)
  })
})

describe('the database role for reports', () => {
  const as = (role: PersonActor['role']): PersonActor => ({ kind: 'person', id: admin.id, role })
  const reading = (statement: string, actor = as('admin')) =>
    test.database.transact(
      actor,
      (tx) => sql.raw<Record<string, unknown>>(statement).execute(tx),
      reportReading,
    )

  it('can read only the columns of reports and change nothing', async () => {
    const { rows } = await reading(`
      select n.nspname || '.' || c.relname as "table", a.attname as "column"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and a.attnum > 0
        and c.relkind in ('r', 'v', 'm', 'p', 'f') and has_schema_privilege(n.oid, 'usage')
        and has_column_privilege(c.oid, a.attnum, 'select')`)
    const readable = Map.groupBy(rows, ({ table }) => table)
    const expected = reportTypes.map((type) => [
      `public.report_${type}`,
      Object.keys(reportCatalog[type].columns).sort(),
    ])
    expect(
      Object.fromEntries(
        [...readable].map(([table, columns]) => [table, columns.map(({ column }) => column).sort()]),
      ),
    ).toEqual(Object.fromEntries(expected))
    const writable = await reading(`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and c.relkind in ('r', 'v', 'p')
        and has_table_privilege(c.oid, 'insert, update, delete, truncate')`)
    expect(writable.rows).toEqual([])
  })

  it.each(['passwords', 'sessions', 'users', 'documents', 'report_templates'])(
    'cannot read %s',
    async (table) => {
      await expect(reading(`select * from ${table}`)).rejects.toMatchObject({ code: '42501' })
    },
  )

  it('shows rows only to administrators and to no other database role', async () => {
    for (const type of reportTypes) {
      const count = `select count(*) as count from report_${type}`
      expect((await reading(count)).rows, type).toEqual([{ count: world[type].length }])
      expect((await reading(count, as('user'))).rows, type).toEqual([{ count: 0 }])
      const asPerson = test.database.transact(as('admin'), (tx) => sql.raw(count).execute(tx))
      expect(await asPerson.catch((error: unknown) => error), type).toMatchObject({ code: '42501' })
    }
  })
})

describe('the table of a report', () => {
  const csv = (definition: ReportDefinition) =>
    test.call({
      method: 'GET',
      url: `/api/reports/csv?definition=${encodeURIComponent(JSON.stringify(definition))}`,
      headers: { cookie },
    })

  it('contains every row, is named after the report and the day, and none of its texts runs as a formula', async () => {
    const definition = report('documents', {
      name: 'All “forms”/2026',
      columns: ['name', 'status', 'date_processed', 'owner.role'],
      sortBy: { field: 'name', direction: 'asc' },
    })
    const answer = await csv(definition)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain('filename="All _forms__2026 2026-03-02.csv"')
    const [heading, first, ...more] = answer.body.split('\r\n')
    expect(heading).toBe('\uFEFF"Name","Status","Processed","Owner: Role"')
    expect(first).toMatch(/^"'=SUM\(1\)","processed","2026-02-25T03:00:00.000Z","user"$/)
    expect(more).toHaveLength(world.documents.length)
    const { rows } = await test.database.executeAsOwner(
      `select actor_id, details from audit_entries where action = 'report.download'`,
    )
    expect(rows).toEqual([{ actor_id: admin.id, details: { type: 'documents' } }])
    expect(test.logged()).not.toContain('=SUM')
  })

  it('contains groups too, and numbers as numbers', async () => {
    const answer = await csv(
      report('businesses', {
        groupBy: [{ field: 'verified' }],
        aggregations: [{ type: 'count', field: '*', alias: 'Businesses' }],
        sortBy: { field: 'verified', direction: 'asc' },
      }),
    )
    expect(answer.body).toBe('\uFEFF"Verified","Businesses"\r\n"false",3\r\n"true",3\r\n')
  })

  it('stops when the reader is no longer an administrator', async () => {
    const { id } = await createPerson(test, 'admin')
    const actor: PersonActor = { kind: 'person', id, role: 'admin' }
    const { content } = await downloadReport(test.services, { actor, origin: noOrigin }, report('users'))
    await test.database.executeAsOwner(`update users set role = 'user' where id = $1`, [id])
    await expect(text(content as Readable)).rejects.toMatchObject({ code: 'not-allowed' })
  })
})
