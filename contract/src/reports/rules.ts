import {
  type FilterName,
  filterNames,
  findColumn,
  findFilter,
  ownEntry,
  type ReportType,
  reportCatalog,
} from './catalog.ts'

interface Fault {
  path: (string | number)[]
  message: string
}

/** The parts of a definition that the rules check; the schema has already validated its shape. */
interface Checked {
  type: ReportType
  columns: readonly string[]
  joins: readonly string[]
  filters: Partial<Record<FilterName, unknown>>
  groupBy: readonly { field: string; unit?: string | undefined }[]
  aggregations: readonly { type: string; field: string; alias: string }[]
  sortBy?: { field: string } | undefined
}

/** Rules across the parts of a report: every name must exist for its type. */
export function checkReport(report: Checked): Fault[] {
  return [
    ...checkJoins(report),
    ...checkColumns(report),
    ...checkFilters(report),
    ...checkGroups(report),
    ...checkAggregations(report),
    ...checkSort(report),
  ]
}

const repeated = (names: readonly string[], index: number) => names.indexOf(names[index] ?? '') !== index

function checkJoins({ type, joins }: Checked): Fault[] {
  return joins.flatMap((name, index) =>
    !ownEntry(reportCatalog[type].relations, name) || repeated(joins, index)
      ? [{ path: ['joins', index], message: 'This table isn’t part of the report' }]
      : [],
  )
}

function checkColumns({ type, joins, columns }: Checked): Fault[] {
  return columns.flatMap((key, index) =>
    !findColumn(type, joins, key) || repeated(columns, index)
      ? [{ path: ['columns', index], message: 'This column isn’t part of the report' }]
      : [],
  )
}

function checkFilters({ type, joins, filters }: Checked): Fault[] {
  return filterNames.flatMap((name): Fault[] => {
    const value = filters[name]
    if (value === undefined) return []
    const place = findFilter(type, joins, name)
    if (!place) return [{ path: ['filters', name], message: 'This filter isn’t part of the report' }]
    const { choices } = place
    if (!choices || !Array.isArray(value)) return []
    return value.every((choice) => choices.includes(choice))
      ? []
      : [{ path: ['filters', name], message: 'This isn’t one of the filter’s choices' }]
  })
}

function checkGroups({ type, joins, groupBy, aggregations }: Checked): Fault[] {
  const fields = groupBy.map(({ field }) => field)
  const faults = groupBy.flatMap(({ field, unit }, index): Fault[] => {
    const column = findColumn(type, joins, field)
    if (!column || repeated(fields, index))
      return [{ path: ['groupBy', index, 'field'], message: 'This column isn’t part of the report' }]
    return (column.kind === 'time') === (unit !== undefined)
      ? []
      : [
          {
            path: ['groupBy', index, 'unit'],
            message: 'Group dates by day, week or month; other columns can’t be grouped that way',
          },
        ]
  })
  if (groupBy.length > 0 && aggregations.length === 0)
    faults.push({
      path: ['aggregations'],
      message: 'Please add at least one aggregation when you group rows',
    })
  return faults
}

function checkAggregations({ type, joins, aggregations }: Checked): Fault[] {
  const aliases = aggregations.map(({ alias }) => alias.toLowerCase())
  return aggregations.flatMap(({ type: kind, field, alias }, index): Fault[] => {
    const isAllRows = kind === 'count' && field === '*'
    if (!isAllRows && findColumn(type, joins, field)?.kind !== 'number')
      return [
        {
          path: ['aggregations', index, 'field'],
          message: 'Aggregations only count values that are numbers',
        },
      ]
    return repeated(aliases, index) || findColumn(type, joins, alias)
      ? [{ path: ['aggregations', index, 'alias'], message: 'This name is taken' }]
      : []
  })
}

/** Groups can be sorted only by what they show: a group column or an aggregation. */
function checkSort({ type, joins, groupBy, aggregations, sortBy }: Checked): Fault[] {
  if (!sortBy) return []
  const isKnown =
    groupBy.length > 0
      ? [...groupBy.map(({ field }) => field), ...aggregations.map(({ alias }) => alias)].includes(
          sortBy.field,
        )
      : findColumn(type, joins, sortBy.field) !== undefined
  return isKnown ? [] : [{ path: ['sortBy', 'field'], message: 'The report can’t be sorted by this' }]
}
