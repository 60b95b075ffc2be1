import type { Glyph } from '../reader/text-reader.ts'
import { columnGap } from '../text/labelled-values.ts'
import type { Piece } from './piece.ts'

// Two pieces stand in one row when their middles are this close and they overlap by no more than this, in line heights.
const beside = { level: 0.45, overlap: 0.5 }

export type Row = Piece[]

/** Pieces side by side, ordered along the text; rows are ordered down the page. */
export function rowsOf(pieces: readonly Piece[]): Row[] {
  const rows: Row[] = []
  for (const piece of [...pieces].sort((a, b) => a.middle - b.middle)) {
    const row = rows.findLast(
      (candidate) =>
        candidate.some((other) => isLevel(piece, other) && isApart(piece, other)) &&
        // A label just above a value, with a crooked piece between the two that is level with both.
        candidate.every((other) => isLevel(piece, other) || isApart(piece, other)),
    )
    if (row) row.push(piece)
    else rows.push([piece])
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left)
  return rows
}

const isLevel = (a: Piece, b: Piece) =>
  Math.abs(a.middle - b.middle) < beside.level * Math.min(a.height, b.height)

const isApart = (a: Piece, b: Piece) =>
  a.right <= b.left + beside.overlap * a.height || b.right <= a.left + beside.overlap * b.height

/** Text with the glyph, if any, behind each of its characters. */
export interface TracedText {
  text: string
  glyphs: (Glyph | undefined)[]
}

/** As `traceRow`, for all rows of a page: short numbers that stand in the columns of a table are no groups of one number. */
export const traceRows = (rows: readonly Row[]): TracedText[] =>
  rows.map((row, i) => traceRow(row, isRowOfTable(rows, i)))

/** Whether at least three numbers of a row have one below or above them, the same number of them in both rows. */
export const isRowOfTable = (rows: readonly Row[], i: number): boolean =>
  [rows[i - 1], rows[i + 1]].some((neighbor) => neighbor && hasSameColumns(rows[i] as Row, neighbor))

const isCell = ({ text }: Piece) => /^[-($ ]*\d[\d,.]*[)% ]*$/.test(text)
const minColumns = 3

function hasSameColumns(row: Row, neighbor: Row): boolean {
  const [cells, others] = [row.filter(isCell), neighbor.filter(isCell)]
  return (
    cells.length >= minColumns &&
    others.length === cells.length &&
    others.every(({ left, right }, i) => right > (cells[i] as Piece).left && left < (cells[i] as Piece).right)
  )
}

/** Joins pieces with blanks, or with a mark between columns. */
export function traceRow(row: readonly Piece[], isTable = false): TracedText {
  const traced: TracedText = { text: '', glyphs: [] }
  row.forEach((piece, i) => {
    const before = row[i - 1]
    const isColumn = isTable && before && isCell(before) && isCell(piece)
    if (before && isColumn) append(traced, columnGap)
    else if (before) append(traced, gapText(piece.left - before.right, Math.min(piece.height, before.height)))
    traced.text += piece.text
    traced.glyphs.push(...piece.glyphs)
  })
  return traced
}

/** The second text on a new line below the first. */
export function stack(above: TracedText, below: TracedText): TracedText {
  return {
    text: `${above.text}\n${below.text}`,
    glyphs: [...above.glyphs, undefined, ...below.glyphs],
  }
}

function append(traced: TracedText, text: string) {
  traced.text += text
  for (let i = 0; i < text.length; i++) traced.glyphs.push(undefined)
}

// In line heights. Boxes that one number is split over stand nearer to each other than columns do.
const gaps = { word: 0.6, column: 4 }

function gapText(gap: number, height: number): string {
  if (gap < gaps.word * height) return ' '
  return gap < gaps.column * height ? '  ' : columnGap
}
