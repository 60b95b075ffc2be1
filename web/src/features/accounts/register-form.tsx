import { register } from '@exempta/contract/accounts'
import { BusinessName } from '@exempta/contract/businesses'
import { texts } from '@exempta/contract/texts'
import { Building2, CircleCheck, User } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useIsHydrated, useReturnTo } from '../../lib/hooks.ts'
import { loginPath } from '../../lib/return-to.ts'
import { enterSession } from '../../lib/session-calls.ts'
import { TrapField } from '../../shared/bot-trap.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { TextLink } from '../../ui/text.tsx'
import { isRepeated, NewPasswordFields, notRepeated } from './password-forms.tsx'

type AccountType = 'user' | 'business'

const choices = [
  { value: 'user', label: 'User', hint: 'I share my documents', Icon: User },
  { value: 'business', label: 'Business', hint: 'We receive documents', Icon: Building2 },
] as const

interface AccountTypeChoiceProps {
  value: AccountType
  onChange: (type: AccountType) => void
}

function AccountTypeChoice({ value, onChange }: AccountTypeChoiceProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-1.5 text-sm font-medium">Account type</legend>
      {choices.map(({ value: type, label, hint, Icon }) => (
        <label
          key={type}
          className="group grid cursor-pointer grid-cols-[auto_1fr_auto] items-center gap-x-2.5 rounded-control border border-line-strong/60 p-3 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="account-type"
            value={type}
            checked={value === type}
            onChange={() => onChange(type)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-5 text-accent-ink" />
          <span className="text-sm font-medium">{label}</span>
          <CircleCheck aria-hidden className="invisible size-4 text-accent-ink group-has-checked:visible" />
          <span className="col-span-3 mt-1 text-xs text-ink-muted">{hint}</span>
        </label>
      ))}
    </fieldset>
  )
}

const Typed = register.body.omit({ type: true, businessName: true }).extend({ confirmPassword: z.string() })
const fieldsOf = {
  user: Typed.extend({ businessName: z.unknown().transform(() => undefined) }).refine(
    isRepeated,
    notRepeated(),
  ),
  business: Typed.extend({ businessName: BusinessName }).refine(isRepeated, notRepeated()),
}

const isAddressTaken = (error: unknown) => error instanceof ApiError && error.code === 'address-taken'

const nothing = { name: '', businessName: '', email: '', password: '', confirmPassword: '', website: '' }

/** Preselected by the address, of which the prerendered page knows nothing. */
function useAccountType() {
  const [params] = useSearchParams()
  const isHydrated = useIsHydrated()
  const [chosen, setChosen] = useState<AccountType>()
  const preselected: AccountType = isHydrated && params.get('type') === 'business' ? 'business' : 'user'
  return [chosen ?? preselected, setChosen] as const
}

/** For people who have an account already: their address goes along. */
function LoginInstead() {
  const returnTo = useReturnTo()
  const email = useWatch<{ email: string }, 'email'>({ name: 'email' })
  return (
    <Link to={loginPath(returnTo)} state={{ email }} className={buttonClass('secondary', 'sm')}>
      Log in
    </Link>
  )
}

/** Registering signs in; the page around follows the session. */
export function RegisterForm() {
  const [type, setType] = useAccountType()
  const isBusiness = type === 'business'
  return (
    <ContractForm
      schema={
        fieldsOf[type] as z.ZodType<
          z.output<typeof Typed> & { businessName?: string | undefined },
          typeof nothing
        >
      }
      defaultValues={nothing}
      submitLabel="Create account"
      failedText={texts.register.failed}
      failureAction={(error) => isAddressTaken(error) && <LoginInstead />}
      onSubmit={async ({ confirmPassword, ...fields }) =>
        enterSession((await call(register, { body: { type, ...fields } })).session)
      }
    >
      <AccountTypeChoice value={type} onChange={setType} />
      {isBusiness && <FormTextField name="businessName" label="Business Name" autoComplete="organization" />}
      <FormTextField name="name" label="Full Name" autoComplete="name" />
      <FormTextField name="email" label="Email Address" type="email" autoComplete="username" />
      <NewPasswordFields />
      <TrapField />
      <p className="text-sm text-ink-muted">
        By creating an account, you agree to our <TextLink to="/terms">Terms</TextLink> and{' '}
        <TextLink to="/privacy">Privacy Policy</TextLink>.
      </p>
    </ContractForm>
  )
}
