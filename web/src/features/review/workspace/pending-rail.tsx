import { listReceived, type ReceivedDocument } from '@exempta/contract/review'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Eye, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { workspaceOf } from '../review-actions.ts'

const railSize = 50

/** Everything that waits for a review, longest first. */
export function usePendingDocuments(assigned: 'me' | undefined) {
  const list = useInfiniteQuery({
    queryKey: ['received', listReceived.path, 'pending', assigned ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listReceived,
        { query: { status: 'pending', sort: 'oldest', limit: railSize, cursor: pageParam, assigned } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return { list, rows: list.data?.pages.flatMap((page) => page.items) }
}

interface PendingRailProps {
  pending: ReturnType<typeof usePendingDocuments>
  currentId: string
  /** The query part of the address, which goes on to the next document. */
  search: string
  isOnlyMine: boolean
  onOnlyMine: (isOnlyMine: boolean) => void
  /** Who has which document open: names by document. */
  viewers: ReadonlyMap<string, readonly string[]>
}

export function PendingRail(props: PendingRailProps) {
  const { pending, currentId, search, isOnlyMine, onOnlyMine, viewers } = props
  const { list, rows } = pending
  const count = rows && `${rows.length}${list.hasNextPage ? '+' : ''}`
  return (
    <nav aria-label="Pending documents" className="flex h-full min-h-0 flex-col">
      <div className="grid gap-1 border-b border-line px-4 py-3">
        <h2 className="font-semibold">
          Pending {count && <span className="font-normal text-ink-muted">({count})</span>}
        </h2>
        <Checkbox
          label="Assigned to me"
          checked={isOnlyMine}
          onChange={(event) => onOnlyMine(event.target.checked)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.error && !rows ? (
          <FailedState
            message={errorText(list.error)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isRefetching}
          />
        ) : !rows ? (
          <Skeleton className="m-4 h-24" label="Loading documents" />
        ) : rows.length === 0 ? (
          <p className="p-4 text-ink-muted">
            {isOnlyMine ? 'No pending documents are assigned to you.' : 'There’s nothing left to review.'}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <RailItem
                key={row.id}
                row={row}
                search={search}
                isCurrent={row.id === currentId}
                viewers={viewers.get(row.id) ?? []}
              />
            ))}
          </ul>
        )}
        <ShowMore list={list} />
      </div>
    </nav>
  )
}

interface RailItemProps {
  row: ReceivedDocument
  search: string
  isCurrent: boolean
  viewers: readonly string[]
}

function RailItem({ row, search, isCurrent, viewers }: RailItemProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li>
      <Link
        ref={link}
        to={workspaceOf(row.id, search)}
        replace
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'grid gap-0.5 border-l-4 px-3 py-2.5 outline-offset-[-2px]',
          isCurrent ? 'border-accent bg-accent-soft/60' : 'border-transparent hover:bg-subtle/60',
        )}
      >
        <span className="truncate font-medium" title={row.document.name}>
          {row.document.name}
        </span>
        <span
          className="truncate text-xs text-ink-muted"
          title={[row.user.name, row.user.email].filter(Boolean).join(', ')}
        >
          {row.user.name}
        </span>
        <span className="text-xs text-ink-muted">
          <RelativeTime at={row.receivedAt} />
        </span>
        {row.assignee && (
          <span className="flex min-w-0 items-center gap-1 text-xs text-ink-muted">
            <UserRound aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">Assigned to {row.assignee.name}</span>
          </span>
        )}
        {viewers.length > 0 && (
          <span className="flex min-w-0 items-center gap-1 text-xs text-info-ink">
            <Eye aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">{viewers.join(', ')}</span>
          </span>
        )}
      </Link>
    </li>
  )
}
