import type {
  Aggregation,
  ReportDefinition,
  ReportGroup,
  ReportResult,
  TimeUnit,
} from '@exempta/contract/reports'
import {
  type CellKind,
  findColumn,
  ownEntry,
  type ReportColumn,
  type ReportType,
} from '@exempta/contract/reports/catalog'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'

/**
 * Translates a report's definition to SQL. Every name comes from the tables here and from the contract's
 * catalog; the client's input only selects among them, and its values are passed as parameters.
 */

export type ReportSource = Pick<ReportDefinition, 'type' | 'joins' | 'timeZone'>

const views: Readonly<Record<ReportType, string>> = {
  documents: 'report_documents',
  businesses: 'report_businesses',
  users: 'report_users',
  document_shares: 'report_document_shares',
  business_users: 'report_business_users',
}

interface Relation {
  type: ReportType
  key: string
}

/** The table and join column of each relation in the catalog. */
const relations: Readonly<Record<ReportType, Readonly<Record<string, Relation>>>> = {
  documents: { owner: { type: 'users', key: 'user_id' } },
  businesses: {},
  users: {},
  document_shares: {
    document: { type: 'documents', key: 'document_id' },
    business: { type: 'businesses', key: 'business_id' },
  },
  business_users: { business: { type: 'businesses', key: 'business_id' } },
}

/** The rows of the type as `r` with the joined relations; rows without a related row are kept. */
export function fromSource({ type, joins }: ReportSource): RawBuilder<unknown> {
  const joined = joins.map((name) => {
    const relation = ownEntry(relations[type], name)
    if (!relation) throw unknownName('joins')
    return sql`left join ${sql.table(views[relation.type])} as ${sql.id(`j_${name}`)}
      on ${sql.id(`j_${name}`, 'id')} = ${sql.id('r', relation.key)}`
  })
  return sql`${sql.table(views[type])} as r ${sql.join(joined, sql` `)}`
}

/** A column of the report with its SQL. */
export function columnOf(
  { type, joins }: ReportSource,
  untrustedKey: string,
): { column: ReportColumn; reference: RawBuilder<unknown> } {
  const column = findColumn(type, joins, untrustedKey)
  if (!column) throw unknownName('columns')
  const [first = '', second] = untrustedKey.split('.')
  return { column, reference: second === undefined ? sql.id('r', first) : sql.id(`j_${first}`, second) }
}

/** The contract has already refused unknown names; this is a second line of defense. */
const unknownName = (path: string) =>
  new AppError('invalid-input', { fields: [{ path, message: 'This does not belong to the report' }] })

/** One column of the result with the SQL of its cells. */
export interface ColumnLayout {
  shown: ReportResult['columns'][number]
  isNullable: boolean
  cell: RawBuilder<unknown>
}

const starts: Readonly<Record<TimeUnit, RawBuilder<unknown>>> = {
  day: sql`'day'`,
  week: sql`'week'`,
  month: sql`'month'`,
}

/** The contract has checked that it names a time zone, so it is safe as a literal, which a group needs. */
export const zoneOf = ({ timeZone = 'UTC' }: ReportSource): RawBuilder<unknown> => sql.lit(timeZone)

/** A time group is labeled with the first day of its day, week or month. */
function layOutGroup(source: ReportSource, { field, unit }: ReportGroup): ColumnLayout {
  const { column, reference } = columnOf(source, field)
  const isNullable = column.isNullable ?? false
  if (!unit)
    return { shown: { key: field, label: column.label, kind: column.kind }, isNullable, cell: reference }
  return {
    shown: { key: field, label: `${column.label} (${unit})`, kind: 'day' },
    isNullable,
    cell: sql`to_char(date_trunc(${starts[unit]}, ${reference} at time zone ${zoneOf(source)}), 'YYYY-MM-DD')`,
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

/** Without rows, every aggregation except a count is null. */
export function layOutAggregation(source: ReportSource, { type, field, alias }: Aggregation): ColumnLayout {
  const of = field === '*' ? sql`*` : columnOf(source, field).reference
  return {
    shown: { key: alias, label: alias, kind: 'number' },
    isNullable: type !== 'count',
    cell: aggregates[type](of),
  }
}

export function layOut(definition: ReportDefinition): ColumnLayout[] {
  if (definition.groupBy.length === 0) return definition.columns.map((key) => layOutColumn(definition, key))
  return [
    ...definition.groupBy.map((group) => layOutGroup(definition, group)),
    ...definition.aggregations.map((aggregation) => layOutAggregation(definition, aggregation)),
  ]
}

export function layOutColumn(source: ReportSource, key: string): ColumnLayout {
  const { column, reference } = columnOf(source, key)
  return {
    shown: { key, label: column.label, kind: column.kind },
    isNullable: column.isNullable ?? false,
    cell: reference,
  }
}

/** The sort key for a value of this kind; text is compared case-insensitively. */
export const sortKeyOf = (kind: CellKind | 'day', cell: RawBuilder<unknown>): RawBuilder<unknown> =>
  kind === 'text' ? sql`lower(${cell})` : cell
