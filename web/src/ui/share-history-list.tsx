import type { ShareEvent } from '@exempta/contract/shares'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { errorText } from '../lib/api-error.ts'
import { ShowMore } from './list-view.tsx'
import { FailedState } from './page-states.tsx'
import { RelativeTime } from './relative-time.tsx'
import { type ShareSides, shareHistoryWords } from './share-history-words.ts'
import { Skeleton } from './skeleton.tsx'

interface ShareHistoryListProps {
  label: string
  list: UseInfiniteQueryResult<InfiniteData<{ items: ShareEvent[] }>>
  sides: ShareSides
}

/** Everything that happened to one share; both sides see the same. */
export function ShareHistoryList({ label, list, sides }: ShareHistoryListProps) {
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
      <ol aria-label={label} className="grid gap-2 border-l-2 border-line pl-3">
        {list.data.pages
          .flatMap((page) => page.items)
          .map((event) => (
            <li key={event.id} className="grid gap-0.5">
              <span className="[overflow-wrap:anywhere]">{shareHistoryWords(event, sides)}</span>
              {event.reason && (
                <span className="whitespace-pre-line text-ink-muted italic [overflow-wrap:anywhere]">
                  “{event.reason}”
                </span>
              )}
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
