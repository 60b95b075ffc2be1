import type { Document } from '@exempta/contract/documents'
import { Download, ExternalLink, Trash2 } from 'lucide-react'
import { downloadDocument } from '../../../ui/download-document.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { viewDocument } from '../view-document.ts'

interface RowActionsProps {
  document: Document
  onDelete: () => void
}

/** View and Download need a redacted file; Delete is always there. */
export function RowActions({ document: { id, name, status }, onDelete }: RowActionsProps) {
  return (
    <span className="-ml-2 inline-flex md:ml-0">
      {status === 'processed' && (
        <>
          <IconButton
            label={`View ${name}`}
            icon={<ExternalLink aria-hidden />}
            onClick={() => void viewDocument(id)}
          />
          <IconButton
            label={`Download ${name}`}
            icon={<Download aria-hidden />}
            onClick={() => void downloadDocument(id)}
          />
        </>
      )}
      <IconButton label={`Delete ${name}`} icon={<Trash2 aria-hidden />} tone="danger" onClick={onDelete} />
    </span>
  )
}
