/** Copies of secrets that are known from elsewhere on the page: IDs print numbers and birth dates more than once. */

import type { Finding } from '../finding.ts'
import { growQuad, heightOf, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import type { SecretKind } from '../text/secret.ts'
import type { FoundValue } from './find-text-secrets.ts'
import { bandOf } from './piece.ts'

// Shorter values occur by chance.
const minLength = 6
const keepsLastFour: readonly SecretKind[] = ['ssn', 'itin', 'card-number']
const copied: readonly SecretKind[] = [
  'ssn',
  'itin',
  'bank-account',
  'passport-number',
  'driver-license-number',
]
const lookalikes: Record<string, string> = { O: '0', Q: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' }

/** A secret that is known from elsewhere, such as a barcode. */
export type KnownValue = Pick<FoundValue, 'kind' | 'text'>

/** A stretch of a line to hide, in positions of its glyphs. */
interface Place {
  line: Line
  glyphs: Glyph[]
}

/** Other places of numbers that were found by their labels, and of birth dates on papers that identify a person. */
export function findCopies(
  lines: readonly Line[],
  values: readonly FoundValue[],
  knownValues: readonly KnownValue[],
  isIdentityPaper: boolean,
): Finding[] {
  const known = new Set(values.flatMap(({ glyphs }) => glyphs))
  const fromMrz = values.filter(({ kind }) => kind === 'mrz').flatMap(({ text }) => valuesInMrz(text))
  const numbers = [...values.filter(({ kind }) => copied.includes(kind)), ...fromMrz, ...knownValues]
  const inNumbers = numbers.flatMap(({ kind, text }) =>
    placesOf(lines, folded(text)).map((place) => findingOf(kind, place)),
  )
  const dates = isIdentityPaper
    ? birthDatePlaces(lines, values).map((place) => findingOf('date-of-birth', place))
    : []
  return [...inNumbers, ...dates]
    .filter(({ glyphs }) => !glyphs.every((glyph) => known.has(glyph)))
    .map(({ finding }) => finding)
}

const folded = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OQILSBZ]/g, (letter) => lookalikes[letter] as string)

function findingOf(kind: SecretKind, { glyphs }: Place): { finding: Finding; glyphs: Glyph[] } {
  const hidden = keepsLastFour.includes(kind) ? glyphs.slice(0, -4) : glyphs
  const quad: Quad = bandOf(hidden)
  const height = heightOf(quad)
  return {
    glyphs,
    finding: { kind, quad: growQuad(quad, 0.15 * height, 0.06 * height), confidence: 0.9, source: 'text' },
  }
}

function placesOf(lines: readonly Line[], value: string): Place[] {
  if (value.length < minLength || value.replace(/\D/g, '').length < minLength - 1) return []
  return lines.flatMap((line) => {
    const glyphs = line.glyphs.filter(({ text }) => /[A-Za-z0-9]/.test(text))
    const text = folded(glyphs.map((glyph) => glyph.text).join(''))
    const places: Place[] = []
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
      places.push({ line, glyphs: glyphs.slice(at, at + value.length) })
    return places
  })
}

const passportLine = /^([A-Z0-9<]{9})\d[A-Z<]{3}\d{6}/
const cardLine = /^[IAC][A-Z<][A-Z<]{3}([A-Z0-9<]{9})\d/

/** The number that a machine-readable line holds. */
function valuesInMrz(text: string): KnownValue[] {
  const compact = text.replace(/\s/g, '')
  const number = (passportLine.exec(compact) ?? cardLine.exec(compact))?.[1]?.replace(/</g, '')
  return number ? [{ kind: 'passport-number', text: number }] : []
}

/** A date as it is written on papers; years of two digits are those of the century that fits. */
interface WrittenDate {
  place: Place
  month: number
  day: number
  /** Last two digits of the year; `full` is missing where only these were written. */
  year: number
  full: number | undefined
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const monthName = `(${months.join('|')})[A-Z]*`
const patterns: readonly { pattern: RegExp; order: 'mdy' | 'ymd' | 'dmy' | 'named-dmy' | 'named-mdy' }[] = [
  { pattern: /(?<!\d)(\d{4}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{1,2})(?!\d)/g, order: 'ymd' },
  { pattern: /(?<!\d)(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4}|\d{2})(?!\d)/g, order: 'mdy' },
  { pattern: /(?<!\d)(\d{2})(\d{2})((?:19|20)\d{2})(?!\d)/g, order: 'mdy' },
  { pattern: /(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)/g, order: 'ymd' },
  { pattern: /(?<!\d)(\d{2})(\d{2})(\d{2})(?!\d)/g, order: 'mdy' },
  {
    pattern: new RegExp(`(?<!\\d)(\\d{1,2})[ /-]?${monthName}[ ./-]{0,2}(\\d{4}|\\d{2})(?!\\d)`, 'g'),
    order: 'named-dmy',
  },
  { pattern: new RegExp(`${monthName}[ .]{0,2}(\\d{1,2}),? ?(\\d{4})(?!\\d)`, 'g'), order: 'named-mdy' },
]

function datesOn(lines: readonly Line[]): WrittenDate[] {
  return lines.flatMap((line) => {
    const text = line.glyphs.map((glyph) => glyph.text.toUpperCase().replace(/[OQ]/, '0')).join('')
    const named = line.glyphs.map((glyph) => glyph.text.toUpperCase()).join('')
    return patterns.flatMap(({ pattern, order }) =>
      [...(order.startsWith('named') ? named : text).matchAll(pattern)].flatMap((match) => {
        const date = partsOf(match, order)
        if (!date || date.month < 1 || date.month > 12 || date.day < 1 || date.day > 31) return []
        const glyphs = line.glyphs.slice(match.index, match.index + match[0].length)
        return glyphs.length > 0 ? [{ ...date, place: { line, glyphs } }] : []
      }),
    )
  })
}

function partsOf([, a = '', b = '', c = '']: RegExpExecArray, order: (typeof patterns)[number]['order']) {
  const number = (text: string) => (months.includes(text) ? months.indexOf(text) + 1 : Number(text))
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'named-dmy' ? [c, b, a] : [c, a, b]
  return {
    month: number(month),
    day: number(day),
    year: Number(year) % 100,
    full: year.length === 4 ? Number(year) : undefined,
  }
}

/** Every place of the birth date. Without its label it is the earliest date: nobody holds an ID from before birth. */
function birthDatePlaces(lines: readonly Line[], values: readonly FoundValue[]): Place[] {
  const dates = datesOn(lines)
  const labelled = values.filter(({ kind }) => kind === 'date-of-birth').flatMap(({ glyphs }) => glyphs)
  const known = dates.filter(({ place }) => place.glyphs.some((glyph) => labelled.includes(glyph)))
  const full = dates.filter(
    (date): date is WrittenDate & { full: number } => date.full !== undefined && date.full > 1900,
  )
  const years = full.map((date) => date.full)
  // One date alone may be any; two of them lie at least some years apart when one is a birth date.
  const earliest =
    known.length === 0 && Math.max(...years) - Math.min(...years) >= minYearsApart
      ? full.filter((date) => date.full === Math.min(...years))
      : []
  const births = [...known, ...earliest]
  return dates
    .filter((date) =>
      births.some(
        (birth) => birth.month === date.month && birth.day === date.day && birth.year === date.year,
      ),
    )
    .map(({ place }) => place)
}

// Licenses are given from about fourteen years of age on and are valid for up to twelve years.
const minYearsApart = 13
