/** CSV files for spreadsheets, following RFC 4180. */

type Cell = string | number | null

/** Spreadsheets execute text that starts like a formula, even after spaces or in full-width characters. */
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** The byte order mark makes spreadsheets read the text as UTF-8. */
export const csvStart = '\uFEFF'

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
}
