import { listDocumentActivity } from '@exempta/contract/documents/activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { ShowMore } from '../../../ui/list-view.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { activityWords } from './activity-words.ts'

const pageSize = 8

export function ActivityList({ id }: { id: string }) {
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
    // There is no live event for views, so returning from the tab that opened the document fetches again.
    staleTime: 0,
  })
  const items = list.data?.pages.flatMap((page) => page.items)
  if (!items) {
    if (!list.error) return <Skeleton className="mx-5 mb-5 h-32" label="Loading activity" />
    return (
      <div className="px-5 pb-5">
        <FailedState
          message={errorText(list.error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isRefetching}
        />
      </div>
    )
  }
  return (
    <>
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
      <ShowMore list={list} />
    </>
  )
}
