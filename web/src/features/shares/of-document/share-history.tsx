import { listShareHistory, type Share } from '@exempta/contract/shares'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { FailedState } from '../../../ui/failed-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { receiverName } from '../receiver-name.tsx'
import { historyWords } from './history-words.ts'

const pageSize = 8

/** Everything that happened to one share, every view included. */
export function ShareHistory({ share: { id, receiver } }: { share: Share }) {
  const list = useInfiniteQuery({
    queryKey: ['shares', listShareHistory.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(listShareHistory, { params: { id }, query: { limit: pageSize, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const name = receiverName(receiver)
  if (list.error && !list.data) {
    return (
      <FailedState
        message={errorText(list.error)}
        onRetry={() => void list.refetch()}
        isRetrying={list.isRefetching}
      />
    )
  }
  if (!list.data) return <Skeleton className="h-16" label="Loading history" />
  return (
    <>
      <ol aria-label={`History with ${name}`} className="grid gap-2 border-l-2 border-line pl-3">
        {list.data.pages
          .flatMap((page) => page.items)
          .map((event) => (
            <li key={event.id} className="grid gap-0.5">
              <span className="[overflow-wrap:anywhere]">{historyWords(event, name)}</span>
              {event.reason && <span className="text-ink-muted italic">“{event.reason}”</span>}
              <span className="text-xs text-ink-muted">
                <RelativeTime at={event.at} />
              </span>
            </li>
          ))}
      </ol>
      <ShowMore list={list} />
    </>
  )
}
