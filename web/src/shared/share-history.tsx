import type { ShareEvent } from '@exempta/contract/sharing'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { errorText } from '../lib/api-error.ts'
import { ShowMore } from '../ui/list-view.tsx'
import { Skeleton } from '../ui/loading.tsx'
import { FailedState } from '../ui/page-states.tsx'
import { RelativeTime } from '../ui/text.tsx'

const words: Record<ShareEvent['act'], string> = {
  shared: 'shared it',
  reopened: 'shared it again',
  viewed: 'viewed it',
  downloaded: 'downloaded it',
  verified: 'verified it',
  rejected: 'rejected it',
  'review-reopened': 'reopened the review',
  returned: 'returned it for review because it changed',
  corrected: 'replaced {document} with a corrected version',
  revoked: 'stopped sharing it',
  expired: 'ended access because the link expired',
}

/** What the reader of a share's history calls its two sides. */
interface ShareSides {
  owner: string
  /** For the recipient's people who have no name, or whose account is deleted. */
  recipient: string
  /** What the owner did at first, where nothing was shared. */
  shared?: string
}

/** `You shared it`, `Jo Lee verified it`. */
export function shareHistoryWords(
  { act, by, person, document }: ShareEvent,
  { owner, recipient, shared = words.shared }: ShareSides,
): string {
  const who = by === 'owner' ? owner : by === 'exempta' ? 'Exempta' : (person ?? recipient)
  return `${who} ${act === 'shared' ? shared : words[act].replace('{document}', document ?? 'it')}`
}

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
