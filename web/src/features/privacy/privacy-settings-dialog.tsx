import { accountLimits } from '@exempta/contract/accounts/limits'
import {
  getNotificationPreferences,
  NotificationPreferences,
  updateNotificationPreferences,
} from '@exempta/contract/notifications'
import type { Role } from '@exempta/contract/people'
import { getPrivacySettings, PrivacySettings, updatePrivacySettings } from '@exempta/contract/privacy'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { Field } from '../../ui/field.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import type { PrivacyDialogProps } from './delete-account-dialog.tsx'

const Fields = NotificationPreferences.extend(PrivacySettings.shape)

interface PrivacySettingsFormProps {
  personRole: Role
  values: z.input<typeof Fields>
  onClose: () => void
}

function PrivacySettingsForm({ personRole, values, onClose }: PrivacySettingsFormProps) {
  async function save({ byMail, outcomes, retentionDays }: z.output<typeof Fields>) {
    await call(updateNotificationPreferences, { body: { byMail, outcomes } })
    if (personRole === 'user') await call(updatePrivacySettings, { body: { retentionDays } })
    onClose()
    toast.success('Privacy settings saved.')
    await Promise.all(
      ['notifications', 'privacy'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
    )
  }
  return (
    <ContractForm
      schema={Fields}
      defaultValues={values}
      submitLabel="Save Changes"
      onCancel={onClose}
      onSubmit={save}
    >
      {personRole === 'user' && <OutcomePreferences />}
      <EmailPreferences />
      {personRole === 'user' && <RetentionField />}
    </ContractForm>
  )
}

function OutcomePreferences() {
  const { register } = useFormContext<z.input<typeof Fields>>()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Email me when</legend>
      <Checkbox label="A business verifies my document" {...register('outcomes.verified')} />
      <Checkbox label="A business rejects my document" {...register('outcomes.rejected')} />
      <Checkbox
        label="A recipient opens my document for the first time"
        {...register('outcomes.firstView')}
      />
      <Checkbox label="One of my certificates is about to expire" {...register('outcomes.expiring')} />
    </fieldset>
  )
}

function EmailPreferences() {
  const { register } = useFormContext<z.input<typeof Fields>>()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Also email me about</legend>
      <Checkbox label="People and accounts" {...register('byMail.users')} />
      <Checkbox label="Businesses" {...register('byMail.businesses')} />
      <Checkbox label="Documents and other activity" {...register('byMail.other')} />
      <p className="mt-1 text-ink-muted">We always email you about your account’s security.</p>
    </fieldset>
  )
}

const choices = accountLimits.retentionChoicesDays.map((days) => ({
  value: String(days),
  label: days === 365 ? 'Delete after a year' : `Delete after ${days} days`,
}))

function RetentionField() {
  const { register, getFieldState, formState } = useFormContext<z.input<typeof Fields>>()
  return (
    <Field
      label="How long we keep your documents"
      hint="When a document is deleted, everyone you shared it with loses access."
      error={getFieldState('retentionDays', formState).error?.message}
    >
      <Select
        placeholder="Keep until I delete them"
        options={choices}
        {...register('retentionDays', {
          setValueAs: (value: string | number | null) => (value ? Number(value) : null),
        })}
      />
    </Field>
  )
}

const preferencesQuery = routeQuery(getNotificationPreferences, {})
const settingsQuery = routeQuery(getPrivacySettings, {})

export function PrivacySettingsDialog({ personRole, onClose }: PrivacyDialogProps) {
  const preferences = useQuery(preferencesQuery)
  const settings = useQuery(settingsQuery)
  const error = preferences.error ?? settings.error
  const retry = () => void Promise.all([preferences.refetch(), settings.refetch()])
  return (
    <Dialog isOpen onOpenChange={onClose} title="Privacy settings">
      <div className="pb-4">
        {preferences.data && settings.data ? (
          <PrivacySettingsForm
            personRole={personRole}
            values={{ ...preferences.data, ...settings.data }}
            onClose={onClose}
          />
        ) : error ? (
          <FailedState
            message={errorText(error)}
            onRetry={retry}
            isRetrying={preferences.isFetching || settings.isFetching}
          />
        ) : (
          <Spinner label="Loading…" />
        )}
      </div>
    </Dialog>
  )
}
