import { cardWords } from '@exempta/contract/coverage/card-words'
import type { Document, DocumentDetails, DocumentVersion } from '@exempta/contract/documents'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { typeName } from '../../../lib/format.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { NeedsCheckBadge } from '../../../shared/document-marks.tsx'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import { FoldedCard } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

const activitySkeleton = <Skeleton className="mx-5 mb-5 h-32" label="Loading activity" />
const ActivityList = onDemand(
  async () => (await import('./activity-list.tsx')).ActivityList,
  activitySkeleton,
)

/** Who did what with it, and who saw it when. The last card of a long page. */
export function DocumentActivity({ id }: { id: string }) {
  return (
    <FoldedCard title="Activity" isFlush>
      <NearView placeholder={activitySkeleton}>
        <ActivityList id={id} />
      </NearView>
    </FoldedCard>
  )
}

const megabyte = 1024 * 1024
const sizeOf = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(2)} MB`

export function DocumentFacts({ document }: { document: Document }) {
  const { type, status, needsCheck, pageCount, sizeBytes, cardSide, card, createdAt, processedAt } = document
  return (
    <FoldedCard title="Details">
      <Facts
        layout="rows"
        facts={[
          { label: 'Status', value: needsCheck ? <NeedsCheckBadge /> : <StatusBadge status={status} /> },
          { label: 'Type', value: typeName(type) },
          ...(cardSide ? [{ label: 'Payment card', value: cardSide === 'front' ? 'Front' : 'Back' }] : []),
          ...(card ? [{ label: 'Government card', value: cardWords(card) }] : []),
          ...(pageCount ? [{ label: 'Pages', value: pageCount }] : []),
          { label: 'Original size', value: sizeOf(sizeBytes) },
          { label: 'Uploaded', value: <RelativeTime at={createdAt} /> },
          ...(processedAt ? [{ label: 'Processed', value: <RelativeTime at={processedAt} /> }] : []),
        ]}
      />
    </FoldedCard>
  )
}

/** Newest first. Only the current one can be opened: what was hidden never comes back. */
export function DocumentVersions({
  document: { version: current, versions },
}: {
  document: DocumentDetails
}) {
  return (
    <FoldedCard title="Versions" isFlush>
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
    </FoldedCard>
  )
}

function originOf({ boxCount }: DocumentVersion): string {
  if (boxCount === 0) return 'Redacted by Exempta'
  return boxCount === 1 ? '1 area blacked out by you' : `${boxCount} areas blacked out by you`
}

/** How far below the window something may be and still be loaded, so that it is there when it is scrolled to. */
const margin = '300px'

/** Shows `children` once the reader comes near them: a page does not load what nobody scrolls to. */
function NearView({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true)
      },
      { rootMargin: margin },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={place}>{isNear ? children : placeholder}</div>
}
