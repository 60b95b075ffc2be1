import { requestEmailChange } from '@exempta/contract/accounts'
import { changePassword, type Profile, updateProfile } from '@exempta/contract/accounts/profile'
import { EmailAddress, PersonName } from '@exempta/contract/people'
import { texts } from '@exempta/contract/texts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'
import { refreshPerson } from '../../../lib/session-calls.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { useFocusOnMount } from '../../../ui/focus.ts'
import { FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { NewPasswordFields } from '../password-forms.tsx'

/** After a change of the own account: the header and the other tabs show it, too. */
export async function refreshProfile() {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['profile'] }), refreshPerson()])
}

/** The password is asked for only when the address changes. */
const fieldsFor = (currentEmail: string) =>
  z
    .object({ name: PersonName, email: EmailAddress, password: z.string() })
    .refine(({ email, password }) => email === currentEmail || password !== '', {
      path: ['password'],
      message: 'Please enter your password to change your email address',
      when: () => true,
    })

interface EditAccountFormProps {
  profile: Profile
  onCancel: () => void
  onSaved: () => void
}

export function EditAccountForm({ profile, onCancel, onSaved }: EditAccountFormProps) {
  const [schema] = useState(() => fieldsFor(profile.email))
  const form = useFocusOnMount()
  async function save({ name, email, password }: z.output<typeof schema>) {
    // The address first: a wrong password then leaves everything as it was.
    if (email !== profile.email) await call(requestEmailChange, { body: { email, password } })
    if (name !== profile.name) await call(updateProfile, { body: { name } })
    await refreshProfile()
    onSaved()
  }
  return (
    <div ref={form}>
      <ContractForm
        schema={schema}
        defaultValues={{ name: profile.name, email: profile.email, password: '' }}
        submitLabel="Save Changes"
        failedText={texts.profile.failed}
        onCancel={onCancel}
        onSubmit={save}
      >
        <FormTextField name="name" label="Full Name" autoComplete="name" />
        <FormTextField name="email" label="Email Address" type="email" autoComplete="email" />
        <PasswordForNewAddress currentEmail={profile.email} />
      </ContractForm>
    </div>
  )
}

function PasswordForNewAddress({ currentEmail }: { currentEmail: string }) {
  const typed = useWatch<{ email: string }, 'email'>({ name: 'email' })
  if (typed.trim().toLowerCase() === currentEmail) return null
  return (
    <FormTextField
      name="password"
      label="Your password"
      hint="Needed to change your address. We’ll send a link to the new one; the change takes effect when you open it."
      type="password"
      autoComplete="current-password"
    />
  )
}

const Fields = changePassword.body
  .extend({ confirmPassword: z.string().min(1, 'Please enter the new password again') })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: texts.profile.newPasswordsDiffer,
    // Shown even while other fields are invalid.
    when: () => true,
  })

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  async function change({ currentPassword, newPassword }: z.output<typeof Fields>) {
    await call(changePassword, { body: { currentPassword, newPassword } })
    onClose()
    toast.success('Your password has been changed. We logged you out everywhere else.')
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['sessions'] }), refreshProfile()])
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Change Password"
      description="You’ll stay logged in here and be logged out everywhere else."
    >
      <div className="pb-4">
        <ContractForm
          schema={Fields}
          defaultValues={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
          submitLabel="Update Password"
          failedText={texts.profile.passwordFailed}
          onCancel={onClose}
          onSubmit={change}
        >
          <FormTextField
            name="currentPassword"
            label="Current Password"
            type="password"
            autoComplete="current-password"
          />
          <NewPasswordFields name="newPassword" label="New Password" confirmLabel="Confirm New Password" />
        </ContractForm>
      </div>
    </Dialog>
  )
}
