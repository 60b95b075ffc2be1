import type { DocumentDetails, DocumentVersion } from '@exempta/contract/documents'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

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
              {!one.isReady && <Badge tone="info">Being made</Badge>}
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
