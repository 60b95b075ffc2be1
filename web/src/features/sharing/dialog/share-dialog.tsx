import type { ShareRecipient } from '@exempta/contract/sharing'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialogs.tsx'
import { ChooseDocuments, type ShareableDocument } from './choose-documents.tsx'
import { ShareForm } from './share-form.tsx'

const titleOf = (count: number) =>
  count === 0
    ? 'Share documents'
    : count === 1
      ? 'Share a document'
      : `Share ${count.toLocaleString()} documents`

export interface ShareStart {
  /** Without any, the first step is to choose them. */
  documents?: readonly ShareableDocument[]
  recipients?: readonly ShareRecipient[]
  onShared?: () => void
}

/** Documents, recipients and their permissions, beside a preview of what they will see. */
export function ShareDialog({
  documents = [],
  recipients: receivers = [],
  onShared,
  onClose,
}: ShareStart & { onClose: () => void }) {
  const [chosen, setChosen] = useState(documents)
  const [isChoosing, setChoosing] = useState(documents.length === 0)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={titleOf(isChoosing ? 0 : chosen.length)}
      description={
        isChoosing
          ? 'Choose what to share. You can only share processed documents.'
          : 'Recipients see only the redacted pages, never your original. You can stop sharing at any time.'
      }
      size={isChoosing ? 'md' : 'xl'}
    >
      {isChoosing ? (
        <ChooseDocuments
          chosen={chosen}
          onChoose={setChosen}
          onContinue={() => setChoosing(false)}
          onCancel={onClose}
        />
      ) : (
        <ShareForm
          documents={chosen}
          onDocuments={setChosen}
          recipients={receivers}
          onCancel={onClose}
          onShared={() => {
            onClose()
            onShared?.()
          }}
        />
      )}
    </Dialog>
  )
}
