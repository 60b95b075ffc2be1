import type { ReactNode } from 'react'
import { type Column, DataTable } from './data-table.tsx'
import { type GrowingList, ShowMore } from './list-view.tsx'
import { EmptyState, type FailedStateProps } from './page-states.tsx'

interface GrowingTableProps<Row> {
  caption: string
  list: GrowingList & { rows: readonly Row[] | undefined; failure: FailedStateProps | undefined }
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** The title of an empty table; the children say what to do next. */
  empty: string
  children: ReactNode
}

/** A table that is one part of a page. It begins with the newest rows. */
export function GrowingTable<Row>({ list, empty, children, ...table }: GrowingTableProps<Row>) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface md:overflow-x-auto">
      <DataTable
        {...table}
        isTight
        rows={list.rows}
        failure={list.failure}
        skeletonRows={2}
        empty={<EmptyState title={empty}>{children}</EmptyState>}
      />
      <ShowMore list={list} />
    </div>
  )
}
