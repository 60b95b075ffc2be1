import { requestPasswordReset, resetPassword } from '@exempta/contract/accounts'
import { accountLimits } from '@exempta/contract/accounts/limits'
import { changePassword } from '@exempta/contract/accounts/profile'
import { texts } from '@exempta/contract/texts'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { isExpired } from '../../lib/api-error.ts'
import { refreshPerson } from '../../lib/session-calls.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { ExpiredLink } from './link-outcome.tsx'

const confirmation = 'confirmPassword'

interface NewPasswordFieldsProps {
  name?: string
  label?: string
  confirmLabel?: string
}

/** A password that is chosen, typed twice: the second time as `confirmPassword` of the form. */
export function NewPasswordFields({
  name = 'password',
  label = 'Password',
  confirmLabel = 'Confirm Password',
}: NewPasswordFieldsProps) {
  const { trigger, getFieldState } = useFormContext()
  const password: unknown = useWatch({ name })

  // Correcting the first field may also correct the second one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is typed, nothing else
  useEffect(() => {
    if (getFieldState(confirmation).invalid) void trigger(confirmation)
  }, [password])

  return (
    <>
      <FormTextField
        name={name}
        label={label}
        type="password"
        autoComplete="new-password"
        hint={`At least ${accountLimits.passwordMinLength} characters. A few words work well.`}
      />
      <FormTextField name={confirmation} label={confirmLabel} type="password" autoComplete="new-password" />
    </>
  )
}

interface TypedTwice {
  password: string
  confirmPassword: string
}

export const isRepeated = ({ password, confirmPassword }: TypedTwice) => password === confirmPassword

/** Shown beside the second field even while other fields are wrong. A new object each time, because zod modifies it. */
export const notRepeated = (message: string = texts.register.passwordsDiffer) => ({
  path: ['confirmPassword'],
  message,
  when: () => true,
})

/** Gives the same answer for every address, so that it does not reveal which ones have accounts. */
export function ForgotPasswordForm() {
  const [message, setMessage] = useState<string>()
  if (message) {
    return (
      <div className="grid gap-5">
        <Banner tone="success" title="Check your email">
          {message}
        </Banner>
        <p className="text-sm text-ink-muted">
          No email after a few minutes? Check your spam folder, or try again with a different address.
        </p>
        <Button variant="secondary" onClick={() => setMessage(undefined)}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <ContractForm
      schema={requestPasswordReset.body}
      defaultValues={{ email: '' }}
      submitLabel="Send link"
      onSubmit={async (body) => setMessage((await call(requestPasswordReset, { body })).message)}
    >
      <FormTextField name="email" label="Email Address" type="email" autoComplete="username" />
    </ContractForm>
  )
}

const ResetFields = resetPassword.body
  .omit({ token: true })
  .extend({ confirmPassword: z.string() })
  .refine(isRepeated, notRepeated())

export function ResetPasswordForm({ onDone }: { onDone: () => void }) {
  const token = useLinkToken()
  const [isOver, setOver] = useState(false)
  if (!token || isOver) {
    return (
      <ExpiredLink action={<LinkButton to="/forgot-password">Send a new link</LinkButton>}>
        Password links work once and expire soon. We can send you a new one.
      </ExpiredLink>
    )
  }
  return (
    <ContractForm
      schema={ResetFields}
      defaultValues={{ password: '', confirmPassword: '' }}
      submitLabel="Change password"
      onSubmit={async ({ password }) => {
        try {
          await call(resetPassword, { body: { token, password } })
          await refreshPerson('password-recovery')
          onDone()
        } catch (error) {
          if (!isExpired(error)) throw error
          setOver(true)
        }
      }}
    >
      <NewPasswordFields label="New Password" confirmLabel="Confirm New Password" />
    </ContractForm>
  )
}

const ChooseFields = changePassword.body
  .extend({ confirmPassword: z.string() })
  .refine(
    ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
    notRepeated(texts.profile.newPasswordsDiffer),
  )

/** Replaces a temporary password that an administrator set. */
export function ChoosePasswordForm() {
  return (
    <ContractForm
      schema={ChooseFields}
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
        hint="The password you just logged in with."
      />
      <NewPasswordFields name="newPassword" label="New Password" confirmLabel="Confirm New Password" />
    </ContractForm>
  )
}
