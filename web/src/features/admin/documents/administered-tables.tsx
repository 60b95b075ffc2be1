import {
  type AdministeredDocument,
  type AdministeredShare,
  type DocumentAccess,
  documentAccessActs,
  downloadDocumentAccess,
  listAdministeredDocuments,
  listAdministeredShares,
  listDocumentAccess,
} from '@exempta/contract/admin/documents'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addressOf, call } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ExportLink } from '../../../ui/export-link.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { EmailText, RelativeTime, TextLink } from '../../../ui/text.tsx'

const Name = ({ id, children }: { id: string; children: string }) => (
  <span className="[overflow-wrap:anywhere]">
    <TextLink to={`/admin/documents/${id}`}>{children}</TextLink>
  </span>
)

const documentColumns: readonly Column<AdministeredDocument>[] = [
  { key: 'name', header: 'Document', isPrimary: true, cell: ({ id, name }) => <Name id={id}>{name}</Name> },
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

function recipientOf({ business, email }: AdministeredShare) {
  return business ? (
    <TextLink to={`/admin/businesses/${business.id}`}>{business.name}</TextLink>
  ) : (
    email && <EmailText of={email} />
  )
}

const shareColumns: readonly Column<AdministeredShare>[] = [
  {
    key: 'document',
    header: 'Document',
    isPrimary: true,
    cell: ({ document }) => <Name id={document.id}>{document.name}</Name>,
  },
  { key: 'recipient', header: 'Shared with', cell: recipientOf },
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

const recipientColumns: readonly Column<AdministeredShare>[] = [
  { key: 'recipient', header: 'Shared with', isPrimary: true, cell: recipientOf },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'views', header: 'Views', align: 'right', cell: ({ views }) => views },
  { key: 'downloads', header: 'Downloads', align: 'right', cell: ({ downloads }) => downloads },
  { key: 'date', header: 'Shared', cell: ({ sharedAt }) => <RelativeTime at={sharedAt} /> },
]

export const RecipientsOfDocument = ({ documentId }: { documentId: string }) => (
  <GrowingTable
    title="Shared with"
    queryKey={[listAdministeredShares.path, 'document', documentId]}
    readPage={(cursor, signal) =>
      call(listAdministeredShares, { query: { documentId, cursor, limit: 10 } }, { signal })
    }
    columns={recipientColumns}
    empty="Never shared"
  />
)

const accessColumns: readonly Column<DocumentAccess>[] = [
  {
    key: 'who',
    header: 'Who',
    isPrimary: true,
    cell: ({ by }) => (
      <span className="grid [overflow-wrap:anywhere]">
        {(by.kind === 'person' || by.kind === 'owner') && by.id && by.name !== null ? (
          <TextLink to={`/admin/users/${by.id}`}>{by.name}</TextLink>
        ) : (
          (by.name ?? by.email ?? nameless[by.kind])
        )}
        <span className="text-xs text-ink-muted">
          {accessKinds[by.kind]}
          {by.email && by.name !== null && (
            <>
              {' · '}
              <EmailText of={by.email} />
            </>
          )}
        </span>
      </span>
    ),
  },
  { key: 'what', header: 'What', cell: ({ act }) => documentAccessActs[act] },
  {
    key: 'through',
    header: 'Shared with',
    cell: ({ through }) => through ?? <span className="text-ink-muted">None</span>,
  },
  {
    key: 'from',
    header: 'From',
    cell: ({ ip, act }) => (
      <span className="tabular-nums">
        {ip ?? <span className="text-ink-muted">{act === 'received' ? 'None' : 'Unknown'}</span>}
      </span>
    ),
  },
  { key: 'date', header: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
]

const nameless = {
  owner: 'Deleted account',
  person: 'Deleted account',
  key: 'Deleted API key',
  auditor: 'Deleted auditor',
  recipient: 'Deleted recipient',
  link: 'Someone not logged in',
  system: 'Exempta',
} as const satisfies Record<DocumentAccess['by']['kind'], string>

const accessKinds = {
  owner: 'Owner',
  person: 'Account',
  key: 'API key',
  auditor: 'Invited auditor',
  recipient: 'Recipient',
  link: 'Opened a view link',
  system: 'Exempta',
} as const satisfies Record<DocumentAccess['by']['kind'], string>

/** Everyone who received, opened or downloaded it, as the audit log knows, with the way to a file of it. */
export const AccessToDocument = ({ documentId }: { documentId: string }) => (
  <GrowingTable
    title="Who received or opened it"
    actions={<ExportLink href={addressOf(downloadDocumentAccess, { params: { id: documentId } })} />}
    queryKey={[listDocumentAccess.path, documentId]}
    readPage={(cursor, signal) =>
      call(listDocumentAccess, { params: { id: documentId }, query: { cursor, limit: 25 } }, { signal })
    }
    columns={accessColumns}
    empty="No one has received or opened it yet"
  />
)

const receivedColumns: readonly Column<AdministeredShare>[] = [
  {
    key: 'document',
    header: 'Document',
    isPrimary: true,
    cell: ({ document }) => <Name id={document.id}>{document.name}</Name>,
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

interface GrowingTableProps<Row> {
  title: string
  actions?: ReactNode
  /** Distinguishes it from the other tables of administrators. */
  queryKey: readonly string[]
  readPage: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{
    items: Row[]
    nextCursor: string | null
  }>
  columns: readonly Column<Row>[]
  empty: string
}

/** A table in a card that grows with Show more. */
function GrowingTable<Row extends { id: string }>({
  title,
  actions,
  queryKey,
  readPage,
  columns,
  empty,
}: GrowingTableProps<Row>) {
  const list = useInfiniteQuery({
    queryKey: ['admin', ...queryKey],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  return (
    <Card title={title} actions={actions} isFlush>
      <DataTable
        caption={title}
        columns={columns}
        rows={list.data?.pages.flatMap((page) => page.items)}
        rowId={({ id }) => id}
        failure={failureOf(list)}
        skeletonRows={2}
        empty={<EmptyState title={empty} />}
      />
      <ShowMore list={list} />
    </Card>
  )
}
