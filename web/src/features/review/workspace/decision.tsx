import type { ReceivedDocument } from '@exempta/contract/review'
import { Check, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { Keys } from '../shortcuts.tsx'
import { draftOf, keepDraft } from './reject-drafts.ts'
import { RejectForm } from './reject-form.tsx'

/** The review that was just finished. */
export interface LastReview {
  outcome: 'verified' | 'rejected'
  received: ReceivedDocument
  /** What the owner was given as the reason, so that an undone rejection can be continued. */
  reason: string
}

interface LastReviewNoticeProps {
  last: LastReview
  /** Whether no other document is waiting. */
  isDone: boolean
  isUndoing: boolean
  onUndo: () => void
}

/** Stands above the facts and never over the buttons, however long it takes to press Undo. */
export function LastReviewNotice({ last, isDone, isUndoing, onUndo }: LastReviewNoticeProps) {
  const { outcome, received } = last
  const { name } = received.document
  return (
    <Banner
      tone="success"
      action={
        <Button variant="secondary" size="sm" isLoading={isUndoing} onClick={onUndo}>
          Undo
        </Button>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        {outcome === 'verified'
          ? `Verified ${name}.`
          : `Rejected ${name}. We’ll let ${received.user.name} know why.`}
      </p>
      {isDone && (
        <p>
          There’s nothing left to review. <TextLink to="/business/documents">View all documents</TextLink>
        </p>
      )}
    </Banner>
  )
}

/** A reason that can no longer be sent is not lost: it can be copied, or sent after the review is reopened. */
export function UnsentReason({ id, title }: { id: string; title: string }) {
  const [isDiscarded, setDiscarded] = useState(false)
  const reason = draftOf(id)
  if (!reason || isDiscarded) return null
  function discard() {
    keepDraft(id, '')
    setDiscarded(true)
  }
  return (
    <Banner tone="warning" title={title}>
      <div className="grid gap-2">
        <p>Your reason wasn’t sent. It’s still here:</p>
        <blockquote className="max-h-24 overflow-y-auto border-l-4 border-warning pl-3 whitespace-pre-line [overflow-wrap:anywhere]">
          {reason}
        </blockquote>
        <div className="flex gap-2">
          <CopyButton text={reason} />
          <Button variant="ghost" size="sm" onClick={discard}>
            Discard
          </Button>
        </div>
      </div>
    </Banner>
  )
}

interface DecisionProps {
  received: ReceivedDocument
  hasKeys: boolean
  isRejecting: boolean
  isBusy: boolean
  onVerify: () => void
  onRejecting: (isRejecting: boolean) => void
  onReject: (reason: string) => Promise<void>
  onReopen: () => void
}

/** What a manager decides about the document: Verify and Reject keep their place from one document to the next. */
export function Decision(props: DecisionProps) {
  const { received, hasKeys, isRejecting, isBusy, onVerify, onRejecting, onReject, onReopen } = props
  if (received.status !== 'pending') {
    return (
      <Button variant="secondary" className="w-full" isLoading={isBusy} onClick={onReopen}>
        <RotateCcw aria-hidden className="size-4" />
        Reopen review
      </Button>
    )
  }
  if (isRejecting) {
    return <RejectForm received={received} onCancel={() => onRejecting(false)} onReject={onReject} />
  }
  return (
    <div className="grid gap-2">
      <div className="flex gap-2 [&>button]:flex-1">
        <Button variant="secondary" onClick={() => onRejecting(true)}>
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
      </div>
      {hasKeys && (
        <p className="flex flex-wrap justify-center gap-x-3 gap-y-1 text-xs text-ink-muted max-lg:hidden">
          <Keys of="J">next</Keys>
          <Keys of="K">previous</Keys>
          <Keys of="V">verify</Keys>
          <Keys of="R">reject</Keys>
          <Keys of="1–9">evidence</Keys>
        </p>
      )}
    </div>
  )
}
