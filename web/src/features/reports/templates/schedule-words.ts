import type { ReportSchedule, Schedule } from '@exempta/contract/reports'
import { zoneInWords } from '../../../lib/format.ts'

export const everyWords: Record<Schedule, string> = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' }

/** `8:00 AM`, whatever the reader's language does with hours. */
export const hourInWords = (hour: number) => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`

/** The day in the time zone that the schedule names. */
export const dayOf = ({ nextEmailAt, timeZone }: Pick<ReportSchedule, 'nextEmailAt' | 'timeZone'>) =>
  new Date(nextEmailAt).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone })

/** `Emailed weekly to 2 people, next Nov 23, 2026 at 8:00 AM (America/New York)` */
export function scheduleInWords(schedule: ReportSchedule): string {
  const { every, hour, timeZone, recipients } = schedule
  const [first] = recipients
  const to = recipients.length === 1 && first ? first.name : `${recipients.length} people`
  return `Emailed ${every} to ${to}, next ${dayOf(schedule)} at ${hourInWords(hour)} (${zoneInWords(timeZone)})`
}
