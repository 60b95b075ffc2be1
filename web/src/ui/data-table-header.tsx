// biome-ignore-all lint/a11y/noRedundantRoles: CSS lays the table out as cards on phones, which takes the native roles away
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import type { Sort } from '../lib/list-state.ts'
import type { Column } from './data-table-types.ts'

export function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}) {
  const isSorted = sort?.by === column.key
  const Arrow = !isSorted ? ArrowUpDown : sort.direction === 'asc' ? ArrowUp : ArrowDown
  const canSort = column.isSortable && onSort
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
      className={classNames(
        'px-1 py-2 text-xs font-medium text-ink-muted md:px-4',
        !canSort && 'sr-only md:not-sr-only md:table-cell md:px-4 md:py-2',
        column.align === 'right' ? 'text-right' : 'text-left',
      )}
    >
      {canSort ? (
        <button
          type="button"
          onClick={() =>
            onSort({ by: column.key, direction: isSorted && sort.direction === 'asc' ? 'desc' : 'asc' })
          }
          className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
        >
          {column.header}
          <Arrow aria-hidden className="size-3.5" />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
