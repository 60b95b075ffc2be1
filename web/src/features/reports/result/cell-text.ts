import type { DocumentType } from '@exempta/contract/documents'
import type { ReportResult } from '@exempta/contract/reports'
import { typeName } from '../../../lib/type-name.ts'

export type Cell = ReportResult['rows'][number][number]
export type ShownColumn = ReportResult['columns'][number]

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** A value in words; nothing is a dash. */
export function cellText({ kind }: Pick<ShownColumn, 'kind'>, cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  if (typeof cell === 'number') return number.format(cell)
  if (kind === 'time')
    return new Date(cell).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  if (kind === 'day')
    return new Date(cell).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
  if (kind === 'choice') return cell.includes('/') ? typeName(cell as DocumentType) : capital(cell)
  return cell
}
