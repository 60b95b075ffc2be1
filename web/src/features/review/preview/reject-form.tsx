import { type ReceivedDocument, rejectReceived } from '@exempta/contract/review'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { useFocusOnMount } from '../../../ui/focus.ts'
import { FormTextarea } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshReceived } from '../review-actions.ts'

const Reason = z.object({ reason: rejectReceived.body.shape.reason })

interface RejectFormProps {
  received: ReceivedDocument
  onCancel: () => void
  onRejected: () => Promise<void>
}

/** The owner reads the reason as it is typed here. Enter sends it; Shift+Enter starts a new line. */
export function RejectForm({ received, onCancel, onRejected }: RejectFormProps) {
  const { id, document, user } = received
  const form = useFocusOnMount()
  async function reject({ reason }: z.output<typeof Reason>) {
    await call(rejectReceived, { params: { id }, body: { version: document.version, reason } })
    toast.success(`Rejected ${document.name}. We’ll let ${user.name} know why.`)
    void refreshReceived()
    await onRejected()
  }
  return (
    <div ref={form} className="rounded-card border border-line p-4">
      <ContractForm
        schema={Reason}
        defaultValues={{ reason: '' }}
        submitLabel="Reject document"
        submitVariant="danger"
        onCancel={onCancel}
        onSubmit={reject}
      >
        <FormTextarea
          name="reason"
          label="Reason"
          hint={`${user.name} will see this, so explain what’s missing. Press Enter to send.`}
          rows={2}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </ContractForm>
    </div>
  )
}
