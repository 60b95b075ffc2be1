/**
 * On papers that say who a person is, and on papers of accounts, what no rule recognized is hidden, too: everything
 * but what the table of such papers keeps. Nobody has to know the number of every state and country for that.
 */
import { states } from '@exempta/knowledge/states'
import type { Finding } from '../finding.ts'
import { boundsOf, centre, coverQuads, growQuad, heightOf, isInside, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { isEmployerNumber, type SecretKind } from '../text/secret.ts'
import { yearOf } from '../text/written-dates.ts'
import { unexplainedNumbers } from './explain-numbers.ts'
import { identifiesPerson, type KindOfPaper } from './kinds-of-papers.ts'
import type { Explanation } from './open-numbers.ts'
import { linesByDirection, piecesOf } from './piece.ts'
import { areaOf, digitsIn, type ReadNumber, readNumbers } from './read-numbers.ts'
import { rowsOf } from './rows.ts'

const stateCodes = [...states.keys()].join('|')

/** What stays readable on papers that say who a person is. */
export const keptOnIdentityPapers: readonly Explanation[] = [
  {
    pattern: new RegExp(
      `(?:(?:\\b|[A-Z]{3})(?:${stateCodes})[ .,]{0,2}|[A-Za-z]{2}[ .,]{1,2})[\\dOQ]{5}(?:-[\\dOQ]{4,5})?(?![\\dA-Za-z])`,
      'g',
    ),
    example: 'YOURCITY,NY12345',
    why: 'The address of a certificate is compared with it.',
  },
  {
    // Numbers of licenses begin with four letters at most where five digits follow.
    pattern: /(?<![A-Za-z\d])[A-Z][A-Za-z]{4,}\d{5}(?:-\d{4})?(?![\dA-Za-z])/g,
    example: 'SPRINGFIELD62551',
    why: 'The blank before a ZIP code is often lost.',
  },
  {
    // The numbers of this field and of the next one may be glued to it.
    pattern:
      /(?:(?<![\dA-Z])\d{1,2} ?(?:HGT|HT|HEIGHT):? ?|(?<![\d-]))[3-7][-'] ?(?:0\d|1[01])"? ?(?:1[5-9])?(?![\d-])/gi,
    example: '16HGT5-1018',
    why: 'Feet and inches are a height.',
  },
  {
    pattern:
      /(?<![\dA-Za-z-]|\d )(?:8[ .]{1,2})?\d{1,5} ?(?:[NSEW]\.? )?(?=[A-Z][A-Za-z]{2,})(?!(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|DOB|EXP|ISS|SEX|CLASS|HGT|WGT|EYES|HAIR|BIRTH|DATE|REST|END|DONOR|LIC))/gi,
    example: '860STATE ST',
    why: 'A number before a word is that of a house.',
  },
  {
    pattern: /\bform ?[A-Z]?-?\d[\dA-Z.-]*(?: ?\(?rev[^\n)]{0,14}\)?)?|\brev\.? ?\(?\d[\d/-]*\)?/gi,
    example: 'FORM I-766 Rev. (02-2009)',
    why: 'It is printed on every such paper.',
  },
  {
    pattern: /(?:1[ -]?)?\(?8(?:00|33|44|55|66|77|88)\)?[ .-]\d{3}[ .-]\d{4}/g,
    example: '1-800-633-4227',
    why: 'It is the phone number of an office.',
  },
]

/** Words beside or above the dates that stay on papers that say who a person is. */
export const keptDates: readonly Explanation[] = [
  {
    pattern: /(?:exp(?:ir(?:es|y|ation))?|valid (?:thru|until)|good thru|caduc\w*|4b)\b[^\n\d]{0,24}$/i,
    example: '4bExpires:',
    why: 'People who look at the paper must see whether it is still valid.',
  },
  {
    pattern:
      /(?:[il1]ss(?:ued?)?|issue|issuance|d[eé]livrance|replaced|effective|eff|coverage starts|since|4a)\b[^\n\d]{0,24}$/i,
    example: 'Date of issue',
    why: 'The day of issue says nothing about the person.',
  },
]

// The day on which somebody comes of age tells when that was, too.
const birthLabel =
  /(?:d\.?o\.?b|birth|born|naissance|nacimiento|geburt\w*|under ?(?:18|19|21))[^\n\d]{0,24}$/i

// Shorter numbers are heights, weights and classes.
const minDigits = 4
const confidence = 0.75
// Nobody holds a paper with a date of issue before this age, in years.
const minYearsApart = 14
const wellRead = 0.7

interface HiddenByDefault {
  findings: Finding[]
  /** Kinds of secrets that such a paper is expected to hold, and of which something of the right shape was hidden. */
  met: SecretKind[]
  /** Dates that stay: whatever stands above them, nobody was born on them. */
  kept: Quad[]
}

export function hideByDefault(
  papers: readonly KindOfPaper[],
  lines: readonly Line[],
  known: readonly Finding[],
  today: string | undefined,
): HiddenByDefault {
  const isHidden = (glyph: Glyph) => known.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  const isLeft = ({ glyphs }: ReadNumber) => {
    const digits = glyphs.filter(({ text }) => /\d/.test(text))
    const visible = digits.filter((glyph) => !isHidden(glyph))
    // The last four digits of a number that was recognized stay.
    return visible.length > (visible.length < digits.length ? minDigits : 0)
  }
  const numbers: ReadNumber[] = []
  const findings: Finding[] = []
  const kept: Quad[] = []
  if (papers.some(identifiesPerson)) {
    const ofPerson = numbersOfPerson(lines)
    numbers.push(...ofPerson.hidden)
    kept.push(...ofPerson.kept.map(areaOf))
    findings.push(...machineReadableLines(lines))
  }
  if (papers.some(({ hides }) => hides === 'account'))
    numbers.push(...unexplainedNumbers(lines, known, { today }).filter(({ isDate }) => !isDate))
  if (papers.some(({ name }) => name === 'check')) findings.push(...lineAtFoot(lines))
  return {
    findings: [...findings, ...numbers.filter(isLeft).map((number) => ({ ...hidden, quad: areaOf(number) }))],
    met: metBy(numbers),
    kept,
  }
}

const hidden = { kind: 'private-number', confidence, source: 'text' } as const

/** A number or a date of the right shape that was read well: what such a paper was expected to hold. */
function metBy(numbers: readonly ReadNumber[]): SecretKind[] {
  const isWellRead = ({ glyphs }: ReadNumber) =>
    glyphs.reduce((sum, glyph) => sum + glyph.confidence, 0) >= wellRead * glyphs.length
  const read = numbers.filter(isWellRead)
  const isNumber = ({ text, isDate }: ReadNumber) => !isDate && text.replace(/[^A-Z0-9]/g, '').length >= 6
  return [
    ...(read.some(isNumber) ? (['driver-license-number', 'passport-number', 'private-number'] as const) : []),
    ...(read.some(({ isDate }) => isDate) ? (['date-of-birth'] as const) : []),
  ]
}

/** Everything but what the tables keep, and the dates that they keep. */
function numbersOfPerson(lines: readonly Line[]) {
  const numbers = [...readNumbers(lines, keptOnIdentityPapers, minDigits), ...monthsOfBirth(lines)]
  const years = numbers.flatMap(({ isDate, text }) => (isDate ? (yearOf(text) ?? []) : []))
  const first = Math.min(...years)
  const isKept = ({ text, isDate, labels }: ReadNumber) => {
    if (!isDate) return false
    const [inRow = '', ...others] = labels
    if (birthLabel.test(inRow)) return false
    const year = yearOf(text)
    if (isOfKeptDate(inRow) || (year !== undefined && year >= first + minYearsApart)) return true
    return !others.some((label) => birthLabel.test(label)) && others.some(isOfKeptDate)
  }
  return { hidden: numbers.filter((number) => !isKept(number)), kept: numbers.filter(isKept) }
}

const isOfKeptDate = (label: string) => keptDates.some(({ pattern }) => pattern.test(label))

const monthAndYear = /(?<![A-Z\d])(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC) ?'?\d{2}(?!\d)/g

/** A month with two digits of a year: some papers repeat the date of birth like this. */
const monthsOfBirth = (lines: readonly Line[]): ReadNumber[] =>
  lines
    .filter(({ text }) => digitsIn(text) === 2)
    .flatMap(({ text, glyphs }) =>
      [...text.matchAll(monthAndYear)].map((match) => ({
        text: match[0],
        glyphs: glyphs.slice(match.index, match.index + match[0].length),
        isDate: true,
        labels: [],
      })),
    )

const fillers = /<[A-Z0-9]*<|<{2}/
const minBlock = 26

/** Lines that machines read, and parts of them: names stand in them as they do beside, but numbers, too. */
const machineReadableLines = (lines: readonly Line[]): Finding[] =>
  lines
    .filter(({ text }) => fillers.test(text) || (text.length >= minBlock && /^[A-Z0-9<]+$/.test(text)))
    .map(({ quad }) => ({
      kind: 'mrz',
      quad: growQuad(quad, 0.3 * heightOf(quad), 0.1 * heightOf(quad)),
      confidence: 0.9,
      source: 'text',
    }))

const foot = { from: 0.6, minDigits: 12, maxLetters: 4 }

/** The line at the foot of a check in all of its pieces: its marks confuse the reader, so that no check digit is asked for. */
function lineAtFoot(lines: readonly Line[]): Finding[] {
  const { top, bottom } = boundsOf(lines.map(({ quad }) => quad))
  return linesByDirection(lines)
    .flatMap((part) => rowsOf(piecesOf(part)))
    .flatMap((row): Finding[] => {
      const text = row.map((piece) => piece.text).join(' ')
      const quads = row.flatMap(({ glyphs }) => glyphs.map(({ quad }) => quad))
      const quad = coverQuads(quads as [Quad, ...Quad[]])
      const isLow = centre(quad)[1] > top + foot.from * (bottom - top)
      const digits = digitsIn(text)
      const letters = text.replace(/[^A-Za-z]/g, '').length
      const isOpen = /\d[.,]\d{2}(?!\d)/.test(text) || text.split(/\s+/).some(isEmployerNumber)
      // A check that was cut to its last line has nothing above it.
      if (!(isLow || lines.length <= 8) || digits < foot.minDigits || letters > foot.maxLetters || isOpen)
        return []
      const area = growQuad(quad, 0.4 * heightOf(quad), 0.15 * heightOf(quad))
      return [{ kind: 'bank-account', quad: area, confidence, source: 'text' }]
    })
}
