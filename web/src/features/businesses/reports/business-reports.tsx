import {
  downloadBusinessReport,
  getBusinessReport,
  type ReportRange,
} from '@exempta/contract/businesses/reports'
import { dayMs } from '@exempta/contract/durations'
import { reportLimits } from '@exempta/contract/reports/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { addressOf } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { DateRange } from '../../../ui/date-range.tsx'
import { ExportLink } from '../../../ui/export-link.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { ReportCharts, ReportFigures, ReviewersTable } from './report-figures.tsx'

const title = 'Reports'

export const meta = pageMeta(title)

export default function ReportsPage() {
  return (
    <>
      <PageHeader title={title} description="Received documents, review outcomes and time to review." />
      <BusinessReports />
    </>
  )
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days of the report, in the address; without them, those up to today. */
function useReportRange() {
  const [params, setParams] = useSearchParams()
  const now = Date.now()
  const from = params.get('from')
  const to = params.get('to')
  const range: ReportRange = {
    from: isDay(from) ? from : dayOf(now - reportLimits.reportDefaultRangeMs + dayMs),
    to: isDay(to) ? to : dayOf(now),
  }
  const spanMs = Date.parse(range.to) - Date.parse(range.from)
  return {
    range,
    isBackwards: spanMs < 0,
    isTooLong: spanMs >= reportLimits.reportMaxRangeMs,
    today: dayOf(now),
    setRange: (next: ReportRange) => setParams({ ...next }, { replace: true }),
  }
}

const longestDays = reportLimits.reportMaxRangeMs / dayMs

/** What came in a time and how its review went. */
function BusinessReports() {
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
        {isSound && <ExportLink href={addressOf(downloadBusinessReport, { query: range })} />}
      </div>
      {error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : data ? (
        <>
          <ReportFigures report={data} />
          <ReportCharts report={data} />
          <ReviewersTable reviewers={data.reviewers} />
          <p className="text-xs text-ink-muted">
            Each document is counted once, on the date it was last shared. Documents no longer shared aren’t
            counted. Created <RelativeTime at={data.generatedAt} />.
          </p>
        </>
      ) : (
        isSound && <SectionSpinner />
      )}
    </div>
  )
}
