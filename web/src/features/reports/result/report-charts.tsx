import { dayMs } from '@exempta/contract/durations'
import type { ReportDefinition, ReportResult, TimeUnit } from '@exempta/contract/reports'
import { reportCatalog } from '@exempta/contract/reports/catalog'
import { type ReactNode, useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { Select } from '../../../ui/select.tsx'
import { type ChartChoice, type ChartKind, chartOf } from './chart-data.ts'
import { useGroups } from './use-report.ts'

const kindWords: Record<ChartKind, string> = { line: 'Line', bar: 'Bars', donut: 'Donut' }
const allRows = [{ type: 'count' as const, field: '*', alias: 'Rows' }]

interface ReportChartsProps {
  definition: ReportDefinition
  result: ReportResult
}

export function ReportCharts({ definition, result }: ReportChartsProps) {
  return definition.groupBy.length > 0 ? (
    <GroupsChart definition={definition} result={result} />
  ) : (
    <RowsCharts definition={definition} result={result} />
  )
}

function GroupsChart({ definition, result }: ReportChartsProps) {
  const [measure, setMeasure] = useState(0)
  const chart = chartOf(definition, result, measure)
  if (!chart) return null
  const { aggregations } = definition
  return (
    <Card>
      <DrawnChart chart={chart}>
        {aggregations.length > 1 && (
          <Select
            aria-label="Value to chart"
            options={aggregations.map(({ alias }, index) => ({ value: String(index), label: alias }))}
            value={String(measure)}
            onChange={(event) => setMeasure(Number(event.target.value))}
          />
        )}
      </DrawnChart>
    </Card>
  )
}

/** Rows have charts, too: when they came, and in which state they are. */
function RowsCharts({ definition, result }: ReportChartsProps) {
  const unit = unitFor(result.metadata.filters.dateRange)
  const { sortBy, ...rest } = definition
  const overTime: ReportDefinition = {
    ...rest,
    groupBy: [{ field: 'created_at', unit }],
    aggregations: allRows,
  }
  const byStatus: ReportDefinition = { ...rest, groupBy: [{ field: 'status' }], aggregations: allRows }
  const hasStatus = Object.hasOwn(reportCatalog[definition.type].columns, 'status')
  const times = useGroups(overTime, true)
  const states = useGroups(byStatus, hasStatus)
  const charts = [
    times.data && chartOf(overTime, times.data),
    states.data && chartOf(byStatus, states.data),
  ].filter((chart) => chart !== undefined)
  if (charts.length === 0) return null
  return (
    <div className={charts.length > 1 ? 'grid gap-6 xl:grid-cols-2' : 'grid gap-6'}>
      {charts.map((chart) => (
        <Card key={chart.title}>
          <DrawnChart chart={chart} />
        </Card>
      ))}
    </div>
  )
}

interface DrawnChartProps {
  chart: ChartChoice
  /** More to choose beside the kind. */
  children?: ReactNode
}

function DrawnChart({ chart: { kinds, ...chart }, children }: DrawnChartProps) {
  const [chosen, setChosen] = useState<ChartKind>()
  const kind = chosen && kinds.includes(chosen) ? chosen : kinds[0]
  if (!kind) return null
  return (
    <>
      <div className="mb-3 flex flex-wrap justify-end gap-2 empty:hidden">
        {children}
        {kinds.length > 1 && (
          <Select
            aria-label={`Chart type: ${chart.title}`}
            className="w-28"
            options={kinds.map((each) => ({ value: each, label: kindWords[each] }))}
            value={kind}
            onChange={(event) => setChosen(event.target.value as ChartKind)}
          />
        )}
      </div>
      <Chart {...chart} kind={kind} />
    </>
  )
}

/** About as many points as a line can show. */
function unitFor(range: ReportResult['metadata']['filters']['dateRange']): TimeUnit {
  if (!range || !('start' in range)) return 'month'
  const days = (Date.parse(range.end) - Date.parse(range.start)) / dayMs
  return days <= 45 ? 'day' : days <= 300 ? 'week' : 'month'
}
