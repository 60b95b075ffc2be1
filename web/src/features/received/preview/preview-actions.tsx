import type { ReceivedDocument } from '@exempta/contract/received'
import { Check, Download, RotateCcw, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { downloadDocument } from '../../../ui/download-document.ts'
import { reopen } from '../review-acts.ts'
import { Keys } from '../shortcut-hint.tsx'

interface PreviewActionsProps {
  received: ReceivedDocument | undefined
  canReview: boolean
  hasKeys: boolean
  isRejecting: boolean
  isBusy: boolean
  onVerify: () => void
  onReject: () => void
  onClose: () => void
}

export function PreviewActions(props: PreviewActionsProps) {
  const { received, canReview, hasKeys, isRejecting, isBusy, onVerify, onReject, onClose } = props
  const isPending = received?.status === 'pending'
  return (
    <div className="flex w-full flex-wrap items-center gap-2 max-sm:[&>button]:flex-1">
      {hasKeys && (
        <p className="mr-auto flex gap-3 text-xs text-ink-muted max-md:hidden">
          <Keys of="J">next</Keys>
          <Keys of="K">previous</Keys>
          {canReview && isPending && (
            <>
              <Keys of="V">verify</Keys>
              <Keys of="R">reject</Keys>
            </>
          )}
        </p>
      )}
      <Button variant="secondary" className="sm:ml-auto" onClick={onClose}>
        Close
      </Button>
      {received?.canDownload && (
        <Button variant="secondary" onClick={() => void downloadDocument(received.document.id)}>
          <Download aria-hidden className="size-4" />
          Download
        </Button>
      )}
      {received && canReview && !isPending && (
        <Button variant="secondary" onClick={() => void reopen(received)}>
          <RotateCcw aria-hidden className="size-4" />
          Reopen review
        </Button>
      )}
      {received && canReview && isPending && !isRejecting && (
        <>
          <Button variant="secondary" onClick={onReject}>
            <X aria-hidden className="size-4 text-danger" />
            Reject
          </Button>
          <Button
            isLoading={isBusy}
            // The second press of a double click would verify the next document unseen.
            onClick={(event) => event.detail < 2 && onVerify()}
          >
            <Check aria-hidden className="size-4" />
            Verify
          </Button>
        </>
      )}
    </div>
  )
}
