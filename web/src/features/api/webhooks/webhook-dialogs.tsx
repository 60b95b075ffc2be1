import { createWebhook, updateWebhook, type Webhook, webhookEvents } from '@exempta/contract/api/webhooks'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { eventWords, refreshWebhooks, SecretShown } from './webhook-words.tsx'

/** What a webhook is made of, in the form that makes one and in the one that changes it. */
function WebhookFields() {
  const { register, getFieldState, formState } = useFormContext()
  const error = getFieldState('events', formState).error?.message
  return (
    <>
      <FormTextField
        name="url"
        label="Endpoint URL"
        hint="Your endpoint, reachable from the internet over https."
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <FormTextField name="description" label="Description" isRequired={false} autoComplete="off" />
      <fieldset className="grid gap-1" aria-describedby={error ? 'webhook-events-error' : undefined}>
        <legend className="mb-1 font-medium">Events</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            value={event}
            label={eventWords[event]}
            hint={<code>{event}</code>}
            {...register('events')}
          />
        ))}
        {error && (
          <p id="webhook-events-error" className="text-sm text-danger-ink">
            {error}
          </p>
        )}
      </fieldset>
    </>
  )
}

export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
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

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, description, events, isActive, version } = webhook
  async function save(body: z.output<typeof updateWebhook.body>) {
    await call(updateWebhook, { params: { id }, body })
    toast.success('Webhook saved.')
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
      hint="When it’s off, we send nothing and discard pending deliveries."
      {...register('isActive')}
    />
  )
}
