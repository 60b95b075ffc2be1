import {
  type AdministeredDocument,
  type AdministeredShare,
  listAdministeredDocuments,
  listAdministeredShares,
} from '@exempta/contract/admin/documents'
import { call } from '../../../lib/api.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmailText, RelativeTime, TextLink } from '../../../ui/text.tsx'
import { GrowingTable } from './growing-table.tsx'

const Name = ({ children }: { children: string }) => (
  <span className="[overflow-wrap:anywhere]">{children}</span>
)

const documentColumns: readonly Column<AdministeredDocument>[] = [
  { key: 'name', header: 'Document', isPrimary: true, cell: ({ name }) => <Name>{name}</Name> },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'date', header: 'Uploaded', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

/** Names and status only: administrators never see what a document contains. */
export const DocumentsOfPerson = ({ ownerId }: { ownerId: string }) => (
  <GrowingTable
    title="Documents"
    queryKey={[listAdministeredDocuments.path, ownerId]}
    readPage={(cursor, signal) =>
      call(listAdministeredDocuments, { query: { ownerId, cursor, limit: 10 } }, { signal })
    }
    columns={documentColumns}
    empty="No documents yet"
  />
)

const shareColumns: readonly Column<AdministeredShare>[] = [
  {
    key: 'document',
    header: 'Document',
    isPrimary: true,
    cell: ({ document }) => <Name>{document.name}</Name>,
  },
  {
    key: 'recipient',
    header: 'Shared with',
    cell: ({ business, email }) =>
      business ? (
        <TextLink to={`/admin/businesses/${business.id}`}>{business.name}</TextLink>
      ) : (
        email && <EmailText of={email} />
      ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'date', header: 'Shared', cell: ({ sharedAt }) => <RelativeTime at={sharedAt} /> },
]

export const SharesOfPerson = ({ ownerId }: { ownerId: string }) => (
  <GrowingTable
    title="Shares"
    queryKey={[listAdministeredShares.path, 'owner', ownerId]}
    readPage={(cursor, signal) =>
      call(listAdministeredShares, { query: { ownerId, cursor, limit: 10 } }, { signal })
    }
    columns={shareColumns}
    empty="Nothing shared yet"
  />
)

const receivedColumns: readonly Column<AdministeredShare>[] = [
  {
    key: 'document',
    header: 'Document',
    isPrimary: true,
    cell: ({ document }) => <Name>{document.name}</Name>,
  },
  {
    key: 'owner',
    header: 'Shared by',
    cell: ({ owner }) => <TextLink to={`/admin/users/${owner.id}`}>{owner.name}</TextLink>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, reviewer }) => (
      <span className="grid justify-items-start gap-0.5">
        <StatusBadge status={status} />
        {reviewer && <span className="text-xs text-ink-muted">by {reviewer}</span>}
      </span>
    ),
  },
  { key: 'date', header: 'Received', cell: ({ sharedAt }) => <RelativeTime at={sharedAt} /> },
]

export const DocumentsReceived = ({ businessId }: { businessId: string }) => (
  <GrowingTable
    title="Documents received"
    queryKey={[listAdministeredShares.path, 'business', businessId]}
    readPage={(cursor, signal) =>
      call(listAdministeredShares, { query: { businessId, cursor, limit: 10 } }, { signal })
    }
    columns={receivedColumns}
    empty="No documents received yet"
  />
)
