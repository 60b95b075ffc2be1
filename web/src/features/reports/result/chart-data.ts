import type { ReportDefinition, ReportResult, TimeUnit } from '@exempta/contract/reports'
import { reportCatalog } from '@exempta/contract/reports/catalog'
import { toneOf } from '../../../ui/badge.tsx'
import type { ChartProps } from '../../../ui/chart-types.ts'
import { cellText, isStatusColumn } from './report-table.tsx'

const most = 400

/** The first days of all days, weeks or months from one to another; none when there are too many to draw. */
export function everyStart(unit: TimeUnit, first: string, last: string): string[] {
  const starts: string[] = []
  for (const day = new Date(first); ; step(day, unit)) {
    const start = day.toISOString().slice(0, 10)
    if (start > last) return starts
    if (starts.length === most) return []
    starts.push(start)
  }
}

function step(day: Date, unit: TimeUnit): void {
  if (unit === 'month') day.setUTCMonth(day.getUTCMonth() + 1)
  else day.setUTCDate(day.getUTCDate() + (unit === 'week' ? 7 : 1))
}

export type ChartKind = ChartProps['kind']

export interface ChartChoice extends Omit<ChartProps, 'kind'> {
  /** Those that suit the data, the best first. */
  kinds: readonly ChartKind[]
}

const donutSlices = 6
const seriesMost = 6
const none = 'None'

/** The chart of groups; undefined where a drawing would say less than the table. */
export function chartOf(
  { type, groupBy, aggregations }: Pick<ReportDefinition, 'type' | 'groupBy' | 'aggregations'>,
  { columns, rows, nextCursor }: Pick<ReportResult, 'columns' | 'rows' | 'nextCursor'>,
  measure = 0,
): ChartChoice | undefined {
  const shown = aggregations[measure]
  const [first, second] = groupBy
  const firstColumn = columns[0]
  if (!shown || !first || !firstColumn || nextCursor !== null || rows.length === 0) return undefined
  const words = (row: ReportResult['rows'][number], index: number) => {
    const [column, cell = null] = [columns[index], row[index]]
    return !column || cell === null ? none : cellText(column, cell)
  }
  const series = second ? [...new Set(rows.map((row) => words(row, 1)))] : [shown.alias]
  if (series.length > seriesMost) return undefined
  // Statuses have the colors of their badges.
  const tones = columns.map(({ key }, index) =>
    isStatusColumn(key)
      ? new Map(rows.map((row) => [words(row, index), toneOf(String(row[index]))]))
      : undefined,
  )
  const found = new Map<string, Record<string, number>>()
  for (const start of first.unit ? starts(first.unit, rows) : []) found.set(cellText(firstColumn, start), {})
  for (const row of rows) {
    const values = found.get(words(row, 0)) ?? {}
    values[second ? words(row, 1) : shown.alias] = Number(row[groupBy.length + measure] ?? 0)
    found.set(words(row, 0), values)
  }
  const points = [...found].map(([label, values]) => ({
    label,
    tone: tones[0]?.get(label),
    values: Object.fromEntries(series.map((key) => [key, values[key] ?? 0])),
  }))
  if (points.length < 2 && !second) return undefined
  return {
    kinds: kindsFor(first.unit !== undefined, points.length, series.length, shown.type),
    title: titleOf(type, shown, groupBy, columns),
    pointLabel: firstColumn.label,
    points,
    series: series.map((key) => ({
      key,
      label: second ? key : measureWords(type, shown),
      tone: second && tones[1]?.get(key),
    })),
  }
}

type Measure = ReportDefinition['aggregations'][number]

/** A count of all rows that nobody has named is a count of what the report is about. */
const measureWords = (type: ReportDefinition['type'], { field, alias }: Measure) =>
  field === '*' && /^Rows(?: \d+)?$/.test(alias) ? reportCatalog[type].label : alias

/** `Documents per day`, `Users by role and status`. */
function titleOf(
  type: ReportDefinition['type'],
  measure: Measure,
  groupBy: ReportDefinition['groupBy'],
  columns: ReportResult['columns'],
): string {
  const lower = (label = '') => label.charAt(0).toLowerCase() + label.slice(1)
  const times = groupBy.flatMap(({ unit }) => (unit ? [` per ${unit}`] : []))
  const others = groupBy.flatMap(({ unit }, index) => (unit ? [] : [lower(columns[index]?.label)]))
  const by = others.length > 0 ? ` by ${others.join(' and ')}` : ''
  return `${measureWords(type, measure)}${times.join('')}${by}`
}

/** Parts of a whole are a donut: only counts and sums add up to one. */
function kindsFor(isTime: boolean, points: number, series: number, type: string): ChartKind[] {
  if (isTime) return ['line', 'bar']
  const isWhole = (type === 'count' || type === 'sum') && points <= donutSlices && series === 1
  return isWhole ? ['donut', 'bar'] : ['bar']
}

/** Also those between, in which nothing happened; times that are unknown stay out of the row. */
function starts(unit: TimeUnit, rows: ReportResult['rows']): string[] {
  const known = rows
    .map(([cell]) => cell)
    .filter((cell) => typeof cell === 'string')
    .sort()
  const [first, last] = [known[0], known.at(-1)]
  return first && last ? everyStart(unit, first, last) : []
}
