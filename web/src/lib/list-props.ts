import { errorText } from './error-text.ts'
import type { useListState } from './use-list-state.ts'

interface ListAnswer<Row> {
  data: { items: Row[]; nextCursor: string | null } | undefined
  error: Error | null
  isRefetching: boolean
  refetch(): Promise<unknown>
}

/** What a list shows of the page that was asked for: its rows, why there are none, and the ways to the other pages. */
export function listProps<Row>(
  list: ListAnswer<Row>,
  state: Pick<ReturnType<typeof useListState>, 'pageNumber' | 'goPrevious' | 'goNext'>,
  failureWords: (error: unknown) => string = errorText,
) {
  const next = list.data?.nextCursor
  return {
    rows: list.data?.items,
    failure:
      list.error && !list.data
        ? {
            message: failureWords(list.error),
            onRetry: () => void list.refetch(),
            isRetrying: list.isRefetching,
          }
        : undefined,
    paging: {
      pageNumber: state.pageNumber,
      onPrevious: state.goPrevious,
      onNext: next ? () => state.goNext(next) : undefined,
    },
  }
}
