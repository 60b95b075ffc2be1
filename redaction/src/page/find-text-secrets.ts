/**
 * Runs the text rules over the layout of a page: over each row (label left of the value) and over each value
 * below the text above it (label above the value).
 */
import type { Finding } from '../finding.ts'
import {
  axesOf,
  centre,
  distance,
  growQuad,
  heightOf,
  type Quad,
  sliceOf,
  widthOf,
} from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { type FindOptions, findSecrets } from '../text/find-secrets.ts'
import type { Secret } from '../text/secret.ts'
import { bandOf, type Piece, piecesOf } from './piece.ts'
import { type Row, rowsOf, stack, type TracedText, traceRow } from './rows.ts'

// How far above its value a label may stand, in line heights, middle to middle.
const labelReach = 3.2
// The widest gap, in line heights, between boxes that one number is split over.
const maxBridge = 6
const rowsInReach = 6
// In line heights: the place of a first character is known less well in small print.
const before = 0.3

/** Findings of the text rules on one page. */
export function findTextSecrets(lines: readonly Line[], options: FindOptions): Finding[] {
  const rows = rowsOf(piecesOf(lines))
  const texts = rows.flatMap((row, i) => [traceRow(row), ...belowLabels(row, rows.slice(0, i))])
  const lineOf = new Map(lines.flatMap((line) => line.glyphs.map((glyph) => [glyph, line] as const)))
  const claimed = new Set<Glyph>()
  return texts
    .flatMap((traced) => findSecrets(traced.text, options).map((secret) => ({ traced, secret })))
    .sort((a, b) => b.secret.confidence - a.secret.confidence)
    .flatMap(({ traced, secret }) => {
      const value = glyphsOf(traced, secret.start, secret.valueEnd)
      if (value.every((glyph) => claimed.has(glyph))) return []
      for (const glyph of value) claimed.add(glyph)
      return quadsOf(bandsOf(lineOf, glyphsOf(traced, secret.start, endOf(traced, secret)))).map((quad) =>
        findingOf(secret, quad),
      )
    })
}

const glyphsOf = (traced: TracedText, start: number, end: number) =>
  traced.glyphs.slice(start, end).filter((glyph) => glyph !== undefined)

/** With the mark that divides what is hidden from what stays: places of characters are known to a fraction only. */
const endOf = ({ text }: TracedText, { end, valueEnd }: Secret) =>
  end < valueEnd && /[-.]/.test(text[end] as string) ? end + 1 : end

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

/** Glyphs in reading order, divided where another line goes on. */
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
    return isNear && isLevel(last, quad) ? [[last[1], quad[0], quad[3], last[2]]] : []
  })
  return [...quads, ...bridges]
}

function isLevel(a: Quad, b: Quad): boolean {
  const { across } = axesOf(a)
  const [from, to] = [centre(a), centre(b)]
  return Math.abs((to[0] - from[0]) * across[0] + (to[1] - from[1]) * across[1]) < 0.6 * heightOf(a)
}

function belowLabels(row: Row, rowsAbove: Row[]): TracedText[] {
  return row.flatMap((piece, i) => {
    if (!/\d/.test(piece.text)) return []
    const run = row.slice(i)
    const label = labelAbove(piece, rowsAbove)
    const left = row[i - 1]
    const wrapped = left && !/\d/.test(left.text) ? labelAbove(left, rowsAbove) : undefined
    return [
      ...(label ? [stack(traceRow([label]), traceRow(run))] : []),
      ...(left && wrapped ? [stack(traceRow([wrapped]), traceRow([left, ...run]))] : []),
    ]
  })
}

/** The nearest words above a piece. Below the values of a table, those at the head of its column. */
function labelAbove(piece: Piece, rowsAbove: Row[]): Piece | undefined {
  const near = rowsAbove
    .slice(-rowsInReach)
    .flat()
    .filter(
      (other) =>
        piece.middle - other.middle < labelReach * Math.max(piece.height, other.height) &&
        other.left < piece.right &&
        other.right > piece.left - piece.height,
    )
    .sort((a, b) => b.middle - a.middle || Math.abs(a.left - piece.left) - Math.abs(b.left - piece.left))
  const isLabel = ({ text }: Piece) => /[A-Za-z]/.test(text) && !isValue(text)
  const inColumn = near.filter((other) => other.right > piece.left)
  const above = inColumn.find(({ text }) => isValue(text))
  const head = above && labelAbove(above, rowsAbove.slice(0, rowOf(above)))
  return inColumn.find(isLabel) ?? head ?? near.find(isLabel)

  function rowOf(one: Piece) {
    return rowsAbove.findIndex((row) => row.includes(one))
  }
}

const isValue = (text: string) => text.replace(/\D/g, '').length > text.replace(/[^A-Za-z]/g, '').length
