import { listActivity } from '@exempta/contract/profile'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleX, History, ShieldAlert } from 'lucide-react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { Card } from '../../../ui/card.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { activityWords } from './activity-words.ts'

const pageSize = 8

/** What was done with the own account, newest first. */
export function RecentActivity() {
  const list = useInfiniteQuery({
    queryKey: ['profile', listActivity.path],
    queryFn: ({ pageParam, signal }) =>
      call(listActivity, { query: { limit: pageSize, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const items = list.data?.pages.flatMap((page) => page.items)
  return (
    <Card title="Recent Activity" isFlush>
      {list.error && !items ? (
        <div className="px-5 pb-5">
          <FailedState
            message={errorText(list.error)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isRefetching}
          />
        </div>
      ) : !items ? (
        <Skeleton className="mx-5 mb-5 h-32" label="Loading recent activity" />
      ) : items.length === 0 ? (
        <EmptyState icon={<History aria-hidden />} title="Nothing has happened yet" />
      ) : (
        <ul aria-label="Recent activity" className="divide-y divide-line">
          {items.map(({ id, action, result, at, ip, openedEmail }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-5 py-2.5"
            >
              <span className="inline-flex items-baseline gap-1.5">
                {result !== 'done' && (
                  <CircleX aria-hidden className="size-4 shrink-0 self-center text-danger" />
                )}
                {openedEmail && (
                  <ShieldAlert aria-hidden className="size-4 shrink-0 self-center text-warning" />
                )}
                {activityWords(action, result, openedEmail)}
              </span>
              <span className="text-xs text-ink-muted">
                {ip && `${ip} · `}
                <RelativeTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </Card>
  )
}
