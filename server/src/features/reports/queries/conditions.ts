import { type FilterName, findFilter } from '@exempta/contract/report-catalog'
import type { ReportFilters } from '@exempta/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { ResolvedFilters } from '../resolve-filters.ts'
import { columnOf, type ReportSource } from './sources.ts'

type Condition = RawBuilder<unknown>
type Write<Name extends FilterName> = (
  column: Condition,
  value: NonNullable<(Name extends 'dateRange' ? ResolvedFilters : ReportFilters)[Name]>,
) => Condition[]

const oneOf = (column: Condition, choices: readonly string[]) => [
  sql`${column} = any(${[...choices]}::text[])`,
]
const between = (column: Condition, { min, max }: { min?: number | undefined; max?: number | undefined }) => [
  ...(min === undefined ? [] : [sql`${column} >= ${min}::int`]),
  ...(max === undefined ? [] : [sql`${column} <= ${max}::int`]),
]
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const writers: { readonly [Name in FilterName]: Write<Name> } = {
  dateRange: (column, { start, end }) => [
    sql`${column} >= ${start}::date::timestamptz`,
    sql`${column} < (${end}::date + 1)::timestamptz`,
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

/** Days are those of UTC, which is the time zone of every session. */
export function conditionsOf(source: ReportSource, filters: ResolvedFilters): Condition[] {
  return (Object.keys(writers) as FilterName[]).flatMap((name) => {
    const value = filters[name]
    const place = findFilter(source.type, source.joins, name)
    if (value === undefined || !place) return []
    const write = writers[name] as (column: Condition, value: unknown) => Condition[]
    return write(columnOf(source, place.column).reference, value)
  })
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
