// biome-ignore-all lint/a11y/noRedundantRoles: CSS lays the table out as cards on phones, which takes the native roles away
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useDisplay } from '../lib/display.ts'
import type { Sort } from '../lib/list.ts'
import { Checkbox } from './checkbox.tsx'
import { Skeleton } from './loading.tsx'
import { FailedState, type FailedStateProps } from './page-states.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** The column that names the row: it becomes the card's heading on phones. */
  isPrimary?: boolean
  isSortable?: boolean
  align?: 'left' | 'right'
  /** Rows without a value: cards on phones leave the line out. */
  isBlank?: (row: Row) => boolean
}

export interface Selection<Row> {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  canSelect?: (row: Row) => boolean
  nameOf: (row: Row) => string
}

function HeaderCell<Row>({
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
        'px-1 py-2 text-xs font-medium text-ink-muted md:px-4 md:whitespace-nowrap md:group-data-tight/table:px-1.5',
        !canSort && 'sr-only md:not-sr-only md:table-cell md:px-4 md:py-2 md:group-data-tight/table:px-1.5',
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

function BodyRow<Row>({
  row,
  id,
  columns,
  selection,
}: {
  row: Row
  id: string
  columns: readonly Column<Row>[]
  selection: Selection<Row> | undefined
}) {
  const isChosen = selection?.selected.has(id) ?? false
  const canSelect = selection?.canSelect?.(row) ?? true
  function toggle() {
    const next = new Set(selection?.selected)
    if (!next.delete(id)) next.add(id)
    selection?.onChange(next)
  }
  return (
    <tr
      role="row"
      className={classNames(
        'relative grid gap-1 p-4 transition-colors md:table-row md:hover:bg-subtle/40',
        isChosen && 'bg-accent-soft/60',
      )}
    >
      {selection && (
        <td
          role="cell"
          className="absolute top-3 right-3 md:static md:w-12 md:py-3 md:pl-4 md:align-middle md:group-data-compact/table:py-1"
        >
          {canSelect && (
            <Checkbox aria-label={`Select ${selection.nameOf(row)}`} checked={isChosen} onChange={toggle} />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td
          role="cell"
          key={column.key}
          className={classNames(
            'min-w-0 md:table-cell md:px-4 md:py-3 md:align-middle md:group-data-compact/table:py-1 md:group-data-tight/table:px-2 md:group-data-tight/table:py-1',
            column.isPrimary ? 'pr-10 font-medium md:pr-4' : 'flex items-baseline gap-3',
            column.align === 'right' && 'tabular-nums md:text-right',
            column.isBlank?.(row) && 'max-md:hidden',
          )}
        >
          {!column.isPrimary && (
            <span aria-hidden className="w-28 shrink-0 text-xs text-ink-muted md:hidden">
              {column.header}
            </span>
          )}
          <span className="block min-w-0 flex-1 break-words md:inline">{column.cell(row)}</span>
        </td>
      ))}
    </tr>
  )
}

function SkeletonRow<Row>({
  columns,
  hasSelection,
}: {
  columns: readonly Column<Row>[]
  hasSelection: boolean
}) {
  return (
    <tr role="row" className="grid gap-2 p-4 md:table-row">
      {hasSelection && <td role="cell" className="hidden md:table-cell md:py-4 md:pl-4" />}
      {columns.map((column) => (
        <td role="cell" key={column.key} className="md:table-cell md:px-4 md:py-6">
          <Skeleton className={column.isPrimary ? 'h-4 w-40 max-w-full' : 'h-4 w-24 max-w-full'} />
        </td>
      ))}
    </tr>
  )
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selection?: Selection<Row>
  /** Shown instead of the table when there is no row. */
  empty?: ReactNode
  /** Shown instead of the table when its rows could not be loaded. */
  failure?: FailedStateProps | undefined
  skeletonRows?: number
  /** Many columns stand closer together. */
  isTight?: boolean
}

/**
 * A table that turns into cards below the `md` width. `rows` is undefined while loading.
 * The roles are spelt out because browsers drop them when CSS changes how a table is laid out.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, sort, onSort, selection, empty, failure } = props
  const { skeletonRows = 5, isTight } = props
  const { isCompact } = useDisplay()
  if (failure) {
    return (
      <div className="p-5 pt-0">
        <FailedState {...failure} />
      </div>
    )
  }
  if (rows?.length === 0 && empty) return <>{empty}</>
  const selectable = rows?.filter((row) => selection?.canSelect?.(row) ?? true) ?? []
  const allChosen = selectable.length > 0 && selectable.every((row) => selection?.selected.has(rowId(row)))
  // On phones, the header shows only what can be used: no empty strip without that.
  const hasControls = selection || (onSort && columns.some(({ isSortable }) => isSortable))
  const someChosen = selectable.some((row) => selection?.selected.has(rowId(row)))
  return (
    <table
      // The widths of columns depend on the rows, so the table of the skeleton is another one.
      key={rows === undefined ? 'loading' : 'loaded'}
      role="table"
      aria-busy={rows === undefined}
      data-compact={isCompact || undefined}
      data-tight={isTight || undefined}
      className="group/table block w-full text-sm md:table"
    >
      <caption className="sr-only">{caption}</caption>
      <thead
        role="rowgroup"
        className={classNames(
          'block md:table-header-group md:border-0',
          hasControls && 'border-b border-line',
        )}
      >
        <tr
          role="row"
          className={classNames(
            'flex flex-wrap items-center gap-x-2 md:table-row md:border-b md:border-line md:bg-subtle/50',
            hasControls && 'px-4 py-1',
          )}
        >
          {selection && (
            <th role="columnheader" scope="col" className="py-2 text-left md:w-12 md:pl-4">
              <Checkbox
                aria-label="Select all"
                checked={allChosen}
                isIndeterminate={someChosen && !allChosen}
                disabled={selectable.length === 0}
                onChange={() => selection.onChange(allChosen ? new Set() : new Set(selectable.map(rowId)))}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line md:table-row-group">
        {rows === undefined
          ? Array.from({ length: skeletonRows }, (_, index) => index).map((index) => (
              <SkeletonRow key={index} columns={columns} hasSelection={Boolean(selection)} />
            ))
          : rows.map((row) => (
              <BodyRow key={rowId(row)} row={row} id={rowId(row)} columns={columns} selection={selection} />
            ))}
      </tbody>
    </table>
  )
}
