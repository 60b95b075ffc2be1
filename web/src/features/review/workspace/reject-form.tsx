import { getRejectReasons, type ReceivedDocument, rejectReceived } from '@exempta/contract/review'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { routeQuery } from '../../../lib/query.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { keepFocus, useFocusOnMount } from '../../../ui/focus.ts'
import { FormTextarea } from '../../../ui/form-field.tsx'
import { draftOf, keepDraft } from './reject-drafts.ts'

const Reason = z.object({ reason: rejectReceived.body.shape.reason })

interface RejectFormProps {
  received: ReceivedDocument
  onCancel: () => void
  onReject: (reason: string) => Promise<void>
}

/** The owner reads the reason as it is typed here. Enter sends it; Shift+Enter starts a new line. */
export function RejectForm({ received: { id, user }, onCancel, onReject }: RejectFormProps) {
  const form = useFocusOnMount()
  return (
    <div ref={form}>
      <ContractForm
        schema={Reason}
        defaultValues={{ reason: draftOf(id) }}
        submitLabel="Reject document"
        submitVariant="danger"
        onCancel={onCancel}
        onSubmit={({ reason }) => onReject(reason)}
      >
        <ReasonField id={id} owner={user.name} onCancel={onCancel} />
      </ContractForm>
    </div>
  )
}

interface ReasonFieldProps {
  id: string
  owner: string
  onCancel: () => void
}

function ReasonField({ id, owner, onCancel }: ReasonFieldProps) {
  const { setValue, setFocus, getValues } = useFormContext<{ reason: string }>()
  const { data } = useQuery(routeQuery(getRejectReasons, {}))
  function add(ready: string) {
    const typed = getValues('reason').trim()
    const reason = typed ? `${typed}\n${ready}` : ready
    setValue('reason', reason)
    keepDraft(id, reason)
    setFocus('reason')
  }
  return (
    <>
      <FormTextarea
        name="reason"
        label="Reason"
        hint={`${owner} will see this, so explain what’s missing. Press Enter to send.`}
        rows={3}
        onInput={(event) => keepDraft(id, event.currentTarget.value)}
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
