import { type Document, removeDocument } from '@exempta/contract/documents'
import { texts } from '@exempta/contract/texts'
import { call } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'

interface DeleteDialogProps {
  /** The document in question; undefined while nothing is asked. */
  document: Pick<Document, 'id' | 'name'> | undefined
  onClose: () => void
  onDeleted: () => void
}

export function DeleteDialog({ document, onClose, onDeleted }: DeleteDialogProps) {
  async function remove() {
    if (!document) return
    await call(removeDocument, { params: { id: document.id } }).catch((cause: unknown) => {
      throw new Error(texts.documents.deleteFailed, { cause })
    })
    toast.success(`${document.name} was deleted.`)
    onDeleted()
  }
  return (
    <ConfirmDialog
      isOpen={document !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete document"
      question={texts.documents.deleteQuestion}
      subject={<span className="break-words">{document?.name}</span>}
      confirmLabel="Delete"
      onConfirm={remove}
    />
  )
}
