import type { Document } from '@exempta/contract/documents'
import { documentLimits } from '@exempta/contract/documents/limits'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { NeedsCheckBadge } from '../../../shared/document-marks.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'
import { Recipients } from '../outcome/recipients.tsx'

const columns: Column<Document>[] = [
  {
    key: 'name',
    header: 'Document',
    isPrimary: true,
    cell: ({ id, name }) => (
      <Link
        to={`/user/documents/${id}`}
        prefetch="intent"
        className="rounded-sm [overflow-wrap:anywhere] hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, needsCheck }) => (needsCheck ? <NeedsCheckBadge /> : <StatusBadge status={status} />),
  },
  { key: 'date', header: 'Date', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    key: 'shared',
    header: 'Shared With',
    cell: Recipients,
  },
]

export function RecentDocuments({ documents }: { documents: readonly Document[] | undefined }) {
  return (
    <Card
      title="Recent Documents"
      isFlush
      actions={
        <TextLink to="/user/documents" aria-label="View All documents">
          View All
        </TextLink>
      }
    >
      <DataTable
        caption="Recent Documents"
        columns={columns}
        rows={documents}
        rowId={({ id }) => id}
        skeletonRows={documentLimits.dashboardRecentDocuments}
        empty={
          <EmptyState
            icon={<FileText aria-hidden />}
            title="No documents yet"
            action={<LinkButton to="/user/upload">Upload your first document</LinkButton>}
          >
            Upload a certificate or a card photo. We hide the private details, and you see the result before
            anyone else does.
          </EmptyState>
        }
      />
    </Card>
  )
}
