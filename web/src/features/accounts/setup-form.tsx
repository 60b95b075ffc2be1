import { setUpAdministrator } from '@exempta/contract/accounts'
import { limits } from '@exempta/contract/limits'
import { setUpHere } from '../../lib/session-calls.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Banner } from '../../ui/banner.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'

const Fields = setUpAdministrator.body.omit({ token: true })

/** Makes the first administrator with the one-time link printed at the first start. */
export function SetupForm() {
  const token = useLinkToken()
  if (!token) {
    return (
      <Banner tone="warning">
        This page needs the one-time link that the program prints on its console at the first start.
      </Banner>
    )
  }
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
