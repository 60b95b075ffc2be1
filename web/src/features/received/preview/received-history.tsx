import { listReceivedHistory, type ReceivedDocument } from '@exempta/contract/received'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { FailedState } from '../../../ui/failed-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { historyWords } from '../history-words.ts'

const pageSize = 8

/** Everything that happened to one document here; the owner sees the same. */
export function ReceivedHistory({ received: { id, user } }: { received: ReceivedDocument }) {
  const list = useInfiniteQuery({
    queryKey: ['received', listReceivedHistory.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(
        listReceivedHistory,
        { params: { id }, query: { limit: pageSize, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">History</h3>
      {list.data ? (
        <ol aria-label="History" className="grid gap-2 border-l-2 border-line pl-3">
          {list.data.pages
            .flatMap((page) => page.items)
            .map((event) => (
              <li key={event.id} className="grid gap-0.5">
                <span className="[overflow-wrap:anywhere]">{historyWords(event, user.name)}</span>
                {event.reason && (
                  <span className="text-ink-muted italic [overflow-wrap:anywhere]">“{event.reason}”</span>
                )}
                <span className="text-xs text-ink-muted">
                  <RelativeTime at={event.at} />
                </span>
              </li>
            ))}
        </ol>
      ) : list.error ? (
        <FailedState
          message={errorText(list.error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isRefetching}
        />
      ) : (
        <Skeleton className="h-16" label="Loading history" />
      )}
      <ShowMore list={list} />
    </section>
  )
}
