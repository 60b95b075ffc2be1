import {
  type AdministeredDocument,
  type AdministeredShare,
  listAdministeredDocuments,
  listAdministeredShares,
} from '@exempta/contract/admin/documents'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { EmailText, RelativeTime, TextLink } from '../../../ui/text.tsx'

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

interface GrowingTableProps<Row> {
  title: string
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
    <Card title={title} isFlush>
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
