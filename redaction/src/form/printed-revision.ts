/** Which edition of a form a page is: forms print the month in which they were revised, mostly beside their name. */
import type { Form } from '@exempta/knowledge/schema'
import type { Line } from '../reader/text-reader.ts'

/** Months count from year 0, so that two revisions can be compared. */
interface Revision {
  text: string
  month: number
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthNames = String.raw`(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?`
const numeric = String.raw`(?<![\d/-])\d{1,2}\s?[-/]\s?(?:\d{1,2}\s?[-/]\s?)?(?:20\d{2}|19\d{2}|\d{2})(?![\d])`
const worded = String.raw`${monthNames}\s*(?:\d{1,2},\s*)?(?:20|19)\d{2}`
const revision = `(?:${numeric}|${worded})`
const revised = String.raw`(?:rev(?:ised|ision)?|r)[.:\s]{0,3}(?:\d{1,2}(?:\s?/|\s|(?=\s?\())\s?)?[-(]?\s?`

/** The month of a revision such as "6/18", "R7 / 6-23", "08/04/23" or "July 2023". */
export function monthOf(printed: string): number | undefined {
  // "R7 / 6-23" is the seventh revision, of June.
  const text = printed.replace(/^r\d{1,2}\s?\/\s?/i, '')
  const named = /([a-z]{3})[a-z]*\.?\s*(?:\d{1,2},\s*)?((?:20|19)\d{2})/i.exec(text)
  const index = named ? months.indexOf((named[1] as string).toLowerCase()) : -1
  if (named && index >= 0) return Number(named[2]) * 12 + index
  const parts = /(\d{1,2})\s?[-/]\s?(?:(\d{1,2})\s?[-/]\s?)?(20\d{2}|19\d{2}|\d{2})(?!\d)/.exec(text)
  if (!parts) return undefined
  const month = Number(parts[1])
  if (month < 1 || month > 12) return undefined
  const digits = parts[3] as string
  // No form of today is older than the seventies.
  const year = digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) >= 70 ? 1900 : 2000)
  return year * 12 + month - 1
}

/** The revision that a page of this form prints. What was filled in is a whole day, without a word for a revision. */
export function printedRevision(
  lines: readonly Pick<Line, 'text'>[],
  form: Pick<Form, 'name'>,
): Revision | undefined {
  const name = form.name.replace(/^form /i, '').replace(/[^a-z0-9]+/gi, String.raw`\W{0,2}`)
  const hasDigits = /\d/.test(form.name)
  const patterns = [
    ...(hasDigits
      ? [
          new RegExp(
            String.raw`(?<![a-z0-9])${name}[a-z]?(?:\s*\([a-z]{1,3}\))?\s*[-,(]?\s*\(?\s*(?:${revised})?(${revision})`,
            'i',
          ),
        ]
      : []),
    new RegExp(
      String.raw`(?<![a-z])(?:rev(?:ised|ision)?(?: (?:as of|date|in))?[.:\s]|r\.\s?|r-|r\d{1,2}\s?/\s?)[.:\s]{0,2}(?:\d\s)?\(?\s?(${revision})`,
      'i',
    ),
    new RegExp(String.raw`^\(?\s?(?:${revised})?(\d{1,2}\s?[-/]\s?(?:20)?\d{2})\s?\)?$`, 'i'),
    /\((\d{1,2}[-/](?:20)?\d{2})\)/,
  ]
  for (const pattern of patterns)
    for (const { text } of lines) {
      const found = pattern.exec(text.trim())?.[1]
      const month = found === undefined ? undefined : monthOf(found)
      if (found !== undefined && month !== undefined) return { text: found.replace(/\s/g, ''), month }
    }
  return undefined
}
