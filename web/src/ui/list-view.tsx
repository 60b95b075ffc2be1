import type { ReactNode } from 'react'
import type { Sort } from '../lib/list-state.ts'
import { Button } from './button.tsx'
import { type Column, DataTable, type Selection } from './data-table.tsx'
import { FailedState } from './page-states.tsx'
import { Pagination } from './pagination.tsx'

interface ListViewProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  toolbar: ReactNode
  empty: ReactNode
  failure?: { message: string; onRetry: () => void; isRetrying: boolean } | undefined
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selection?: Selection<Row>
  paging?: { pageNumber: number; onPrevious: (() => void) | undefined; onNext: (() => void) | undefined }
}

/** A whole list: toolbar, then failure or table or empty words, then paging. Every list of the product is one. */
export function ListView<Row>({ toolbar, failure, paging, rows, ...table }: ListViewProps<Row>) {
  const hasPages = paging && (paging.onPrevious || paging.onNext)
  return (
    <div className="grid gap-4">
      <search className="flex flex-col gap-3 sm:flex-row sm:items-center [&>*:first-child]:sm:max-w-sm [&>*:first-child]:sm:flex-1">
        {toolbar}
      </search>
      {failure ? (
        <FailedState {...failure} />
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <DataTable {...table} rows={rows} />
        </div>
      )}
      {hasPages && !failure && (
        <Pagination
          summary={`Page ${paging.pageNumber}`}
          onPrevious={paging.onPrevious}
          onNext={paging.onNext}
          isLoading={rows === undefined}
        />
      )}
    </div>
  )
}

/** The list's foot while there are older entries. */
export function ShowMore({ list }: { list: GrowingList }) {
  if (!list.hasNextPage) return null
  return (
    <div className="border-t border-line p-3 text-center">
      <Button
        variant="ghost"
        size="sm"
        isLoading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  )
}

interface GrowingList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}
