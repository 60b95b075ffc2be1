import type { Document } from '@exempta/contract/documents'
import { typeName } from '../../../lib/type-name.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

const megabyte = 1024 * 1024
const sizeOf = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(2)} MB`

export function DocumentFacts({ document }: { document: Document }) {
  const { type, status, pageCount, sizeBytes, cardSide, createdAt, processedAt } = document
  return (
    <Card title="Details">
      <Facts
        layout="rows"
        facts={[
          { label: 'Status', value: <StatusBadge status={status} /> },
          { label: 'Type', value: typeName(type) },
          ...(cardSide ? [{ label: 'Payment card', value: cardSide === 'front' ? 'Front' : 'Back' }] : []),
          ...(pageCount ? [{ label: 'Pages', value: pageCount }] : []),
          { label: 'Size as sent', value: sizeOf(sizeBytes) },
          { label: 'Uploaded', value: <RelativeTime at={createdAt} /> },
          ...(processedAt ? [{ label: 'Processed', value: <RelativeTime at={processedAt} /> }] : []),
        ]}
      />
    </Card>
  )
}
