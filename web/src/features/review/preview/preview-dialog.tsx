import { getReceived, type ReceivedDocument } from '@exempta/contract/review'
import { useQuery } from '@tanstack/react-query'
import { Check, Download, RotateCcw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { useHotkey } from '../../../lib/hooks.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { downloadDocument } from '../../../shared/document-files.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { reopen, verify } from '../review-actions.ts'
import { Keys } from '../shortcuts.tsx'
import { PreviewBody } from './preview-body.tsx'
import { RejectForm } from './reject-form.tsx'

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

function PreviewActions(props: PreviewActionsProps) {
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

interface PreviewDialogProps {
  id: string
  /** The list it was opened from: J and K go through it. */
  rows: readonly ReceivedDocument[]
  canReview: boolean
  hasKeys: boolean
  isRejecting: boolean
  onRejecting: (isRejecting: boolean) => void
  onMove: (id: string) => void
  /** It is verified or rejected: on to the next one. */
  onReviewed: () => Promise<void>
  onClose: () => void
}

export function PreviewDialog(props: PreviewDialogProps) {
  const { id, rows, canReview, hasKeys, isRejecting, onRejecting, onMove, onReviewed, onClose } = props
  const query = useQuery(routeQuery(getReceived, { params: { id } }))
  const [isBusy, setBusy] = useState(false)
  const isExpired = query.error instanceof ApiError && query.error.code === 'not-found'
  const received = isExpired ? undefined : query.data
  const isReviewable = canReview && received?.status === 'pending'
  const at = rows.findIndex((row) => row.id === id)
  const nextId = rows[at + 1]?.id

  // Details only: fetching a page picture would count as a view and notify the owner.
  useEffect(() => {
    if (nextId) void queryClient.prefetchQuery(routeQuery(getReceived, { params: { id: nextId } }))
  }, [nextId])

  async function verifyThis() {
    if (!received || !isReviewable || isBusy) return
    setBusy(true)
    if (await verify([received])) await onReviewed()
    setBusy(false)
  }
  const move = (by: number) => {
    const row = rows[Math.max(0, at + by)]
    if (row && row.id !== id) onMove(row.id)
  }
  const keys = { isOn: hasKeys, isInDialog: true }
  useHotkey('j', () => move(1), keys)
  useHotkey('k', () => move(-1), keys)
  useHotkey('v', () => void verifyThis(), keys)
  useHotkey('r', () => isReviewable && onRejecting(true), keys)

  const name = received?.document.name ?? rows[at]?.document.name ?? 'Document'
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="xl"
      title={name}
      actions={
        <PreviewActions
          received={received}
          canReview={canReview}
          hasKeys={hasKeys}
          isRejecting={isRejecting}
          isBusy={isBusy}
          onVerify={() => void verifyThis()}
          onReject={() => onRejecting(true)}
          onClose={onClose}
        />
      }
    >
      <p role="status" className="sr-only">
        {received && `${name}, ${received.status}`}
      </p>
      {isExpired ? (
        <Banner tone="warning">The owner stopped sharing this document.</Banner>
      ) : received ? (
        <div key={id} className="grid gap-4">
          {isRejecting && isReviewable && (
            <RejectForm received={received} onCancel={() => onRejecting(false)} onRejected={onReviewed} />
          )}
          <PreviewBody received={received} takesFocus={!isRejecting} />
        </div>
      ) : query.error ? (
        <FailedState
          message={errorText(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isRefetching}
        />
      ) : (
        <SectionSpinner />
      )}
    </Dialog>
  )
}
