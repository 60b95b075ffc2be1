import { getRejectReasons, isAdded, type ReceivedDocument, rejectReceived } from '@exempta/contract/review'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { keepFocus, useFocusOnMount } from '../../../ui/focus.ts'
import { FormTextarea } from '../../../ui/form-field.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { draftOf, keepDraft } from './reject-drafts.ts'

export const Reason = z.object({ reason: rejectReceived.body.shape.reason })

interface RejectFormProps {
  received: ReceivedDocument
  isReopening: boolean
  onCancel: () => void
  onReject: (reason: string) => Promise<void>
  onReopen: () => void
}

/**
 * The owner reads the reason as it is typed here. Enter sends it; Shift+Enter starts a new line. If someone else
 * decides meanwhile, the form stays with its text and its focus, and sends nothing until the review is reopened.
 */
export function RejectForm({ received, isReopening, onCancel, onReject, onReopen }: RejectFormProps) {
  const form = useFocusOnMount()
  const { id, user, status } = received
  const isDecided = status !== 'pending'
  function discard() {
    keepDraft(id, '')
    onCancel()
  }
  return (
    <div ref={form} className="grid gap-4">
      {isDecided && (
        <Banner tone="warning" title={<DecidedBy received={received} />}>
          <div className="grid gap-3">
            <p>Your reason hasn’t been sent. Do you still want to reject this document?</p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" size="sm" isLoading={isReopening} onClick={onReopen}>
                Reopen and continue
              </Button>
              <Button variant="ghost" size="sm" onClick={discard}>
                Discard my reason
              </Button>
            </div>
          </div>
        </Banner>
      )}
      <ContractForm
        schema={Reason}
        defaultValues={{ reason: draftOf(id) }}
        submitLabel="Reject document"
        submitVariant="danger"
        hasActions={!isDecided}
        onCancel={onCancel}
        onSubmit={async ({ reason }) => {
          if (!isDecided) await onReject(reason)
        }}
      >
        <ReasonField
          owner={isAdded({ user }) ? 'Your team' : user.name}
          onTyped={(reason) => keepDraft(id, reason)}
          onCancel={onCancel}
        />
      </ContractForm>
    </div>
  )
}

/** `Priya Nair verified this document 2 minutes ago.` */
const DecidedBy = ({ received: { reviewer, status, reviewedAt } }: { received: ReceivedDocument }) => (
  <>
    {reviewer ?? 'Someone'} {status} this document{' '}
    {reviewedAt && (
      <>
        <RelativeTime at={reviewedAt} />.
      </>
    )}
  </>
)

interface ReasonFieldProps {
  owner: string
  onTyped?: (reason: string) => void
  onCancel: () => void
}

/** The reason, typed or put together from ready-made ones. */
export function ReasonField({ owner, onTyped, onCancel }: ReasonFieldProps) {
  const { setValue, setFocus, getValues } = useFormContext<{ reason: string }>()
  const { data } = useQuery(routeQuery(getRejectReasons, {}))
  function add(ready: string) {
    const typed = getValues('reason').trim()
    const reason = typed ? `${typed}\n${ready}` : ready
    setValue('reason', reason)
    onTyped?.(reason)
    setFocus('reason')
  }
  return (
    <>
      <FormTextarea
        name="reason"
        label="Reason"
        hint={`${owner} will see this, so explain what’s missing. Press Enter to send.`}
        rows={3}
        onInput={(event) => onTyped?.(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') return onCancel()
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      {data && data.reasons.length > 0 && (
        <ul aria-label="Ready-made reasons" className="-mt-2 flex max-h-36 flex-wrap gap-1.5 overflow-y-auto">
          {data.reasons.map((reason) => (
            <li key={reason}>
              <button
                type="button"
                {...keepFocus}
                onClick={() => add(reason)}
                className="rounded-full border border-line-strong/60 bg-surface px-2.5 py-1 text-left text-xs [overflow-wrap:anywhere] hover:bg-subtle"
              >
                {reason}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
