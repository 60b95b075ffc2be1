import { setUpAdministrator } from '@exempta/contract/accounts'
import { limits } from '@exempta/contract/limits'
import { setUpHere } from '../../lib/session-calls.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'

const Fields = setUpAdministrator.body.omit({ token: true })

/** Makes the first administrator with the one-time link printed at the first start. */
export function SetupForm({ token }: { token: string }) {
  return (
    <ContractForm
      schema={Fields}
      defaultValues={{ name: '', email: '', password: '' }}
      submitLabel="Create administrator"
      onSubmit={(values) => setUpHere({ ...values, token })}
    >
      <FormTextField name="name" label="Full Name" autoComplete="name" />
      <FormTextField name="email" label="Email Address" type="email" autoComplete="username" />
      <FormTextField
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${limits.passwordMinLength} characters.`}
      />
    </ContractForm>
  )
}
