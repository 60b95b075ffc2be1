import { type Document, removeDocuments, retryDocument } from '@exempta/contract/documents'
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
  /** The documents in question; none while nothing is asked. */
  documents: readonly Pick<Document, 'id' | 'name' | 'recipients'>[]
  onClose: () => void
  onDeleted: () => void
}

export function DeleteDialog({ documents, onClose, onDeleted }: DeleteDialogProps) {
  const [first] = documents
  const isOne = documents.length === 1
  const what = isOne ? first?.name : `${documents.length} documents`
  async function remove() {
    await call(removeDocuments, { body: { ids: documents.map(({ id }) => id) } }).catch((cause: unknown) => {
      throw new Error(texts.documents.deleteFailed, { cause })
    })
    toast.success(`Deleted ${what}.`)
    onDeleted()
  }
  return (
    <ConfirmDialog
      isOpen={documents.length > 0}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isOne ? 'Delete document' : 'Delete documents'}
      question={
        isOne
          ? texts.documents.deleteQuestion
          : `Are you sure you want to delete these ${documents.length} documents? This action cannot be undone.`
      }
      subject={
        <>
          <NamesInQuestion names={documents.map(({ name }) => name)} />
          {documents.some(isHeld) && (
            <p className="mt-2 font-normal">
              Businesses lose access. Those that relied on {isOne ? 'it' : 'them'} may keep a copy as tax law
              requires.
            </p>
          )}
        </>
      }
      confirmLabel="Delete"
      onConfirm={remove}
    />
  )
}

const isHeld = ({ recipients }: Pick<Document, 'recipients'>) =>
  recipients.some(({ kind }) => kind === 'business')

const namesShown = 5

function NamesInQuestion({ names }: { names: readonly string[] }) {
  const more = names.length - namesShown
  return (
    <ul className="grid gap-0.5">
      {names.slice(0, namesShown).map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have the same name
        <li key={at} className="[overflow-wrap:anywhere]">
          {name}
        </li>
      ))}
      {more > 0 && <li className="text-ink-muted">and {more} more</li>}
    </ul>
  )
}
