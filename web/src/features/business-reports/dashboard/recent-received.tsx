import type { getBusinessDashboard } from '@exempta/contract/business-reports'
import { limits } from '@exempta/contract/limits'
import type { RouteOutput } from '@exempta/contract/route'
import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table-types.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

type Recent = RouteOutput<typeof getBusinessDashboard>['recent'][number]

const columns: Column<Recent>[] = [
  {
    key: 'document',
    header: 'Document',
    isPrimary: true,
    cell: ({ id, document }) => (
      <Link
        to={`/business/documents?open=${id}`}
        prefetch="intent"
        className="rounded-sm [overflow-wrap:anywhere] hover:underline"
      >
        {document}
      </Link>
    ),
  },
  {
    key: 'user',
    header: 'User',
    cell: ({ user }) => <span className="[overflow-wrap:anywhere]">{user}</span>,
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'date', header: 'Date', cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
]

export function RecentReceived({ documents }: { documents: readonly Recent[] | undefined }) {
  return (
    <Card
      title="Recent Documents"
      isFlush
      actions={
        <TextLink to="/business/documents" aria-label="View All documents">
          View All
        </TextLink>
      }
    >
      <DataTable
        caption="Recent Documents"
        columns={columns}
        rows={documents}
        rowId={({ id }) => id}
        skeletonRows={limits.dashboardRecentDocuments}
        empty={
          <EmptyState icon={<Inbox aria-hidden />} title="No documents yet">
            What users share with your business appears here at once.
          </EmptyState>
        }
      />
    </Card>
  )
}
