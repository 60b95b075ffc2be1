import type { AuditAction } from '@exempta/contract/admin/audit'
import { type DocumentActivity, listDocumentActivity } from '@exempta/contract/documents/activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { ShowMore } from '../../../ui/list-view.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

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

const words: Partial<Record<AuditAction, string>> = {
  'document.black-out': 'blacked out more',
  'document.check': 'checked it before sharing',
  'document.download': 'downloaded it',
  'document.process': 'checked it for private details',
  'document.rename': 'renamed it',
  'document.retry': 'retried processing',
  'document.upload': 'uploaded it',
  'document.view': 'viewed it',
  'exemption.confirm': 'confirmed what it says',
  'exemption.fill': 'filled it in and signed it',
  'exemption.renew': 'renewed it',
  'exemption.withdraw': 'undid the confirmation',
  'share.correct': 'sent it to {recipient} as a corrected version',
  'share.create': 'shared it with {recipient}',
  'share.expire': 'ended access for {recipient} because the link expired',
  'share.reject': 'rejected it',
  'share.reopen': 'shared it with {recipient} again',
  'share.reopen-review': 'reopened the review',
  'share.return': 'returned it to {recipient} for review',
  'share.revoke': 'stopped sharing it with {recipient}',
  'share.verify': 'verified it',
}
const failedWords: Partial<Record<AuditAction, string>> = {
  'document.process': 'couldn’t process it',
}

/** `You viewed it`, `Lakeside Supply downloaded it`; an action without its own wording is shown by its name. */
export function activityWords({ action, result, by, name, receiver: recipient }: DocumentActivity): string {
  const who = by === 'you' ? 'You' : by === 'exempta' ? 'Exempta' : (name ?? 'Someone')
  const done = words[action]?.replace('{recipient}', recipient ?? 'someone')
  if (!done) return `${who}: ${action.replaceAll(/[.-]/g, ' ')}`
  return `${who} ${result === 'done' ? done : (failedWords[action] ?? `${done} (${result})`)}`
}
