import { documentAddress } from '@exempta/contract/documents/files'
import { type getReceived, listReceivedHistory, type ReceivedDocument } from '@exempta/contract/review'
import type { RouteOutput } from '@exempta/contract/route'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileX2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { correctedWords } from '../../../shared/corrected-version.tsx'
import { PageViewer, type PageViewerHandle } from '../../../shared/page-viewer/page-viewer.tsx'
import { ShareHistoryList } from '../../../shared/share-history.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { refreshReceived } from '../review-actions.ts'

interface PreviewPagesProps {
  received: RouteOutput<typeof getReceived>
  takesFocus: boolean
}

/** The pages take the focus, so that their keys work at once. */
function PreviewPages({ received: { document, pages }, takesFocus }: PreviewPagesProps) {
  const viewer = useRef<PageViewerHandle>(null)
  const focus = useEffectEvent(() => takesFocus && viewer.current?.focus())
  useEffect(() => void focus(), [])
  if (pages.length === 0) {
    return (
      <p className="grid justify-items-center gap-2 rounded-card bg-subtle px-4 py-12 text-ink-muted">
        <FileX2 aria-hidden className="size-6" />
        Preview not available
      </p>
    )
  }
  return (
    <PageViewer
      ref={viewer}
      label={`Pages of ${document.name}`}
      pages={pages}
      addressOf={({ page }) => documentAddress.page(document.id, document.version, page)}
      onStale={() => void refreshReceived()}
      height="dialog"
      isFirstFocus
    />
  )
}

const pageSize = 8

function ReceivedHistory({ received: { id, user } }: { received: ReceivedDocument }) {
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
      <ShareHistoryList
        label="History"
        list={list}
        sides={{ owner: user.name, recipient: 'A former team member' }}
      />
    </section>
  )
}

interface PreviewBodyProps {
  received: RouteOutput<typeof getReceived>
  takesFocus: boolean
}

export function PreviewBody({ received, takesFocus }: PreviewBodyProps) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The document before may have been scrolled down. Newer browsers answer a promise, which is no clean-up.
    top.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { user, status, message, receivedAt, reviewedAt, reviewer, rejectReason, canDownload } = received
  return (
    <div className="grid gap-4">
      <Banner ref={top} tone="info">
        Credit card information is automatically redacted for security.
      </Banner>
      {received.replaces && <Banner>{correctedWords(received.replaces)}</Banner>}
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_16rem]">
        <PreviewPages received={received} takesFocus={takesFocus} />
        <div className="grid gap-5">
          <Facts
            layout="rows"
            facts={[
              { label: 'Status', value: <StatusBadge status={status} /> },
              {
                label: 'User',
                value: (
                  <span className="[overflow-wrap:anywhere]">
                    {user.name}
                    <span className="block text-xs font-normal text-ink-muted">{user.email}</span>
                  </span>
                ),
              },
              { label: 'Received', value: <RelativeTime at={receivedAt} /> },
              ...(reviewedAt
                ? [
                    {
                      label: status === 'verified' ? 'Verified' : 'Rejected',
                      value: <RelativeTime at={reviewedAt} />,
                    },
                  ]
                : []),
              ...(reviewer ? [{ label: 'By', value: reviewer }] : []),
              ...(canDownload ? [] : [{ label: 'Download', value: 'View only' }]),
            ]}
          />
          {rejectReason && <Quote title="Reason">{rejectReason}</Quote>}
          {message && <Quote title="Message">{message}</Quote>}
          <ReceivedHistory received={received} />
        </div>
      </div>
    </div>
  )
}

const Quote = ({ title, children }: { title: string; children: string }) => (
  <section className="grid gap-1">
    <h3 className="font-semibold">{title}</h3>
    <blockquote className="border-l-4 border-accent pl-3 whitespace-pre-line [overflow-wrap:anywhere]">
      {children}
    </blockquote>
  </section>
)
