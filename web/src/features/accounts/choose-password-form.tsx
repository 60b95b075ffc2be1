import { changePassword } from '@exempta/contract/profile'
import { texts } from '@exempta/contract/texts'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { refreshPerson } from '../../lib/session-calls.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { notRepeated } from './repeated-password.ts'

const Fields = changePassword.body
  .extend({ confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    ...notRepeated,
    message: texts.profile.newPasswordsDiffer,
  })

/** An own password in place of one that somebody else made. */
export function ChoosePasswordForm() {
  return (
    <ContractForm
      schema={Fields}
      defaultValues={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
      submitLabel="Save password"
      failedText={texts.profile.passwordFailed}
      onSubmit={async ({ currentPassword, newPassword }) => {
        await call(changePassword, { body: { currentPassword, newPassword } })
        await refreshPerson()
      }}
    >
      <FormTextField
        name="currentPassword"
        label="Temporary Password"
        type="password"
        autoComplete="current-password"
        hint="The one you have just logged in with."
      />
      <NewPasswordFields name="newPassword" label="New Password" confirmLabel="Confirm New Password" />
    </ContractForm>
  )
}
