import { requestApiAccess } from '@exempta/contract/api-access'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormTextarea } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshApiAccess } from './refresh-api-access.ts'

export default function RequestDialog({ onClose }: { onClose: () => void }) {
  async function request(body: z.output<typeof requestApiAccess.body>) {
    await call(requestApiAccess, { body })
    toast.success('Your request was sent. You will be told when it is decided.')
    onClose()
    await refreshApiAccess()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Request API Access"
      description="An administrator reads this and decides."
    >
      <div className="pb-4">
        <ContractForm
          schema={requestApiAccess.body}
          defaultValues={{ purpose: '' }}
          submitLabel="Send Request"
          onCancel={onClose}
          onSubmit={request}
        >
          <FormTextarea
            name="purpose"
            label="What will you use it for?"
            hint="Such as: our ERP fetches exemption certificates and marks orders as tax-free."
            rows={4}
          />
        </ContractForm>
      </div>
    </Dialog>
  )
}
