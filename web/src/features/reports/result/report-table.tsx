import type { DocumentType } from '@exempta/contract/documents'
import type { ReportDefinition, ReportResult } from '@exempta/contract/reports'
import { typeName } from '../../../lib/format.ts'
import type { Sort } from '../../../lib/list.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { EmailText } from '../../../ui/text.tsx'
import type { ChangeReport } from '../report-state.ts'
import type { ReportQuery } from './use-report.ts'

type Cell = ReportResult['rows'][number][number]
type ShownColumn = ReportResult['columns'][number]

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

/** Its values have badges, and charts use their colors. */
export const isStatusColumn = (key: string) => /(?:^|\.)(?:status|review_outcome)$/.test(key)

interface NumberedRow {
  number: number
  cells: readonly Cell[]
}

interface ReportTableProps {
  definition: ReportDefinition
  report: ReportQuery
  onChange: ChangeReport
}

export function ReportTable({ definition, report, onChange }: ReportTableProps) {
  const pages = report.data?.pages ?? []
  const columns = pages[0]?.columns ?? []
  const rows = pages.flatMap((page) => page.rows).map((cells, number): NumberedRow => ({ number, cells }))
  const { sortBy, groupBy } = definition
  const sort: Sort | undefined = sortBy
    ? { by: sortBy.field, direction: sortBy.direction }
    : groupBy.length === 0
      ? { by: 'created_at', direction: 'desc' }
      : undefined
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label="Rows" tabIndex={0} className="overflow-x-auto rounded-card">
        <DataTable
          caption={definition.name}
          columns={columns.map((column, index) => tableColumn(column, index))}
          rows={rows}
          rowId={({ number }) => String(number)}
          sort={sort}
          onSort={({ by, direction }) => onChange((now) => ({ ...now, sortBy: { field: by, direction } }))}
        />
      </section>
      <ShowMore list={report} />
    </div>
  )
}

const tableColumn = (column: ShownColumn, index: number): Column<NumberedRow> => ({
  key: column.key,
  header: column.label,
  isPrimary: index === 0,
  isSortable: true,
  align: column.kind === 'number' ? 'right' : 'left',
  cell: ({ cells }) => <CellView column={column} cell={cells[index] ?? null} />,
})

function CellView({ column, cell }: { column: ShownColumn; cell: Cell }) {
  const text = cellText(column, cell)
  if (cell === null) return <span className="text-ink-muted">{text}</span>
  if (column.kind === 'id')
    return <code className="text-xs [overflow-wrap:anywhere] md:whitespace-nowrap">{text}</code>
  if (column.kind === 'choice' && isStatusColumn(column.key)) return <StatusBadge status={String(cell)} />
  if (column.kind === 'time')
    return (
      <time dateTime={String(cell)} className="md:inline-block md:min-w-24">
        {text}
      </time>
    )
  if (column.kind !== 'text') return text
  return text.includes('@') ? (
    <span className="[overflow-wrap:anywhere] md:inline-block md:min-w-44">
      <EmailText of={text} />
    </span>
  ) : (
    <span className="[overflow-wrap:anywhere] md:inline-block md:min-w-24">{text}</span>
  )
}
