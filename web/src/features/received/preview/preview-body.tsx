import type { getReceived } from '@exempta/contract/received'
import type { RouteOutput } from '@exempta/contract/route'
import { useEffect, useRef } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PreviewPages } from './preview-pages.tsx'
import { ReceivedHistory } from './received-history.tsx'

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
