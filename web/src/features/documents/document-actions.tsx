import { type Document, removeDocument, retryDocument } from '@exempta/contract/documents'
import { createViewLink } from '@exempta/contract/documents/files'
import { texts } from '@exempta/contract/texts'
import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { queryClient, routeMutation } from '../../lib/query.ts'
import { viewFailure } from '../../shared/document-files.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { toast } from '../../ui/toast.ts'

export const refreshDocuments = () => void queryClient.invalidateQueries({ queryKey: ['documents'] })

/** Opens the redacted file by a signed link in a new tab, or shows why it cannot. */
export async function viewDocument(id: string): Promise<void> {
  // Before the call: browsers block a tab that opens long after the press.
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { url } = await call(createViewLink, { params: { id } })
    if (tab) tab.location.replace(url)
    else {
      const open = () => void window.open(url, '_blank', 'noopener')
      toast.info('Your browser blocked the new tab.', { label: 'Open it', onClick: open })
    }
  } catch (error) {
    tab?.close()
    toast.error(viewFailure(error))
  }
}

export function RetryButton({ document: { id, name } }: { document: Pick<Document, 'id' | 'name'> }) {
  const retry = useMutation({
    ...routeMutation(retryDocument),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['documents'] }),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Retry ${name}`}
      isLoading={retry.isPending}
      onClick={() => retry.mutate({ params: { id } })}
    >
      <RotateCw aria-hidden className="size-4" />
      Retry
    </Button>
  )
}

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
    toast.success(`Deleted ${document.name}.`)
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
