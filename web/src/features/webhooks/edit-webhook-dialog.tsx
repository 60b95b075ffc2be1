import { updateWebhook, type Webhook } from '@exempta/contract/webhooks'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshWebhooks } from './refresh-webhooks.ts'
import { WebhookFields } from './webhook-fields.tsx'

export default function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, description, events, isActive, version } = webhook
  async function save(body: z.output<typeof updateWebhook.body>) {
    await call(updateWebhook, { params: { id }, body })
    toast.success('The webhook was saved.')
    onClose()
    await refreshWebhooks()
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title="Edit Webhook">
      <div className="pb-4">
        <ContractForm
          schema={updateWebhook.body}
          defaultValues={{ url, description, events, isActive, version }}
          submitLabel="Save"
          onCancel={onClose}
          onSubmit={save}
        >
          <WebhookFields />
          <ActiveField />
        </ContractForm>
      </div>
    </Dialog>
  )
}

function ActiveField() {
  const { register } = useFormContext()
  return (
    <Checkbox
      label="Active"
      hint="Turned off, nothing is sent, and what still waits is given up."
      {...register('isActive')}
    />
  )
}
