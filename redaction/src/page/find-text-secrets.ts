/**
 * Runs the text rules over the layout of a page: over each row (label left of the value) and over each value
 * below the text above it (label above the value).
 */
import type { Finding } from '../finding.ts'
import { growQuad, heightOf } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { type FindOptions, findSecrets } from '../text/find-secrets.ts'
import type { Secret } from '../text/secret.ts'
import { bandOf, type Piece, piecesOf } from './piece.ts'
import { type Row, rowsOf, stack, type TracedText, traceRow } from './rows.ts'

// How far above its value a label may stand, in line heights, middle to middle.
const labelReach = 3.2

/** Findings of the text rules on one page. */
export function findTextSecrets(lines: readonly Line[], options: FindOptions): Finding[] {
  const rows = rowsOf(piecesOf(lines))
  const texts = rows.flatMap((row, i) => [
    traceRow(row),
    ...belowLabels(row, rows.slice(Math.max(0, i - 6), i)),
  ])
  const claimed = new Set<Glyph>()
  return texts
    .flatMap((traced) => findSecrets(traced.text, options).map((secret) => ({ traced, secret })))
    .sort((a, b) => b.secret.confidence - a.secret.confidence)
    .flatMap(({ traced, secret }) => {
      const value = glyphsOf(traced, secret.start, secret.valueEnd)
      if (value.every((glyph) => claimed.has(glyph))) return []
      for (const glyph of value) claimed.add(glyph)
      return bandsOf(lines, glyphsOf(traced, secret.start, secret.end)).map((glyphs) =>
        findingOf(secret, glyphs),
      )
    })
}

const glyphsOf = (traced: TracedText, start: number, end: number) =>
  traced.glyphs.slice(start, end).filter((glyph) => glyph !== undefined)

function findingOf({ kind, confidence }: Secret, glyphs: Glyph[]): Finding {
  const band = bandOf(glyphs)
  // Only upwards and downwards: what follows may be digits that stay.
  return { kind, quad: growQuad(band, 0, 0.06 * heightOf(band)), confidence, source: 'text' }
}

function bandsOf(lines: readonly Line[], glyphs: Glyph[]): Glyph[][] {
  return lines
    .map((line) => line.glyphs.filter((glyph) => glyphs.includes(glyph)))
    .filter((band) => band.length > 0)
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

function labelAbove(piece: Piece, rowsAbove: Row[]): Piece | undefined {
  return rowsAbove
    .flat()
    .filter(
      (other) =>
        /[A-Za-z]/.test(other.text) &&
        piece.middle - other.middle < labelReach * Math.max(piece.height, other.height) &&
        other.left < piece.right &&
        other.right > piece.left - piece.height,
    )
    .sort((a, b) => b.middle - a.middle || Math.abs(a.left - piece.left) - Math.abs(b.left - piece.left))[0]
}
