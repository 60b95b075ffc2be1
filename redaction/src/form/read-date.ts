/** Days as people write them in the United States. */
import { lookalikes } from './lookalikes.ts'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The day in a text, such as 2026-05-04; undefined when it holds none, or one that does not exist. */
export function readDate(text: string): string | undefined {
  const joined = text.replace(/(?<=\d) (?=\d)/g, '')
  return (
    dateIn(text) ?? dateIn(joined) ?? dateIn(withDigits(text)) ?? dateInParts(text) ?? dateInParts(joined)
  )
}

/** Letters that look like digits are digits, where they are no part of a word. */
const withDigits = (text: string) =>
  text.replace(/(?<!\p{L})[\dOoDIl|SBZ]+(?!\p{L})/gu, (word) =>
    word.replace(/\D/g, (letter) => lookalikes[letter] as string),
  )

function dateIn(text: string): string | undefined {
  const numbers = text.match(/(?<![\dIl|])(\d{1,2})\s?[/.\-–]\s?(\d{1,2})\s?[/.\-–]\s?(\d{4}|\d{2})(?!\d)/)
  if (numbers) return dayOf(yearOf(numbers[3] as string), Number(numbers[1]), Number(numbers[2]))
  const iso = text.match(/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const worded = text.match(/([A-Za-z]{3,9})\.?\s?(\d{1,2})(?:st|nd|rd|th)?\s?[,.]?\s?(\d{4})(?!\d)/i)
  if (worded) return dayOf(Number(worded[3]), monthOf(worded[1] as string), Number(worded[2]))
  const dayFirst = text.match(/(?<!\d)(\d{1,2})(?:st|nd|rd|th)?\s?([A-Za-z]{3,9})\.?,?\s?(\d{4})(?!\d)/i)
  if (dayFirst) return dayOf(Number(dayFirst[3]), monthOf(dayFirst[2] as string), Number(dayFirst[1]))
  return undefined
}

/**
 * A form prints the marks between day, month and year, or a box for each digit: they are read as strokes, or not at all.
 * Only where nothing else is there.
 */
function dateInParts(text: string): string | undefined {
  const parts =
    /^(\d{1,2})[\s/.\-–|\\Il]+(\d{1,2})[\s/.\-–|\\Il]+(\d{4}|\d{2})$/.exec(text) ??
    /^(\d{2}) ?[1/|Il] ?(\d{2}) ?[1/|Il] ?((?:19|20)\d{2})$/.exec(text) ??
    /^(\d{2})(\d{2})((?:19|20)\d{2})$/.exec(text.replace(/[\s|]/g, ''))
  return parts ? dayOf(yearOf(parts[3] as string), Number(parts[1]), Number(parts[2])) : undefined
}

const yearOf = (digits: string) => (digits.length === 2 ? 2000 + Number(digits) : Number(digits))

function monthOf(name: string): number {
  const begin = name.toLowerCase()
  return months.findIndex((month) => month.startsWith(begin)) + 1
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1900 && year < 2100 ? date.toISOString().slice(0, 10) : undefined
}
