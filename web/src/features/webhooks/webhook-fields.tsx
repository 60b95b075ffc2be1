import { webhookEvents } from '@exempta/contract/webhooks'
import { useFormContext } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { eventWords } from './words.ts'

/** What a webhook is made of, in the form that makes one and in the one that changes it. */
export function WebhookFields() {
  const { register, getFieldState, formState } = useFormContext()
  const error = getFieldState('events', formState).error?.message
  return (
    <>
      <FormTextField
        name="url"
        label="Address"
        hint="Your server, reachable from the internet by https."
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
