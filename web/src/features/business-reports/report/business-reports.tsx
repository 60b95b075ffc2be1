import { downloadBusinessReport, getBusinessReport } from '@exempta/contract/business-reports'
import { limits } from '@exempta/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { addressOf } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { routeQuery } from '../../../lib/query.ts'
import { buttonClass } from '../../../ui/button-class.ts'
import { DateRange } from '../../../ui/date-range.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { ReportCharts } from './report-charts.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReviewersTable } from './reviewers-table.tsx'
import { useReportRange } from './use-report-range.ts'

const longestDays = limits.reportMaxRangeMs / (24 * 60 * 60_000)

/** What came in a time and how its review went. */
export function BusinessReports() {
  const { range, isBackwards, isTooLong, today, setRange } = useReportRange()
  const isSound = !isBackwards && !isTooLong
  const { data, error, refetch, isRefetching } = useQuery({
    ...routeQuery(getBusinessReport, { query: range }),
    placeholderData: keepPreviousData,
    enabled: isSound,
  })
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <DateRange
          label="Received (days in UTC)"
          value={range}
          max={today}
          onChange={(next) => next.from && next.to && setRange(next)}
          {...(isTooLong && { error: `Please choose at most ${longestDays} days` })}
        />
        {isSound && (
          <a
            href={addressOf(downloadBusinessReport, { query: range })}
            download
            className={buttonClass('secondary')}
          >
            <Download aria-hidden className="size-4" />
            Export CSV
          </a>
        )}
      </div>
      {error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : data ? (
        <>
          <ReportFigures report={data} />
          <ReportCharts report={data} />
          <ReviewersTable reviewers={data.reviewers} />
          <p className="text-xs text-ink-muted">
            Each document counts once, by the last time it was shared; what was taken back does not count.
            Made <RelativeTime at={data.generatedAt} />.
          </p>
        </>
      ) : (
        isSound && <SectionSpinner />
      )}
    </div>
  )
}
