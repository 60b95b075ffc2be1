import { getReceived, type ReceivedDocument } from '@exempta/contract/received'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/error-text.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { useHotkey } from '../../../lib/use-hotkey.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { verify } from '../review-acts.ts'
import { PreviewActions } from './preview-actions.tsx'
import { PreviewBody } from './preview-body.tsx'

const RejectForm = lazy(() => import('./reject-form.tsx'))

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
  const isGone = query.error instanceof ApiError && query.error.code === 'not-found'
  const received = isGone ? undefined : query.data
  const isReviewable = canReview && received?.status === 'pending'
  const at = rows.findIndex((row) => row.id === id)
  const nextId = rows[at + 1]?.id

  // Details only: a picture that is fetched counts as a look, which the owner is told of.
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
      {isGone ? (
        <Banner tone="warning">The user has stopped sharing this document.</Banner>
      ) : received ? (
        <div key={id} className="grid gap-4">
          {isRejecting && isReviewable && (
            <Suspense fallback={<SectionSpinner />}>
              <RejectForm received={received} onCancel={() => onRejecting(false)} onRejected={onReviewed} />
            </Suspense>
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
