/** Runs the text rules over the layout of a page: over each row, and over each value with a label above or below it. */

import type { Finding } from '../finding.ts'
import {
  axesOf,
  centre,
  coverQuads,
  distance,
  growQuad,
  heightOf,
  type Quad,
  sliceOf,
  widthOf,
} from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { type FindOptions, findSecrets } from '../text/find-secrets.ts'
import { namesOtherNumber } from '../text/rules/card-number.ts'
import type { Secret } from '../text/secret.ts'
import { subjectOf } from './kinds-of-papers.ts'
import { labelledTexts } from './labelled-texts.ts'
import { bandOf, linesByDirection, piecesOf } from './piece.ts'
import { type Row, rowsOf, type TracedText, traceRow, traceRows } from './rows.ts'

// How far the middles of two pieces of one row may lie apart, in heights of the first.
const sameRow = 0.6

// The widest gap, in line heights, between boxes that one number is split over.
const maxBridge = 6
// A secret that its own row tells so clearly is not what a label above says.
const clear = 0.95
// In line heights: the place of a first character is known less well in small print.
const before = 0.3

/** A secret of the text rules on a page. */
export interface FoundValue {
  kind: Secret['kind']
  /** As it was read, with the digits that stay. */
  text: string
  /** The characters behind it. */
  glyphs: Glyph[]
  findings: Finding[]
}

/** Findings of the text rules on one page. */
export const findTextSecrets = (lines: readonly Line[], options: FindOptions): Finding[] =>
  findTextValues(lines, options).flatMap(({ findings }) => findings)

/** As `findTextSecrets`, with what was read. */
export function findTextValues(lines: readonly Line[], options: FindOptions): FoundValue[] {
  const parts = linesByDirection(lines).map((part) => rowsOf(piecesOf(part)))
  const rows = parts.flat()
  const stacks = parts.flatMap(labelledTexts)
  const texts = [...parts.flatMap(traceRows), ...stacks, ...parts.flatMap(wrappedNumbers)]
  const isOfOtherNumber = numbersNamedAbove(stacks)
  const lineOf = new Map(lines.flatMap((line) => line.glyphs.map((glyph) => [glyph, line] as const)))
  const claimed = new Set<Glyph>()
  const subject = subjectOf(lines)
  return texts
    .flatMap((traced, i) =>
      findSecrets(traced.text, { ...options, ...subject })
        .filter((secret) => !isOfOtherNumber(traced, secret))
        .map((secret) => ({
          traced,
          secret,
          trust: secret.confidence + (i < rows.length && secret.confidence >= clear ? 1 : 0),
        })),
    )
    .sort((a, b) => b.trust - a.trust)
    .flatMap(({ traced, secret }) => {
      const value = glyphsOf(traced, secret.start, secret.valueEnd)
      const rest = value.filter((glyph) => !claimed.has(glyph))
      // A number that its own row announced already, with the label beside it: what a label above makes of the two.
      if (rest.length === 0 || (rest.length < value.length && isLabelAlone(rest))) return []
      for (const glyph of value) claimed.add(glyph)
      const glyphs = [...glyphsOf(traced, secret.start, secret.end), ...markBehind(traced, secret, lineOf)]
      const findings = quadsOf(bandsOf(lineOf, glyphs)).map((quad) => findingOf(secret, quad))
      return [{ kind: secret.kind, text: value.map(({ text }) => text).join(''), glyphs: value, findings }]
    })
}

/** Tells what has the shape of a card's number, without a label in its row, and is an order's by the label above it. */
function numbersNamedAbove(stacks: readonly TracedText[]) {
  const first = new Set(
    stacks.flatMap(({ text, glyphs }) => {
      const at = text.indexOf('\n') + 1
      return namesOtherNumber(text.slice(0, at)) ? (glyphs[at] ?? []) : []
    }),
  )
  return ({ text, glyphs }: TracedText, { kind, start }: Secret): boolean => {
    const glyph = glyphs[start]
    return (
      kind === 'card-number' &&
      glyph !== undefined &&
      first.has(glyph) &&
      !/\p{L}/u.test(text.slice(0, start))
    )
  }
}

// A number in groups that goes on in the next row, with the words before it.
const brokenOff = /(?:\p{L}[^\d]{0,40})?(?<!\d|\d-)\d{3} ?-(?: ?\d{2} ?-?)? ?$/u
const goesOn = /^ ?(?:-? ?\d{4}|\d{2} ?- ?\d{4})(?!\d)/
// In heights of the first row.
const nextRow = 2.6

/** What a paragraph breaks at the end of a line. */
function wrappedNumbers(rows: readonly Row[]): TracedText[] {
  return rows.slice(1).flatMap((row, i) => {
    const before = rows[i] as Row
    const [above, below] = [traceRow(before), traceRow(row)]
    const [start, end] = [brokenOff.exec(above.text), goesOn.exec(below.text)]
    const [first, next] = [before[0], row[0]]
    if (!start || !end || !first || !next || next.middle - first.middle > nextRow * first.height) return []
    const length = end[0].length
    return [
      {
        text: `${above.text.slice(start.index)}\n${below.text.slice(0, length)}`,
        glyphs: [...above.glyphs.slice(start.index), undefined, ...below.glyphs.slice(0, length)],
      },
    ]
  })
}

// Fewer digits are the number of a field.
const minDigits = 3

function isLabelAlone(glyphs: readonly Glyph[]): boolean {
  const text = glyphs.map((glyph) => glyph.text).join('')
  return text.replace(/\D/g, '').length < minDigits && /[A-Za-z]{2}/.test(text)
}

const glyphsOf = (traced: TracedText, start: number, end: number) =>
  traced.glyphs.slice(start, end).filter((glyph) => glyph !== undefined)

/** Half of the mark that divides what is hidden from what stays: places of characters are known to a fraction only. */
function markBehind(
  { text, glyphs }: TracedText,
  { end, valueEnd }: Secret,
  lineOf: Map<Glyph, Line>,
): Glyph[] {
  const mark = glyphs[end]
  const line = mark && lineOf.get(mark)
  if (end >= valueEnd || !line || !/[-.]/.test(text[end] as string)) return []
  const half = { ...mark, quad: sliceOf(mark.quad, 0, 0.5) }
  lineOf.set(half, line)
  return [half]
}

// Not forwards: what follows may be digits that stay.
const findingOf = ({ kind, confidence }: Secret, quad: Quad): Finding => ({
  kind,
  quad: growQuad(
    sliceOf(quad, (-before * heightOf(quad)) / (widthOf(quad) || 1), 1),
    0,
    0.06 * heightOf(quad),
  ),
  confidence,
  source: 'text',
})

/** Glyphs in reading order, divided where another line continues. */
function bandsOf(lineOf: Map<Glyph, Line>, glyphs: Glyph[]): Glyph[][] {
  const bands: Glyph[][] = []
  for (const glyph of glyphs) {
    const band = bands[bands.length - 1]
    if (band?.[0] && lineOf.get(band[0]) === lineOf.get(glyph)) band.push(glyph)
    else bands.push([glyph])
  }
  return bands
}

/** The bands, and what lies between neighbours: a box whose digits were not seen may stand there. */
function quadsOf(bands: Glyph[][]): Quad[] {
  const quads = bands.map(bandOf)
  const bridges = quads.slice(1).flatMap((quad, i): Quad[] => {
    const last = quads[i] as Quad
    const isNear = distance(last[1], quad[0]) < maxBridge * heightOf(quad)
    return isNear && isLevel(last, quad) ? [coverQuads([[last[1], quad[0], quad[3], last[2]]])] : []
  })
  return [...quads, ...bridges]
}

function isLevel(a: Quad, b: Quad): boolean {
  const { across } = axesOf(a)
  const [from, to] = [centre(a), centre(b)]
  return Math.abs((to[0] - from[0]) * across[0] + (to[1] - from[1]) * across[1]) < sameRow * heightOf(a)
}
