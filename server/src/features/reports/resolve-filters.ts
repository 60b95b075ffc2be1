import type { ReportFilters } from '@exempta/contract/reports'

/** Filters whose days are fixed. */
export interface ResolvedFilters extends Omit<ReportFilters, 'dateRange'> {
  dateRange?: { start: string; end: string } | undefined
}

const dayMs = 24 * 60 * 60_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The last so many days end today. */
export function resolveFilters({ dateRange, ...others }: ReportFilters, now: Date): ResolvedFilters {
  if (!dateRange) return others
  if ('start' in dateRange) return { ...others, dateRange }
  const start = dayOf(now.getTime() - (dateRange.lastDays - 1) * dayMs)
  return { ...others, dateRange: { start, end: dayOf(now.getTime()) } }
}
