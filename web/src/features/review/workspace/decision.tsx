import { isAdded, type ReceivedDocument, type SeenInReview, seenInReview } from '@exempta/contract/review'
import { Check, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Keys } from '../../../shared/letter-keys.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { TextLink } from '../../../ui/text.tsx'
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
          : isAdded(received)
            ? `Rejected ${name}.`
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

/** A reason that can no longer be sent is not lost: it can be copied. Takes the focus that its form had. */
export function UnsentReason({ id, title }: { id: string; title: string }) {
  const [isDiscarded, setDiscarded] = useState(false)
  const reason = draftOf(id)
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  if (!reason || isDiscarded) return null
  function discard() {
    keepDraft(id, '')
    setDiscarded(true)
  }
  return (
    <Banner ref={banner} tone="warning" title={title}>
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

/** Stand where the decision is made, so that no one verifies without having seen them. */
const Warnings = ({ of: { warnings } }: { of: ReceivedDocument }) =>
  warnings.length > 0 && (
    <ul
      aria-label="Before you verify"
      className="grid max-h-40 gap-1 overflow-y-auto text-sm text-warning-ink"
    >
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          {warning}
        </li>
      ))}
    </ul>
  )

const seenWords: Record<SeenInReview, string> = {
  seller: 'It names us as the seller',
  signature: 'It’s signed',
  attachments: 'Everything it asks for is attached',
}

interface SeenProps {
  seen: readonly SeenInReview[]
  onSeen: (seen: readonly SeenInReview[]) => void
}

/** What the reviewer looked at answers those questions at the counter. */
const Seen = ({ seen, onSeen }: SeenProps) => (
  <fieldset className="text-sm">
    <legend className="text-ink-muted">What did you check? (Optional)</legend>
    {seenInReview.map((one) => (
      <Checkbox
        key={one}
        label={seenWords[one]}
        checked={seen.includes(one)}
        onChange={({ target }) =>
          onSeen(target.checked ? [...seen, one] : seen.filter((other) => other !== one))
        }
      />
    ))}
  </fieldset>
)

interface DecisionProps extends SeenProps {
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
  if (isRejecting) {
    return (
      <RejectForm
        received={received}
        isReopening={isBusy}
        onCancel={() => onRejecting(false)}
        onReject={onReject}
        onReopen={onReopen}
      />
    )
  }
  if (received.status !== 'pending') {
    return (
      <Button variant="secondary" className="w-full" isLoading={isBusy} onClick={onReopen}>
        <RotateCcw aria-hidden className="size-4" />
        Reopen review
      </Button>
    )
  }
  return (
    <div className="grid gap-2">
      <Warnings of={received} />
      {received.exemption && <Seen seen={props.seen} onSeen={props.onSeen} />}
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
