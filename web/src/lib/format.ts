import { expiryWords } from '@exempta/contract/certificates/expiry'
import type { DocumentType } from '@exempta/contract/documents'

/** `application/pdf` is called PDF. */
export const typeName = (type: DocumentType) => type.slice(type.indexOf('/') + 1).toUpperCase()

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** `1.5 GB`: in the largest unit of which there is at least one. */
export function bytesInWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${number.format(bytes / 1024 ** step)} ${units[step]}`
}

const spans = [
  ['day', 24 * 3600_000],
  ['hour', 3600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `3 hours`: in the largest unit of which there is at least one. */
export function timeInWords(ms: number): string {
  for (const [name, spanMs] of spans) {
    const count = Math.floor(ms / spanMs)
    if (count > 0) return `${number.format(count)} ${name}${count === 1 ? '' : 's'}`
  }
  return 'less than a second'
}

const second = 1000
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 24 * 3600 * second],
  ['month', 30 * 24 * 3600 * second],
  ['week', 7 * 24 * 3600 * second],
  ['day', 24 * 3600 * second],
  ['hour', 3600 * second],
  ['minute', 60 * second],
]

// What was given 90 days a moment ago ends in 3 months, not in 2.
const lenience = 0.01

/** `3 hours ago`, `yesterday`, `in 2 days`, in the given locale; less than a minute ago is `just now`. */
export function relativeTime(then: Date, now: Date, locale?: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const distance = then.getTime() - now.getTime()
  for (const [unit, ms] of steps) {
    const count = distance / ms + (distance > 0 ? lenience : 0)
    if (Math.abs(count) >= 1) return format.format(Math.trunc(count), unit)
  }
  const isEnglish = format.resolvedOptions().locale.startsWith('en')
  return isEnglish && distance <= 0 ? 'just now' : format.format(0, 'second')
}

/** When the words of `relativeTime` can next change. */
export function msUntilNextChange(then: Date, now: Date): number {
  const age = Math.abs(now.getTime() - then.getTime())
  if (age < 3600 * second) return 60 * second - (age % (60 * second))
  return 3600 * second
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar day, such as 2026-05-04, in words. No time zone moves it. */
export const formatDay = (date: string) => day.format(new Date(`${date}T00:00:00Z`))

/** As people know it: `America/New York`. */
export const zoneInWords = (timeZone: string) => timeZone.replaceAll('_', ' ')

export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const ownDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The day of a moment, where the reader is. */
export const formatDayOf = (at: string) => ownDay.format(new Date(at))

/** `expires on May 4, 2026`, or `expired on …` once the day has passed where the reader is. */
export const expiryOf = (endsOn: string) => expiryWords(endsOn, today(), formatDay(endsOn))

/** Today where the reader is, such as 2026-05-04. */
export const today = () => new Date().toLocaleDateString('en-CA')
