import type { ReportDefinition, ReportResult } from '@exempta/contract/reports'
import { texts } from '@exempta/contract/texts'
import { BadgeCheck, ChartNoAxesColumn, CircleCheck, RotateCw, Rows3, Sigma } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { zoneInWords } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import type { ChangeReport } from '../report-state.ts'
import { ReportCharts } from './report-charts.tsx'
import { cellText, ReportTable } from './report-table.tsx'
import type { ReportQuery } from './use-report.ts'

const figure = (value: number | null) =>
  value === null ? '–' : value.toLocaleString(undefined, { maximumFractionDigits: 2 })

function ReportSummary({ summary }: { summary: ReportResult['summary'] }) {
  if (!summary) return null
  const { total, processed, verified, aggregations } = summary
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label="Total" value={total} icon={<Rows3 aria-hidden />} />
      {processed !== undefined && (
        <StatCard label="Processed" value={processed} icon={<CircleCheck aria-hidden />} />
      )}
      {verified !== undefined && (
        <StatCard label="Verified" value={verified} icon={<BadgeCheck aria-hidden />} />
      )}
      {aggregations.map(({ alias, value }) => (
        <StatCard key={alias} label={alias} value={figure(value)} icon={<Sigma aria-hidden />} />
      ))}
    </div>
  )
}

interface ReportOutcomeProps {
  definition: ReportDefinition
  canRun: boolean
  report: ReportQuery
  onChange: ChangeReport
}

export function ReportOutcome({ definition, canRun, report, onChange }: ReportOutcomeProps) {
  if (!canRun) {
    return (
      <Card>
        <EmptyState title="Nothing to show yet" icon={<ChartNoAxesColumn aria-hidden />}>
          Choose a type and at least one column, then run the report.
        </EmptyState>
      </Card>
    )
  }
  const first = report.data?.pages[0]
  const failure = report.error && (
    <FailedState
      message={errorText(report.error)}
      onRetry={() => void report.refetch()}
      isRetrying={report.isRefetching}
    />
  )
  if (!first) return failure ?? <SectionSpinner label="Running the report…" />
  return (
    <section aria-label={definition.name} aria-busy={report.isPlaceholderData} className="grid min-w-0 gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">{definition.name}</h2>
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          <span>
            Generated {cellText({ kind: 'time' }, first.metadata.generatedAt)} in{' '}
            {Math.round(first.metadata.executionTime).toLocaleString()} ms. Days and times are in{' '}
            {zoneInWords(first.metadata.timeZone)}.
          </span>
          <Button
            variant="ghost"
            size="sm"
            isLoading={report.isRefetching}
            onClick={() => void report.refetch()}
          >
            <RotateCw aria-hidden className="size-4" />
            Run again
          </Button>
        </p>
      </div>
      {failure}
      <ReportSummary summary={first.summary} />
      {first.rows.length === 0 ? (
        <Card>
          <EmptyState title={texts.admin.reportEmpty}>Try a longer date range or fewer filters.</EmptyState>
        </Card>
      ) : (
        <>
          <ReportCharts definition={definition} result={first} onChange={onChange} />
          <ReportTable definition={definition} report={report} onChange={onChange} />
        </>
      )}
    </section>
  )
}
