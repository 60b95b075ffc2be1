// biome-ignore-all lint/a11y/noRedundantRoles: CSS lays the table out as cards on phones, which takes the native roles away
import type { ReactNode } from 'react'
import type { Sort } from '../lib/list-state.ts'
import { Checkbox } from './checkbox.tsx'
import { HeaderCell } from './data-table-header.tsx'
import { BodyRow, SkeletonRow } from './data-table-row.tsx'
import type { Column, Selection } from './data-table-types.ts'

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
  skeletonRows?: number
}

/**
 * A table that turns into cards below the `md` width. `rows` is undefined while loading.
 * The roles are spelt out because browsers drop them when CSS changes how a table is laid out.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, sort, onSort, selection, empty, skeletonRows = 5 } = props
  if (rows?.length === 0 && empty) return <>{empty}</>
  const selectable = rows?.filter((row) => selection?.canSelect?.(row) ?? true) ?? []
  const allChosen = selectable.length > 0 && selectable.every((row) => selection?.selected.has(rowId(row)))
  const someChosen = selectable.some((row) => selection?.selected.has(rowId(row)))
  return (
    <table role="table" aria-busy={rows === undefined} className="block w-full text-sm md:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="block border-b border-line md:table-header-group md:border-0">
        <tr
          role="row"
          className="flex flex-wrap items-center gap-x-2 px-4 py-1 md:table-row md:border-b md:border-line md:bg-subtle/50"
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
