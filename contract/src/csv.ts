/** Tables for spreadsheets, after RFC 4180. */

type Cell = string | number | null

/** Spreadsheets run a text that begins like a formula, also behind blanks and in wide letters. */
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** Makes spreadsheets read the text as UTF-8. */
export const csvStart = '\uFEFF'

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
}
