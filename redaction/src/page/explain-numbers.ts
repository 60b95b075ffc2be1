/**
 * Every number that stays readable must be explained: by its shape, by its label, or by the field of a known form. What
 * nothing explains is shown to the owner. Without this, a secret that no rule knows would be released without a word.
 */
import type { Finding, UncertainArea } from '../finding.ts'
import { boundsOf, centre, coverQuads, growQuad, heightOf, isInside, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { columnGap } from '../text/labelled-values.ts'
import { isTaxForm } from './kinds-of-papers.ts'
import { labelledTexts } from './labelled-texts.ts'
import {
  type Explanation,
  openDateLabels,
  openLabels,
  openShapes,
  privateLabels,
  writtenDate,
} from './open-numbers.ts'
import { linesByDirection, piecesOf } from './piece.ts'
import { rowsOf, type TracedText, traceRow } from './rows.ts'

interface ExplainOptions {
  /** The day of the reading (YYYY-MM-DD): who signs papers was not born in the last years before it. */
  today?: string | undefined
  /** Whether a character is printed on the blank of a known form, or stands in one of its fields. */
  isOfForm?: ((glyph: Glyph) => boolean) | undefined
}

// Shorter numbers are those of houses, lines and quantities. Numbers that identify a person or an account have more digits.
const minDigits = 6
// What may stay of a number whose other digits are hidden.
const mostKept = 4
// The longest number that is written in groups, and how many groups it has.
const grouped = { minDigits: 7, maxDigits: 19, maxGroups: 5 }
const labelReach = 60
// Who signs a paper is older than this, in years.
const minAge = 13

/** A number or a date on a page, with the words that may name it. */
export interface ReadNumber {
  text: string
  glyphs: Glyph[]
  isDate: boolean
  /** Beside, above and below it, the nearest first. */
  labels: string[]
}

/** Every date, and every number that is long enough and not covered by one of the given shapes. */
export function readNumbers(
  lines: readonly Line[],
  shapes: readonly Explanation[],
  least: number,
): (ReadNumber & { isNextInList: boolean })[] {
  return linesByDirection(lines).flatMap((part) => {
    const rows = rowsOf(piecesOf(part))
    const stacks = labelledTexts(rows)
    return rows.map(traceRow).flatMap((row) => {
      let end = -1
      return numbersIn(row, shapes, least).map((number) => {
        const isNextInList = end >= 0 && inList.test(row.text.slice(end, number.start))
        end = number.start + number.text.length
        return { ...number, labels: labelsOf(number, row, stacks), isNextInList }
      })
    })
  })
}

/** The numbers of a page that nothing explains. */
export function unexplainedNumbers(
  lines: readonly Line[],
  findings: readonly Finding[],
  { today, isOfForm = () => false }: ExplainOptions,
): ReadNumber[] {
  const isHidden = (glyph: Glyph) => findings.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  const isTax = isTaxForm(lines)
  let isLastOpen = false
  return readNumbers(lines, openShapes, minDigits).filter((number) => {
    const { glyphs, isDate, isNextInList } = number
    const visible = glyphs.filter((glyph) => isDigit(glyph) && !isHidden(glyph))
    isLastOpen =
      visible.length <= (isDate ? mostKept / 2 : mostKept) ||
      visible.every(isOfForm) ||
      (isNextInList && isLastOpen) ||
      isExplained(number, isTax, today)
    return !isLastOpen
  })
}

/** What nothing explains, as areas for the owner to look at. */
export function findUnexplainedNumbers(
  lines: readonly Line[],
  findings: readonly Finding[],
  options: ExplainOptions,
): UncertainArea[] {
  return joined(unexplainedNumbers(lines, findings, options).map(areaOf)).map((quad) => ({
    quad,
    expected: 'private-number',
    reason: 'unexplained',
  }))
}

// A reading of less confidence says that something is written, not what.
const unread = { confidence: 0.6, minDigits: 3, minCharacters: 5, minShare: 0.5 }
const likeDigit = /[\dOoQDlI|SBZGgq]/

/** Ink that looks like digits and could not be read, as areas: no label explains what nobody has read. */
export function findUnreadDigits(
  lines: readonly Line[],
  findings: readonly Finding[],
  { isOfForm = () => false }: Pick<ExplainOptions, 'isOfForm'>,
): UncertainArea[] {
  const isHidden = (glyph: Glyph) => findings.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  const looksLikeDigits = ({ confidence, glyphs }: Line) => {
    if (confidence >= unread.confidence) return false
    const seen = glyphs.filter((glyph) => glyph.text !== ' ' && !isHidden(glyph))
    return (
      seen.length >= unread.minCharacters &&
      seen.filter(isDigit).length >= unread.minDigits &&
      seen.filter(({ text }) => likeDigit.test(text)).length >= unread.minShare * seen.length &&
      !seen.every(isOfForm)
    )
  }
  return joined(lines.filter(looksLikeDigits).map(areaOf)).map((quad) => ({
    quad,
    expected: 'private-number',
    reason: 'value-not-read',
  }))
}

/** One area over a number, with a little more around it. */
export function areaOf({ glyphs }: Pick<ReadNumber, 'glyphs'>): Quad {
  const quad = coverQuads(glyphs.map((glyph) => glyph.quad) as [Quad, ...Quad[]])
  return growQuad(quad, 0.2 * heightOf(quad), 0.1 * heightOf(quad))
}

// What stands between the numbers of a list, which have one label.
const inList = /^ ?(?:[,;&]|and|or|to|[,;] ?(?:and|or)) ?$/i

const isDigit = ({ text }: Glyph) => /\d/.test(text)

interface WrittenNumber {
  start: number
  text: string
  glyphs: Glyph[]
  isDate: boolean
}

/** Dates and long numbers of a row that their own shape doesn't explain. */
function numbersIn(row: TracedText, shapes: readonly Explanation[], least: number): WrittenNumber[] {
  const isExplainedAt = new Array<boolean>(row.text.length).fill(false)
  const cover = (from: number, to: number) => isExplainedAt.fill(true, from, to)
  const numberAt = (start: number, end: number, isDate: boolean): WrittenNumber => ({
    start,
    text: row.text.slice(start, end),
    glyphs: row.glyphs.slice(start, end).filter((glyph) => glyph !== undefined),
    isDate,
  })
  const dates = [...row.text.matchAll(writtenDate)].map((match) =>
    numberAt(match.index, match.index + match[0].length, true),
  )
  for (const { start, text } of dates) cover(start, start + text.length)
  for (const { pattern } of shapes)
    for (const match of row.text.matchAll(pattern)) cover(match.index, match.index + match[0].length)
  const words = [...row.text.matchAll(/[^\s,;:()|\u250a]+/g)].filter(
    ({ 0: word, index }) =>
      /\d/.test(word) && [...word].some((sign, i) => /\d/.test(sign) && !isExplainedAt[index + i]),
  )
  const numbers = inGroups(words, row.text)
    .map(([from, to]) => numberAt(from, to, false))
    .filter(({ text }) => digitsIn(text) >= least || isMixed(text))
  return [...dates, ...numbers].filter(({ glyphs }) => glyphs.length > 0).sort((a, b) => a.start - b.start)
}

// Numbers of health plans mix letters and digits.
const mixed = { digits: 4, characters: 9, changes: 4 }

function isMixed(text: string): boolean {
  const compact = text.replace(/[^A-Z0-9]/g, '')
  const changes = compact.match(/[A-Z]\d|\d[A-Z]/g)?.length ?? 0
  return digitsIn(text) >= mixed.digits && compact.length >= mixed.characters && changes >= mixed.changes
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length

/** Groups of digits with one blank between them are one number, unless they are too many or too long for that. */
function inGroups(words: readonly RegExpExecArray[], text: string): [from: number, to: number][] {
  const runs: RegExpExecArray[][] = []
  for (const word of words) {
    const run = runs[runs.length - 1]
    const last = run?.[run.length - 1]
    const isNext =
      last &&
      /^ ?[-.]? ?$/.test(text.slice(last.index + last[0].length, word.index)) &&
      [last, word].every(([group]) => /^[\d.-]{2,6}$/.test(group))
    if (run && isNext) run.push(word)
    else runs.push([word])
  }
  return runs.flatMap((run) => {
    const ends = (words: readonly RegExpExecArray[]): [number, number] => {
      const last = words[words.length - 1] as RegExpExecArray
      return [(words[0] as RegExpExecArray).index, last.index + last[0].length]
    }
    const count = digitsIn(run.map(([group]) => group).join(''))
    const isOne = count >= grouped.minDigits && count <= grouped.maxDigits && run.length <= grouped.maxGroups
    return run.length === 1 || isOne ? [ends(run)] : run.map((word) => ends([word]))
  })
}

/** The words before a number in its row, and those above or below it. */
function labelsOf(
  { start, glyphs }: WrittenNumber,
  row: TracedText,
  stacks: readonly TracedText[],
): string[] {
  const before = row.text.slice(Math.max(0, start - labelReach), start)
  const columns = before.split(columnGap.trim()).filter((part) => /\p{L}/u.test(part))
  const inRow = columns[columns.length - 1] ?? ''
  const [first] = glyphs
  const stacked = stacks.flatMap(({ text, glyphs: all }) => {
    const from = text.indexOf('\n')
    const at = all.indexOf(first)
    const isNext = at > from && !/ {2}|\u250a/.test(text.slice(from + 1, at).trimEnd())
    // A row that names a number of its own is not the label of the next row.
    return isNext ? [text.slice(0, from).replace(ownNumber, '')] : []
  })
  return [afterLastNumber(inRow), ...stacked].map((label) => label.replace(/\([^)\n]*\)?\s*$/, ''))
}

const ownNumber = /^.*\d[\d/.-]{3,}\S*(?=\s|$)/

/** A label belongs to the first number behind it. */
const afterLastNumber = (text: string) => text.replace(/^.*\d{5,}\S*(?=\s)/, '')

function isExplained(
  { text, isDate, labels }: ReadNumber,
  isTax: boolean,
  today: string | undefined,
): boolean {
  const isLabelled = (explanations: readonly Explanation[]) =>
    labels.some((label) => explanations.some(({ pattern }) => pattern.test(label)))
  if (isDate && isTooRecent(text, today)) return true
  if (isLabelled(privateLabels)) return false
  if (isDate) return isLabelled(openDateLabels)
  return isLabelled(openLabels) || (isTax && labels.some((label) => /\b(?:account|acct)\b/i.test(label)))
}

/** Whether nobody who signs a paper today was born then. */
function isTooRecent(date: string, today: string | undefined): boolean {
  if (!today) return false
  const thisYear = Number(today.slice(0, 4))
  const written = /(?:19|20)\d{2}/.exec(date)?.[0] ?? /\d{2}$/.exec(date)?.[0]
  if (!written) return false
  const year = written.length === 4 ? Number(written) : 2000 + Number(written)
  return year > thisYear - minAge && year < thisYear + 50
}

// In heights of a number: areas that are nearer to each other are looked at together.
const near = 2.5

/** Areas close to each other as one, so that a table isn't asked about cell by cell. */
function joined(quads: readonly Quad[]): Quad[] {
  const areas: Quad[][] = []
  for (const quad of quads) {
    const touching = areas.filter((area) => area.some((other) => isNear(quad, other)))
    for (const area of touching) areas.splice(areas.indexOf(area), 1)
    areas.push([...touching.flat(), quad])
  }
  return areas.map((area) => coverQuads(area as [Quad, ...Quad[]]))
}

function isNear(one: Quad, other: Quad): boolean {
  const [a, b] = [boundsOf([one]), boundsOf([other])]
  const reach = near * Math.max(heightOf(one), heightOf(other))
  const isOver = a.left < b.right && b.left < a.right
  const isBeside = a.top < b.bottom && b.top < a.bottom
  const down = Math.max(a.top - b.bottom, b.top - a.bottom)
  const along = Math.max(a.left - b.right, b.left - a.right)
  return (isOver && down < reach) || (isBeside && along < reach)
}
