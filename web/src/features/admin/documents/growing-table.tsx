import { useInfiniteQuery } from '@tanstack/react-query'
import { failureOf } from '../../../lib/query.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'

interface GrowingTableProps<Row> {
  title: string
  /** Distinguishes it from the other tables of administrators. */
  queryKey: readonly string[]
  readPage: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{
    items: Row[]
    nextCursor: string | null
  }>
  columns: readonly Column<Row>[]
  empty: string
}

/** A table in a card that grows with Show more. */
export function GrowingTable<Row extends { id: string }>({
  title,
  queryKey,
  readPage,
  columns,
  empty,
}: GrowingTableProps<Row>) {
  const list = useInfiniteQuery({
    queryKey: ['admin', ...queryKey],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  return (
    <Card title={title} isFlush>
      <DataTable
        caption={title}
        columns={columns}
        rows={list.data?.pages.flatMap((page) => page.items)}
        rowId={({ id }) => id}
        failure={failureOf(list)}
        skeletonRows={2}
        empty={<EmptyState title={empty} />}
      />
      <ShowMore list={list} />
    </Card>
  )
}
