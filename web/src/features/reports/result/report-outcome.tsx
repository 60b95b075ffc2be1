import type { ReportDefinition } from '@exempta/contract/reports'
import { texts } from '@exempta/contract/texts'
import { ChartNoAxesColumn, RotateCw } from 'lucide-react'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { cellText } from './cell-text.ts'
import { ReportCharts } from './report-charts.tsx'
import { ReportSummary } from './report-summary.tsx'
import { ReportTable } from './report-table.tsx'
import type { ReportQuery } from './use-report.ts'

interface ReportOutcomeProps {
  definition: ReportDefinition
  canRun: boolean
  report: ReportQuery
  onChange: (definition: ReportDefinition) => void
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
        <h2 className="text-lg font-semibold">{definition.name}</h2>
        <p className="flex items-center gap-2 text-sm text-ink-muted">
          <span>
            Generated {cellText({ kind: 'time' }, first.metadata.generatedAt)} in{' '}
            {Math.round(first.metadata.executionTime).toLocaleString()} ms
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
          <EmptyState title={texts.admin.reportEmpty}>Try a longer range or fewer filters.</EmptyState>
        </Card>
      ) : (
        <>
          <ReportCharts definition={definition} result={first} />
          <ReportTable definition={definition} report={report} onChange={onChange} />
        </>
      )}
    </section>
  )
}
