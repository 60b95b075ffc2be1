/** Calendar days as text, such as 2026-12-31: they compare as they sort, and no time zone can move them. */

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const yearOf = (day: string) => Number(day.slice(0, 4))
const monthOf = (day: string) => Number(day.slice(5, 7))
const dateOf = (day: string) => Number(day.slice(8, 10))
const two = (value: number) => (value < 10 ? `0${value}` : `${value}`)

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const daysIn = (year: number, month: number) =>
  month === 2 && isLeap(year) ? 29 : (lengths[month - 1] as number)

/** The same date months later; February 29 becomes February 28 where there is no 29th. */
export function addMonths(day: string, months: number): string {
  const total = yearOf(day) * 12 + monthOf(day) - 1 + months
  const year = Math.floor(total / 12)
  const month = (total % 12) + 1
  return `${year}-${two(month)}-${two(Math.min(dateOf(day), daysIn(year, month)))}`
}

export const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

export const endOfYear = (day: string) => `${day.slice(0, 4)}-12-31`
export const addYears = (day: string, years: number) => addMonths(day, 12 * years)

/** December 31 of the next odd year, or of this one. */
export const endOfOddYear = (day: string) => `${yearOf(day) + (yearOf(day) % 2 === 0 ? 1 : 0)}-12-31`

/** As people read it: Dec 31, 2026. */
export const dayInWords = (day: string) => `${monthNames[monthOf(day) - 1]} ${dateOf(day)}, ${yearOf(day)}`

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment in a time zone. */
export function dayIn(timeZone: string, moment: Date): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(moment)
}

const starts = new Map<string, Date>()

/** The first moment of a calendar day in a time zone, to the hour. */
export function startOfDay(timeZone: string, day: string): Date {
  const key = `${timeZone} ${day}`
  let start = starts.get(key)
  if (!start) {
    const hours = Array.from({ length: 27 }, (_, hour) => new Date(Date.parse(day) + (hour - 14) * 3_600_000))
    start = hours.find((moment) => dayIn(timeZone, moment) >= day) ?? new Date(Date.parse(day))
    if (starts.size >= mostStarts) starts.clear()
    starts.set(key, start)
  }
  return start
}
const mostStarts = 10_000
