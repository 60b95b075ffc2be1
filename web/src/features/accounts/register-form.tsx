import { register } from '@exempta/contract/registration'
import { texts } from '@exempta/contract/texts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { enterSession } from '../../lib/session-calls.ts'
import { useIsHydrated } from '../../lib/use-is-hydrated.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { TrapField } from '../../ui/trap-field.tsx'
import { type AccountType, AccountTypeChoice } from './account-type-choice.tsx'
import { isRepeated, notRepeated } from './repeated-password.ts'

const Fields = register.body
  .omit({ type: true })
  .extend({ confirmPassword: z.string() })
  .refine(isRepeated, notRepeated)

const nothing = { name: '', email: '', password: '', confirmPassword: '', website: '' }

/** Preselected by the address, of which the prerendered page knows nothing. */
function useAccountType() {
  const [params] = useSearchParams()
  const isHydrated = useIsHydrated()
  const [chosen, setChosen] = useState<AccountType>()
  const preselected: AccountType = isHydrated && params.get('type') === 'business' ? 'business' : 'user'
  return [chosen ?? preselected, setChosen] as const
}

/** Registering signs in; the page around follows the session. */
export function RegisterForm() {
  const [type, setType] = useAccountType()
  const isBusiness = type === 'business'
  return (
    <ContractForm
      schema={Fields}
      defaultValues={nothing}
      submitLabel="Create account"
      failedText={texts.register.failed}
      onSubmit={async ({ confirmPassword, ...fields }) =>
        enterSession((await call(register, { body: { type, ...fields } })).session)
      }
    >
      <AccountTypeChoice value={type} onChange={setType} />
      <FormTextField
        name="name"
        label={isBusiness ? 'Business Name' : 'Full Name'}
        autoComplete={isBusiness ? 'organization' : 'name'}
      />
      <FormTextField name="email" label="Email Address" type="email" autoComplete="username" />
      <NewPasswordFields />
      <TrapField />
      <p className="text-sm text-ink-muted">
        By creating an account you agree to our <TextLink to="/terms">Terms</TextLink> and{' '}
        <TextLink to="/privacy">Privacy Policy</TextLink>.
      </p>
    </ContractForm>
  )
}
