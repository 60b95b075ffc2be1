import type { CellKind } from '@exempta/contract/report-catalog'
import type {
  Aggregation,
  ReportDefinition,
  ReportGroup,
  ReportResult,
  TimeUnit,
} from '@exempta/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import { columnOf, type ReportSource } from './sources.ts'

/** One column of the result, and the SQL of its cells. */
export interface LaidOut {
  shown: ReportResult['columns'][number]
  isNullable: boolean
  cell: RawBuilder<unknown>
}

const starts: Readonly<Record<TimeUnit, RawBuilder<unknown>>> = {
  day: sql`'day'`,
  week: sql`'week'`,
  month: sql`'month'`,
}

/** A group of times is the first day of its day, week or month. */
function layOutGroup(source: ReportSource, { field, unit }: ReportGroup): LaidOut {
  const { column, reference } = columnOf(source, field)
  const isNullable = column.isNullable ?? false
  if (!unit)
    return { shown: { key: field, label: column.label, kind: column.kind }, isNullable, cell: reference }
  return {
    shown: { key: field, label: `${column.label} (${unit})`, kind: 'day' },
    isNullable,
    cell: sql`to_char(date_trunc(${starts[unit]}, ${reference} at time zone 'UTC'), 'YYYY-MM-DD')`,
  }
}

const aggregates: Readonly<Record<Aggregation['type'], (field: RawBuilder<unknown>) => RawBuilder<unknown>>> =
  {
    count: (field) => sql`count(${field})`,
    sum: (field) => sql`sum(${field})`,
    avg: (field) => sql`avg(${field})::float8`,
    min: (field) => sql`min(${field})`,
    max: (field) => sql`max(${field})`,
  }

/** Without a row to look at, all but a count are nothing. */
export function layOutAggregation(source: ReportSource, { type, field, alias }: Aggregation): LaidOut {
  const of = field === '*' ? sql`*` : columnOf(source, field).reference
  return {
    shown: { key: alias, label: alias, kind: 'number' },
    isNullable: type !== 'count',
    cell: aggregates[type](of),
  }
}

export function layOut(definition: ReportDefinition): LaidOut[] {
  if (definition.groupBy.length === 0) return definition.columns.map((key) => layOutColumn(definition, key))
  return [
    ...definition.groupBy.map((group) => layOutGroup(definition, group)),
    ...definition.aggregations.map((aggregation) => layOutAggregation(definition, aggregation)),
  ]
}

export function layOutColumn(source: ReportSource, key: string): LaidOut {
  const { column, reference } = columnOf(source, key)
  return {
    shown: { key, label: column.label, kind: column.kind },
    isNullable: column.isNullable ?? false,
    cell: reference,
  }
}

/** What a value of this kind is sorted by; words without regard to their case. */
export const sortKeyOf = (kind: CellKind | 'day', cell: RawBuilder<unknown>): RawBuilder<unknown> =>
  kind === 'text' ? sql`lower(${cell})` : cell
