import type { Document } from '@exempta/contract/documents'
import { Link } from 'react-router'
import { typeName } from '../../../lib/type-name.ts'
import type { Column } from '../../../ui/data-table-types.ts'
import { DocumentThumbnail } from '../../../ui/document-thumbnail.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SharedWith } from '../../../ui/shared-with.tsx'
import { DocumentStatus } from '../document-status.tsx'
import { RowActions } from './row-actions.tsx'

export const documentColumns = (onDelete: (document: Document) => void): Column<Document>[] => [
  { key: 'name', header: 'Document', isPrimary: true, isSortable: true, cell: NameCell },
  { key: 'date', header: 'Date', isSortable: true, cell: DateCell },
  { key: 'status', header: 'Status', cell: (document) => <DocumentStatus document={document} /> },
  { key: 'shared', header: 'Shared With', cell: ({ sharedWith }) => <SharedWith names={sharedWith} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (document) => <RowActions document={document} onDelete={() => onDelete(document)} />,
  },
]

const NameCell = (document: Document) => (
  <span className="flex items-center gap-3">
    <DocumentThumbnail {...document} />
    <span className="grid min-w-0">
      <Link
        to={`/user/documents/${document.id}`}
        prefetch="intent"
        className="rounded-sm [overflow-wrap:anywhere] hover:underline"
      >
        {document.name}
      </Link>
      <span className="text-xs font-normal text-ink-muted">{typeName(document.type)}</span>
    </span>
  </span>
)

const DateCell = ({ createdAt, processedAt }: Document) => (
  <span className="grid gap-0.5 whitespace-nowrap">
    <span>
      Uploaded <RelativeTime at={createdAt} />
    </span>
    {processedAt && (
      <span className="text-xs text-ink-muted">
        Processed <RelativeTime at={processedAt} />
      </span>
    )}
  </span>
)
