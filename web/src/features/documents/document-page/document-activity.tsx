import { listDocumentActivity } from '@exempta/contract/document-activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { Card } from '../../../ui/card.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { activityWords } from './activity-words.ts'

const pageSize = 8

/** Who did what with it, and who saw it when. */
export function DocumentActivity({ id }: { id: string }) {
  const list = useInfiniteQuery({
    queryKey: ['documents', listDocumentActivity.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(
        listDocumentActivity,
        { params: { id }, query: { limit: pageSize, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Openings are told by nobody: coming back from the tab that opened it asks again.
    staleTime: 0,
  })
  const items = list.data?.pages.flatMap((page) => page.items)
  return (
    <Card title="Activity" isFlush>
      {items ? (
        <ul aria-label="Activity" className="divide-y divide-line">
          {items.map((item) => (
            <li key={item.id} className="grid gap-0.5 px-5 py-2.5">
              <span className="break-words">{activityWords(item)}</span>
              <span className="text-xs text-ink-muted">
                <RelativeTime at={item.at} />
              </span>
            </li>
          ))}
        </ul>
      ) : list.error ? (
        <div className="px-5 pb-5">
          <FailedState
            message={errorText(list.error)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isRefetching}
          />
        </div>
      ) : (
        <Skeleton className="mx-5 mb-5 h-32" label="Loading activity" />
      )}
      <ShowMore list={list} />
    </Card>
  )
}
