import { EmailAddress, PersonName } from '@exempta/contract/people'
import { type Profile, updateProfile } from '@exempta/contract/profile'
import { requestEmailChange } from '@exempta/contract/recovery'
import { texts } from '@exempta/contract/texts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts'
import { refreshProfile } from './use-profile.ts'

/** The password is asked for only when the address changes. */
const fieldsFor = (currentEmail: string) =>
  z
    .object({ name: PersonName, email: EmailAddress, password: z.string() })
    .refine(({ email, password }) => email === currentEmail || password !== '', {
      path: ['password'],
      message: 'Please enter your password to change the address',
      when: () => true,
    })

interface EditAccountFormProps {
  profile: Profile
  onCancel: () => void
  onSaved: () => void
}

export default function EditAccountForm({ profile, onCancel, onSaved }: EditAccountFormProps) {
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
      hint="Needed for a new address. We send a link there; your address changes when it is opened."
      type="password"
      autoComplete="current-password"
    />
  )
}
