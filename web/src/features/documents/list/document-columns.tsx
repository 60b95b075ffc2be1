import type { Document } from '@exempta/contract/documents'
import { Download, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { typeName } from '../../../lib/format.ts'
import { downloadDocument } from '../../../shared/document-files.ts'
import { NeedsCheckBadge } from '../../../shared/document-marks.tsx'
import { DocumentThumbnail } from '../../../shared/document-pictures.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'
import { RetryButton, viewDocument } from '../document-actions.tsx'
import { progressWords } from '../document-progress.ts'
import { Recipients } from '../outcome/recipients.tsx'

/** The badge; how far it got while it is processed; why it failed and what helps. */
function DocumentStatus({ document }: { document: Document }) {
  const { id, status, progress, failure, needsCheck } = document
  return (
    <span className="grid max-w-64 justify-items-start gap-1.5">
      <StatusBadge status={status} />
      {needsCheck && (
        <Link to={`/user/documents/${id}`} prefetch="intent" className="rounded-full">
          <NeedsCheckBadge />
        </Link>
      )}
      {progress && (
        <span aria-live="polite" className="text-xs text-ink-muted tabular-nums">
          {progressWords(progress)}
        </span>
      )}
      {failure && (
        <>
          <span className="text-xs text-ink-muted">{failure.text}</span>
          {failure.canRetry ? (
            <RetryButton document={document} />
          ) : (
            <TextLink to="/user/upload" className="text-xs">
              Upload it again
            </TextLink>
          )}
        </>
      )}
    </span>
  )
}

interface RowHandlers {
  onRename: (document: Document) => void
  onDelete: (document: Document) => void
}

/** View and Download need a redacted file; Rename and Delete are always there. */
function RowActions({ document, onRename, onDelete }: RowHandlers & { document: Document }) {
  const { id, name, status, needsCheck } = document
  return (
    <span className="-ml-2 inline-flex md:ml-0">
      {status === 'processed' && (
        <>
          {!needsCheck && (
            <IconButton
              label={`View ${name}`}
              icon={<ExternalLink aria-hidden />}
              onClick={() => void viewDocument(id)}
            />
          )}
          <IconButton
            label={`Download ${name}`}
            icon={<Download aria-hidden />}
            onClick={() => void downloadDocument(id)}
          />
        </>
      )}
      <IconButton label={`Rename ${name}`} icon={<Pencil aria-hidden />} onClick={() => onRename(document)} />
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 aria-hidden />}
        tone="danger"
        onClick={() => onDelete(document)}
      />
    </span>
  )
}

export const documentColumns = (handlers: RowHandlers): Column<Document>[] => [
  { key: 'name', header: 'Document', isPrimary: true, isSortable: true, cell: NameCell },
  { key: 'date', header: 'Date', isSortable: true, cell: DateCell },
  { key: 'status', header: 'Status', cell: (document) => <DocumentStatus document={document} /> },
  { key: 'shared', header: 'Shared With', cell: Recipients },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (document) => <RowActions document={document} {...handlers} />,
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
