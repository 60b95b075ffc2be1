import { createWebhook, webhookEvents } from '@exempta/contract/webhooks'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { refreshWebhooks } from './refresh-webhooks.ts'
import { SecretShown } from './secret-shown.tsx'
import { WebhookFields } from './webhook-fields.tsx'

export default function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  async function create(body: z.output<typeof createWebhook.body>) {
    const made = await call(createWebhook, { body })
    setSecret(made.secret)
    await refreshWebhooks()
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title={secret ? 'Webhook added' : 'Add Webhook'}>
      {secret ? (
        <SecretShown secret={secret} onClose={onClose} />
      ) : (
        <div className="pb-4">
          <ContractForm
            schema={createWebhook.body}
            defaultValues={{ url: '', description: '', events: [...webhookEvents] }}
            submitLabel="Add Webhook"
            onCancel={onClose}
            onSubmit={create}
          >
            <WebhookFields />
          </ContractForm>
        </div>
      )}
    </Dialog>
  )
}
