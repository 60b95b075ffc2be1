import type { ReportRange } from '@exempta/contract/business-reports'
import type { ReportScope } from './queries/report.ts'

const dayMs = 24 * 60 * 60_000

/** Whole days in UTC, the last one included. */
export const scopeOf = (businessId: string, { from, to }: ReportRange): ReportScope => ({
  businessId,
  from: new Date(from),
  until: new Date(Date.parse(to) + dayMs),
})
