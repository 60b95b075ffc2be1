/** Reads the numbers and dates of a page with the words beside, above and below them. */
import { coverQuads, growQuad, heightOf, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { columnGap } from '../text/labelled-values.ts'
import { labelledTexts } from './labelled-texts.ts'
import { type Explanation, writtenDate } from './open-numbers.ts'
import { linesByDirection, piecesOf } from './piece.ts'
import { rowsOf, type TracedText, traceRows } from './rows.ts'

// The longest number that is written in groups, and how many groups it has.
const grouped = { minDigits: 7, maxDigits: 19, maxGroups: 5 }
const labelReach = 60

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
    return traceRows(rows).flatMap((row) => {
      let end = -1
      return numbersIn(row, shapes, least).map((number) => {
        const isNextInList = end >= 0 && inList.test(row.text.slice(end, number.start))
        end = number.start + number.text.length
        return { ...number, labels: labelsOf(number, row, stacks), isNextInList }
      })
    })
  })
}

/** One area over a number, with a little more around it. */
export function areaOf({ glyphs }: Pick<ReadNumber, 'glyphs'>): Quad {
  const quad = coverQuads(glyphs.map((glyph) => glyph.quad) as [Quad, ...Quad[]])
  return growQuad(quad, 0.2 * heightOf(quad), 0.1 * heightOf(quad))
}

// What stands between the numbers of a list, which have one label.
const inList = /^ ?(?:[,;&]|and|or|to|[,;] ?(?:and|or)) ?$/i

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
  // What is glued to a date is no part of it.
  const withoutDates = dates.reduce(
    (text, { start, text: date }) =>
      text.slice(0, start) + ' '.repeat(date.length) + text.slice(start + date.length),
    row.text,
  )
  const words = [...withoutDates.matchAll(/[^\s,;:()|\u250a]+/g)].filter(
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

export function isMixed(text: string): boolean {
  const compact = text.replace(/[^A-Z0-9]/g, '')
  const changes = compact.match(/[A-Z]\d|\d[A-Z]/g)?.length ?? 0
  return digitsIn(text) >= mixed.digits && compact.length >= mixed.characters && changes >= mixed.changes
}

export const digitsIn = (text: string) => text.replace(/\D/g, '').length

const isGroupOf = (last: string, next: string) =>
  /^[A-Z]{0,3}[\d.-]{2,6}$/.test(last) && /^[\d.-]{2,6}$/.test(next)

/** Health plans number the members of a family behind a long number, with nothing else in its column. */
const endsNumber = (last: string, next: RegExpExecArray, text: string) =>
  /^[A-Z]{0,3}\d{6,10}$/.test(last) &&
  /^\d{2,3}$/.test(next[0]) &&
  /^(?: *$| {2}| \u250a)/.test(text.slice(next.index + next[0].length))

/** Groups of digits with one blank between them are one number, unless they are too many or too long for that. */
function inGroups(words: readonly RegExpExecArray[], text: string): [from: number, to: number][] {
  const runs: RegExpExecArray[][] = []
  for (const word of words) {
    const run = runs[runs.length - 1]
    const last = run?.[run.length - 1]
    const isNext =
      last &&
      /^ ?[-.]? ?$/.test(text.slice(last.index + last[0].length, word.index)) &&
      (isGroupOf(last[0], word[0]) || endsNumber(last[0], word, text))
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
  return [afterLastNumber(inRow), ...stacked].map((label) => label.replace(/\((?!last)[^)\n]*\)\s*$/i, ''))
}

const ownNumber = /^.*\d[\d/.-]{3,}\S*(?=\s|$)/

/** A label belongs to the first number behind it. */
const afterLastNumber = (text: string) => text.replace(/^.*\d{5,}\S*(?=\s)/, '')
