/** Values of a page with the labels above or below them; those beside them stand in the same row. */
import type { Piece } from './piece.ts'
import { isRowOfTable, type Row, stack, type TracedText, traceRow } from './rows.ts'

// How far from its value a label may stand, in line heights, middle to middle; `indent` is between their left edges.
const reach = { above: 3.2, below: 1.8, indent: 2 }
const rowsInReach = 6
// A label below a value counts when the one above it is further away than that.
const clearlyNearer = 0.75
// Of the narrower piece.
const sameColumn = 0.6

export const labelledTexts = (rows: readonly Row[]): TracedText[] =>
  rows.flatMap((row, i) => {
    const rowsAbove = rows.slice(0, i)
    return [
      ...belowLabels(row, rowsAbove, isRowOfTable(rows, i)),
      ...aboveLabels(row, rowsAbove),
      ...besideTwoLines(rows.slice(i, i + 3)),
    ]
  })

function belowLabels(row: Row, rowsAbove: Row[], isTable: boolean): TracedText[] {
  return row.flatMap((piece, i) => {
    if (!/\d/.test(piece.text)) return []
    const run = row.slice(i)
    const above = labelAbove(piece, rowsAbove)
    const label = above && isAnswered(above, rowsAbove) && hasOwnLabel(row, i) ? undefined : above
    const wider = label && isPart(label) ? labelOfLabel(label, rowsAbove) : undefined
    const left = row[i - 1]
    const wrapped = left && !/\d/.test(left.text) ? labelAbove(left, rowsAbove) : undefined
    return [
      ...(label ? [stack(traceRow(withWords(label, rowsAbove)), traceRow(run, isTable))] : []),
      ...(wider ? [stack(traceRow([wider]), traceRow(run, isTable))] : []),
      ...(left && wrapped ? [stack(traceRow([wrapped]), traceRow([left, ...run], isTable))] : []),
    ]
  })
}

/** Whether the value of a label stands beside it. */
function isAnswered(label: Piece, rowsAbove: Row[]): boolean {
  const row = rowsAbove.find((other) => other.includes(label)) ?? []
  const next = row[row.indexOf(label) + 1]
  return next !== undefined && isValue(next.text)
}

const hasOwnLabel = (row: Row, i: number) => i > 0 && row.slice(0, i).every(isLabel)

// In heights of the first line, middle to middle.
const nextLine = 1.15

/** A label of two lines with its value beside the first one, the second one, or between the two; the other has nothing beside it. */
function besideTwoLines([row = [], below = [], third = []]: Row[]): TracedText[] {
  const [first, ...run] = row
  if (!first) return []
  // The value alone is a row of its own, where it stands between the two.
  const isBetween = run.length === 0 && below.every(({ text }) => isValue(text))
  const [second, ...others] = isBetween ? third : below
  const [besideFirst, besideSecond] = isBetween ? [below, []] : [run, others]
  if (!second || besideFirst.length > 0 === besideSecond.length > 0 || (isBetween && others.length > 0))
    return []
  const value = besideFirst.length > 0 ? besideFirst : besideSecond
  const isOneLabel =
    isLabel(first) &&
    isLabel(second) &&
    Math.abs(second.left - first.left) < first.height &&
    second.middle - first.middle < nextLine * first.height
  const isBeside = value.every(({ left }) => left > Math.max(first.right, second.right) - first.height)
  if (!isOneLabel || !isBeside || !value.some(({ text }) => /\d/.test(text))) return []
  const [start, end] = [traceRow([first]), traceRow([second])]
  const label = {
    text: `${start.text} ${end.text}`,
    glyphs: [...start.glyphs, undefined, ...end.glyphs],
  }
  return [stack(label, traceRow(value))]
}

const fieldNumber = /^(?:\d{1,2}[a-z]?|[a-z])[.)]?$/i

/** A label with the words behind it, when it is the number of a field alone: "d  Control number". */
function withWords(label: Piece, rowsAbove: Row[]): Row {
  if (!fieldNumber.test(label.text)) return [label]
  const row = rowsAbove.find((other) => other.includes(label)) ?? []
  return row.slice(row.indexOf(label), row.indexOf(label) + 2)
}

// A cell of a field that has several: what it belongs to is above it. Hints how to write a date may stand behind it, too.
const isPartOfLabel = /^(?:number|no\.?|#|nbr\.?|id(?: number)?|state(?: of issue)?|issued by)[ :]*$/i
const isDateHint = /^\(?(?:(?:mm?|dd?|y{1,4}|month|day|year)[ /.-]*){1,8}\)?$/i

const isPart = ({ text }: Piece) => isPartOfLabel.test(text) || isDateHint.test(text)

function labelOfLabel(label: Piece, rowsAbove: Row[]): Piece | undefined {
  const at = rowsAbove.findIndex((row) => row.includes(label))
  const row = rowsAbove[at] as Row
  const before = isDateHint.test(label.text) ? row.slice(0, row.indexOf(label)) : []
  return (
    before.findLast((piece) => isLabel(piece) && !isDateHint.test(piece.text)) ??
    piecesAbove(label, rowsAbove.slice(0, at)).find(isLabel)
  )
}

/** Where a field is a line to write on, its label is below the line. */
function aboveLabels(row: Row, rowsAbove: Row[]): TracedText[] {
  return row.filter(isLabel).flatMap((label) => {
    const value = rowsAbove
      .slice(-rowsInReach)
      .flat()
      .filter(
        (other) =>
          isValue(other.text) &&
          label.middle - other.middle < reach.below * Math.max(label.height, other.height) &&
          Math.abs(other.left - label.left) < reach.indent * label.height,
      )
      .sort((a, b) => b.middle - a.middle)[0]
    if (!value) return []
    const at = rowsAbove.findIndex((other) => other.includes(value))
    const own = labelAbove(value, rowsAbove.slice(0, at))
    const isNearer = !own || label.middle - value.middle < clearlyNearer * (value.middle - own.middle)
    const valueRow = rowsAbove[at] as Row
    return isNearer
      ? [
          stack(
            traceRow([label]),
            traceRow(valueRow.slice(valueRow.indexOf(value)), isRowOfTable(rowsAbove, at)),
          ),
        ]
      : []
  })
}

/** The nearest words above a piece. Below the values of a table, those at the head of its column. */
function labelAbove(piece: Piece, rowsAbove: Row[]): Piece | undefined {
  const near = piecesAbove(piece, rowsAbove).filter(({ text }) => /[A-Za-z]/.test(text))
  const [inColumn] = near.filter((other) => other.right > piece.left)
  if (inColumn && isLabel(inColumn)) return inColumn
  return headOfColumn(piece, rowsAbove) ?? near.slice(0, 1).find(isLabel)
}

function headOfColumn(piece: Piece, rowsAbove: Row[]): Piece | undefined {
  const above = piecesAbove(piece, rowsAbove).find((other) => shareOfColumn(piece, other) > sameColumn)
  if (!above) return undefined
  const at = rowsAbove.findIndex((row) => row.includes(above))
  if (isValue(above.text)) return headOfColumn(above, rowsAbove.slice(0, at))
  // A label of its own, with its value beside it, is no head of what is below.
  return (rowsAbove[at] as Row).filter(isLabel).length > 1 ? above : undefined
}

const shareOfColumn = (a: Piece, b: Piece) =>
  (Math.min(a.right, b.right) - Math.max(a.left, b.left)) / Math.min(a.right - a.left, b.right - b.left)

/** Nearest first. */
const piecesAbove = (piece: Piece, rowsAbove: Row[]): Piece[] =>
  rowsAbove
    .slice(-rowsInReach)
    .flat()
    .filter(
      (other) =>
        piece.middle - other.middle < reach.above * Math.max(piece.height, other.height) &&
        other.left < piece.right &&
        other.right > piece.left - piece.height,
    )
    .sort((a, b) => b.middle - a.middle || Math.abs(a.left - piece.left) - Math.abs(b.left - piece.left))

const isLabel = ({ text }: Piece) => /[A-Za-z]/.test(text) && !isValue(text)
const isValue = (text: string) =>
  text.replace(/\D/g, '').length > text.replace(/[^A-Za-z]/g, '').length || numberWithLetters.test(text)
/** Some states number their licenses with more letters than digits. */
const numberWithLetters = /^(?=(?:[A-Z]*\d){3})[A-Z\d]{8,}$/
