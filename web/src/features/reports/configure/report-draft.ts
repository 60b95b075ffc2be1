import type { ReportDefinition } from '@exempta/contract/reports'
import { type FilterName, filterNames, findColumn, findFilter } from '@exempta/contract/reports/catalog'

/** What every part of the panel gets: the report as it is being put together. */
export interface DraftProps {
  draft: ReportDefinition
  onChange: (draft: ReportDefinition) => void
}

/** Without what the report lost: columns, filters, groups, figures and the order that hung on a relation or a group. */
export function pruned(report: ReportDefinition): ReportDefinition {
  const { type, joins, sortBy, ...rest } = report
  const isKnown = (key: string) => findColumn(type, joins, key) !== undefined
  const groupBy = rest.groupBy.filter(({ field }) => isKnown(field))
  const aggregations = rest.aggregations.filter(({ field }) => field === '*' || isKnown(field))
  const sortable =
    groupBy.length > 0
      ? [...groupBy.map(({ field }) => field), ...aggregations.map(({ alias }) => alias)]
      : undefined
  const keepsOrder = sortBy && (sortable ? sortable.includes(sortBy.field) : isKnown(sortBy.field))
  const filters = { ...rest.filters }
  for (const name of filterNames) if (!findFilter(type, joins, name)) remove(filters, name)
  return {
    ...rest,
    type,
    joins,
    columns: rest.columns.filter(isKnown),
    filters,
    groupBy,
    aggregations,
    ...(keepsOrder && { sortBy }),
  }
}

const remove = (filters: ReportDefinition['filters'], name: FilterName) => delete filters[name]

const rows = { type: 'count' as const, field: '*', alias: 'Rows' }

/** Groups show figures, so the first group brings one. */
export const withGroups = (
  report: ReportDefinition,
  groupBy: ReportDefinition['groupBy'],
): ReportDefinition =>
  pruned({
    ...report,
    groupBy,
    aggregations: groupBy.length > 0 && report.aggregations.length === 0 ? [rows] : report.aggregations,
  })
