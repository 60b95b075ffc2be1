import type { ReportRange } from '@exempta/contract/business-reports'
import { limits } from '@exempta/contract/limits'
import { useSearchParams } from 'react-router'

const dayMs = 24 * 60 * 60_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days of the report, in the address; without them, those up to today. */
export function useReportRange() {
  const [params, setParams] = useSearchParams()
  const now = Date.now()
  const from = params.get('from')
  const to = params.get('to')
  const range: ReportRange = {
    from: isDay(from) ? from : dayOf(now - limits.reportDefaultRangeMs + dayMs),
    to: isDay(to) ? to : dayOf(now),
  }
  const spanMs = Date.parse(range.to) - Date.parse(range.from)
  return {
    range,
    isBackwards: spanMs < 0,
    isTooLong: spanMs >= limits.reportMaxRangeMs,
    today: dayOf(now),
    setRange: (next: ReportRange) => setParams({ ...next }, { replace: true }),
  }
}
