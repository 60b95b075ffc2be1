import type { ReportDefinition, ReportFilters, ReportResult } from '@exempta/contract/reports'
import { type FilterName, findFilter, type ReportType } from '@exempta/contract/reports/catalog'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import {
  type ColumnLayout,
  columnOf,
  fromSource,
  layOut,
  layOutAggregation,
  layOutColumn,
  type ReportSource,
  sortKeyOf,
  zoneOf,
} from './sources.ts'

/** Filters with fixed days. */
export interface ResolvedFilters extends Omit<ReportFilters, 'dateRange'> {
  dateRange?: { start: string; end: string } | undefined
}

type Condition = RawBuilder<unknown>
type Write<Name extends FilterName> = (
  column: Condition,
  value: NonNullable<(Name extends 'dateRange' ? ResolvedFilters : ReportFilters)[Name]>,
  zone: Condition,
) => Condition[]

const oneOf = (column: Condition, choices: readonly string[]) => [
  sql`${column} = any(${[...choices]}::text[])`,
]
const between = (column: Condition, { min, max }: { min?: number | undefined; max?: number | undefined }) => [
  ...(min === undefined ? [] : [sql`${column} >= ${min}::int`]),
  ...(max === undefined ? [] : [sql`${column} <= ${max}::int`]),
]
const writers: { readonly [Name in FilterName]: Write<Name> } = {
  dateRange: (column, { start, end }, zone) => [
    sql`${column} >= ${start}::date::timestamp at time zone ${zone}`,
    sql`${column} < (${end}::date + 1)::timestamp at time zone ${zone}`,
  ],
  status: oneOf,
  type: oneOf,
  role: oneOf,
  verified: (column, isVerified) => [sql`${column} = ${isVerified}::boolean`],
  businessType: oneOf,
  documentCount: between,
  userCount: between,
  profileName: (column, text) => [sql`${column} ilike ${containing(text)}::text`],
}

function conditionsOf(source: ReportSource, filters: ResolvedFilters): Condition[] {
  return (Object.keys(writers) as FilterName[]).flatMap((name) => {
    const value = filters[name]
    const place = findFilter(source.type, source.joins, name)
    if (value === undefined || !place) return []
    const write = writers[name] as (column: Condition, value: unknown, zone: Condition) => Condition[]
    return write(columnOf(source, place.column).reference, value, zoneOf(source))
  })
}

const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** Checked for each batch, so that a person who lost the role gets no more rows. */
export async function isAdministrator(tx: Transaction, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from report_users where id = ${personId}::uuid and role = 'admin' and status = 'active'`.execute(
    tx,
  )
  return rows.length === 1
}

type Sql = RawBuilder<unknown>

/** The last row before the page: its sort key (absent if null) and its unique row id. */
export type ReportPosition = readonly [rowId: string] | readonly [rowId: string, key: string]

export interface ReportRow {
  cells: unknown[]
  position: ReportPosition
}

/** The rows as `t`: c0, c1, … for the cells, `sort_key`, and a unique `row_id` that is never null. */
interface Shape {
  rows: Sql
  direction: 'asc' | 'desc'
  keyType: Sql
  isNullable: boolean
  rowIdType: Sql
}

const cellName = (index: number) => sql.id(`c${index}`)

export async function readRows(
  tx: Transaction,
  definition: ReportDefinition,
  filters: ResolvedFilters,
  after: ReportPosition | undefined,
  limit: number,
): Promise<ReportRow[]> {
  const { rows } = await selectRows(definition, filters, after, limit).execute(tx)
  return rows.map(asReportRow(definition))
}

/** Reads the rows in parts, so that they do not all have to be in memory. */
export async function* readRowsInParts(
  tx: Transaction,
  definition: ReportDefinition,
  filters: ResolvedFilters,
  after: ReportPosition | undefined,
  limit: number,
): AsyncGenerator<ReportRow[]> {
  const toReportRow = asReportRow(definition)
  await sql`declare report_rows no scroll cursor for ${selectRows(definition, filters, after, limit)}`.execute(
    tx,
  )
  for (;;) {
    const { rows } = await sql<SelectedRow>`fetch ${sql.lit(rowsPerPart)} from report_rows`.execute(tx)
    yield rows.map(toReportRow)
    if (rows.length < rowsPerPart) return
  }
}

type SelectedRow = Record<string, unknown>
const rowsPerPart = 500

function selectRows(
  definition: ReportDefinition,
  filters: ResolvedFilters,
  after: ReportPosition | undefined,
  limit: number,
): RawBuilder<SelectedRow> {
  const columns = layOut(definition)
  const shape =
    definition.groupBy.length > 0
      ? groups(definition, columns, filters)
      : single(definition, columns, filters)
  const order = shape.direction === 'desc' ? sql`desc` : sql`asc`
  return sql<SelectedRow>`
    select * from (${shape.rows}) t
    ${after ? sql`where ${isAfter(shape, after)}` : sql``}
    order by sort_key ${order} ${shape.isNullable ? sql`nulls last` : sql``}, row_id ${order}
    limit ${limit}`
}

function asReportRow(definition: ReportDefinition): (row: SelectedRow) => ReportRow {
  const names = layOut(definition).map((_, index) => `c${index}`)
  return (row) => ({ cells: names.map((name) => row[name] ?? null), position: positionOf(row) })
}

function single(
  definition: ReportDefinition,
  columns: readonly ColumnLayout[],
  filters: ResolvedFilters,
): Shape {
  const { field, direction } = definition.sortBy ?? { field: 'created_at', direction: 'desc' as const }
  const sorted = layOutColumn(definition, field)
  return {
    rows: sql`
      select ${sql.join(columns.map(({ cell }, index) => sql`${cell} as ${cellName(index)}`))},
        ${sortKeyOf(sorted.shown.kind, sorted.cell)} as sort_key, r.id as row_id
      from ${fromSource(definition)} where ${allOf(conditionsOf(definition, filters))}`,
    direction,
    keyType: keyTypes[sorted.shown.kind],
    isNullable: sorted.isNullable,
    rowIdType: sql`uuid`,
  }
}

/** Groups by time are in chronological order, others by size, largest first. */
function groups(
  definition: ReportDefinition,
  columns: readonly ColumnLayout[],
  filters: ResolvedFilters,
): Shape {
  const { groupBy, sortBy } = definition
  const byTime = groupBy.findIndex(({ unit }) => unit !== undefined)
  const place = sortBy
    ? columns.findIndex(({ shown }) => shown.key === sortBy.field)
    : byTime >= 0
      ? byTime
      : groupBy.length
  const sorted = columns[place]
  if (!sorted) throw new RangeError('The groups have no such column.')
  const keys = groupBy.map((_, index) => cellName(index))
  return {
    rows: sql`
      select g.*, ${sortKeyOf(sorted.shown.kind, cellName(place))} as sort_key,
        jsonb_build_array(${sql.join(keys)})::text collate "C" as row_id
      from (
        select ${sql.join(columns.map(({ cell }, index) => sql`${cell} as ${cellName(index)}`))}
        from ${fromSource(definition)} where ${allOf(conditionsOf(definition, filters))}
        group by ${sql.join(keys.map((_, index) => sql.lit(index + 1)))}) g`,
    direction: sortBy?.direction ?? (byTime >= 0 ? 'asc' : 'desc'),
    keyType: keyTypes[sorted.shown.kind],
    isNullable: sorted.isNullable,
    rowIdType: sql`text`,
  }
}

const keyTypes: Readonly<Record<ColumnLayout['shown']['kind'], Sql>> = {
  id: sql`uuid`,
  text: sql`text`,
  choice: sql`text`,
  number: sql`float8`,
  flag: sql`boolean`,
  time: sql`timestamptz`,
  day: sql`text`,
}

function isAfter({ direction, keyType, isNullable, rowIdType }: Shape, [rowId, key]: ReportPosition): Sql {
  const beyond = direction === 'desc' ? sql`<` : sql`>`
  const id = sql`${rowId}::${rowIdType}`
  if (key === undefined) return sql`sort_key is null and row_id ${beyond} ${id}`
  const next = sql`(sort_key, row_id) ${beyond} (${key}::text::${keyType}, ${id})`
  return isNullable ? sql`(${next} or sort_key is null)` : next
}

function positionOf({ row_id, sort_key }: SelectedRow): ReportPosition {
  const rowId = String(row_id)
  if (sort_key === null || sort_key === undefined) return [rowId]
  return [rowId, sort_key instanceof Date ? sort_key.toISOString() : String(sort_key)]
}

type Summary = NonNullable<ReportResult['summary']>

/** Extra counts shown beside the total for some types. */
const noted: Partial<
  Record<ReportType, { name: 'processed' | 'verified'; condition: ReturnType<typeof sql> }>
> = {
  documents: { name: 'processed', condition: sql`r.status = 'processed'` },
  businesses: { name: 'verified', condition: sql`r.verified` },
}

/** Aggregates all rows that match the filters in one pass. */
export async function readSummary(
  tx: Transaction,
  definition: ReportDefinition,
  filters: ResolvedFilters,
): Promise<Summary> {
  const extra = noted[definition.type]
  const figures = definition.aggregations.map(
    (aggregation, index) => sql`${layOutAggregation(definition, aggregation).cell} as ${sql.id(`a${index}`)}`,
  )
  const counts = [
    sql`count(*) as total`,
    ...(extra ? [sql`count(*) filter (where ${extra.condition}) as noted`] : []),
    ...figures,
  ]
  const { rows } = await sql<Record<string, number | null>>`
    select ${sql.join(counts)} from ${fromSource(definition)}
    where ${allOf(conditionsOf(definition, filters))}`.execute(tx)
  const row = rows[0] ?? {}
  return {
    total: row.total ?? 0,
    ...(extra && { [extra.name]: row.noted ?? 0 }),
    aggregations: definition.aggregations.map(({ alias }, index) => ({
      alias,
      value: row[`a${index}`] ?? null,
    })),
  }
}
