import type { Document } from '@exempta/contract/documents'
import { Download, ExternalLink, Share2, SquareDashedMousePointer, Trash2 } from 'lucide-react'
import type { Ref } from 'react'
import { downloadDocument } from '../../../shared/document-files.ts'
import { Button } from '../../../ui/button.tsx'
import { viewDocument } from '../document-actions.tsx'

interface HeaderActionsProps {
  document: Document
  isEditing: boolean
  /** A new version is being made: one change at a time. */
  isChanging: boolean
  editButton: Ref<HTMLButtonElement>
  onEdit: () => void
  onShare: () => void
  onDelete: () => void
}

export function HeaderActions({
  document,
  isEditing,
  isChanging,
  editButton,
  onEdit,
  onShare,
  onDelete,
}: HeaderActionsProps) {
  const { id, status } = document
  return (
    <>
      {status === 'processed' && (
        <>
          <Button onClick={onShare}>
            <Share2 aria-hidden className="size-4" />
            Share
          </Button>
          <Button
            variant="secondary"
            ref={editButton}
            disabled={isEditing}
            isLoading={isChanging}
            onClick={onEdit}
          >
            <SquareDashedMousePointer aria-hidden className="size-4" />
            Black out more
          </Button>
          <Button variant="secondary" onClick={() => void viewDocument(id)}>
            <ExternalLink aria-hidden className="size-4" />
            View
          </Button>
          <Button variant="secondary" onClick={() => void downloadDocument(id)}>
            <Download aria-hidden className="size-4" />
            Download
          </Button>
        </>
      )}
      <Button variant="secondary" onClick={onDelete}>
        <Trash2 aria-hidden className="size-4 text-danger" />
        Delete
      </Button>
    </>
  )
}
