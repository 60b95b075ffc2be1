import type { Document, DocumentDetails, DocumentVersion } from '@exempta/contract/documents'
import { listDocumentActivity } from '@exempta/contract/documents/activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { typeName } from '../../../lib/format.ts'
import { NeedsCheckBadge } from '../../../shared/needs-check-badge.tsx'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
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
    // There is no live event for views, so returning from the tab that opened the document fetches again.
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

const megabyte = 1024 * 1024
const sizeOf = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(2)} MB`

export function DocumentFacts({ document }: { document: Document }) {
  const { type, status, needsCheck, pageCount, sizeBytes, cardSide, createdAt, processedAt } = document
  return (
    <Card title="Details">
      <Facts
        layout="rows"
        facts={[
          { label: 'Status', value: needsCheck ? <NeedsCheckBadge /> : <StatusBadge status={status} /> },
          { label: 'Type', value: typeName(type) },
          ...(cardSide ? [{ label: 'Payment card', value: cardSide === 'front' ? 'Front' : 'Back' }] : []),
          ...(pageCount ? [{ label: 'Pages', value: pageCount }] : []),
          { label: 'Original size', value: sizeOf(sizeBytes) },
          { label: 'Uploaded', value: <RelativeTime at={createdAt} /> },
          ...(processedAt ? [{ label: 'Processed', value: <RelativeTime at={processedAt} /> }] : []),
        ]}
      />
    </Card>
  )
}

/** Newest first. Only the current one can be opened: what was hidden never comes back. */
export function DocumentVersions({
  document: { version: current, versions },
}: {
  document: DocumentDetails
}) {
  return (
    <Card title="Versions" isFlush>
      <ul aria-label="Versions" className="divide-y divide-line">
        {versions.map((one) => (
          <li key={one.version} className="grid gap-0.5 px-5 py-2.5">
            <span className="flex items-center justify-between gap-3 font-medium">
              Version {one.version}
              {one.version === current && <Badge tone="accent">Current</Badge>}
              {!one.isReady && <Badge tone="info">In progress</Badge>}
            </span>
            <span className="text-xs text-ink-muted">
              {originOf(one)} · <RelativeTime at={one.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function originOf({ boxCount }: DocumentVersion): string {
  if (boxCount === 0) return 'Redacted by Exempta'
  return boxCount === 1 ? '1 area blacked out by you' : `${boxCount} areas blacked out by you`
}
