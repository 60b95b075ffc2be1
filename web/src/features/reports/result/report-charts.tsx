import { dayMs } from '@exempta/contract/durations'
import type {
  ReportCharts as Choices,
  ReportDefinition,
  ReportResult,
  TimeUnit,
} from '@exempta/contract/reports'
import { reportCatalog } from '@exempta/contract/reports/catalog'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ChangeReport } from '../report-state.ts'
import { type ChartChoice, type ChartKind, chartOf } from './chart-data.ts'
import { useGroups } from './use-report.ts'

const kindWords: Record<ChartKind, string> = { line: 'Line', bar: 'Bars', donut: 'Donut' }
const allRows = [{ type: 'count' as const, field: '*', alias: 'Rows' }]

interface ReportChartsProps {
  definition: ReportDefinition
  result: ReportResult
  onChange: ChangeReport
}

/** How the charts are drawn is part of the report, so that a template or a link shows the same. */
export function ReportCharts({ definition, result, onChange }: ReportChartsProps) {
  const parts = {
    definition,
    result,
    onChoice: (choice: Choices) => onChange((now) => ({ ...now, charts: { ...now.charts, ...choice } })),
  }
  return definition.groupBy.length > 0 ? <GroupsChart {...parts} /> : <RowsCharts {...parts} />
}

interface ChartsProps {
  definition: ReportDefinition
  result: ReportResult
  onChoice: (choice: Choices) => void
}

function GroupsChart({ definition, result, onChoice }: ChartsProps) {
  const { aggregations, charts } = definition
  // The aggregation that was chosen may have been removed since.
  const measure = charts?.measure && aggregations[charts.measure] ? charts.measure : 0
  const chart = chartOf(definition, result, measure)
  if (!chart) return null
  return (
    <Card>
      <DrawnChart chart={chart} chosen={charts?.groups} onChosen={(groups) => onChoice({ groups })}>
        {aggregations.length > 1 && (
          <Select
            aria-label="Value to chart"
            options={aggregations.map(({ alias }, index) => ({ value: String(index), label: alias }))}
            value={String(measure)}
            onChange={(event) => onChoice({ measure: Number(event.target.value) })}
          />
        )}
      </DrawnChart>
    </Card>
  )
}

/** Rows have charts, too: when they came, and in which state they are. */
function RowsCharts({ definition, result, onChoice }: ChartsProps) {
  const unit = unitFor(result.metadata.filters.dateRange)
  const { sortBy, charts: chosen, ...rest } = definition
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
    { name: 'time', chart: times.data && chartOf(overTime, times.data) },
    { name: 'status', chart: states.data && chartOf(byStatus, states.data) },
  ] as const
  const drawn = charts.filter(({ chart }) => chart !== undefined)
  if (drawn.length === 0) return null
  return (
    <div className={drawn.length > 1 ? 'grid gap-6 xl:grid-cols-2' : 'grid gap-6'}>
      {drawn.map(
        ({ name, chart }) =>
          chart && (
            <Card key={name}>
              <DrawnChart
                chart={chart}
                chosen={chosen?.[name]}
                onChosen={(kind) => onChoice({ [name]: kind })}
              />
            </Card>
          ),
      )}
    </div>
  )
}

interface DrawnChartProps {
  chart: ChartChoice
  chosen: ChartKind | undefined
  onChosen: (kind: ChartKind) => void
  /** More to choose beside the kind. */
  children?: ReactNode
}

function DrawnChart({ chart: { kinds, ...chart }, chosen, onChosen, children }: DrawnChartProps) {
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
            onChange={(event) => onChosen(event.target.value as ChartKind)}
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
