import { resetPassword } from '@exempta/contract/recovery'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { isGone } from '../../lib/api-error.ts'
import { refreshPerson } from '../../lib/session-calls.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { isRepeated, notRepeated } from './repeated-password.ts'

const Fields = resetPassword.body
  .omit({ token: true })
  .extend({ confirmPassword: z.string() })
  .refine(isRepeated, notRepeated)

export function ResetPasswordForm({ onDone }: { onDone: () => void }) {
  const token = useLinkToken()
  const [isOver, setOver] = useState(false)
  if (!token || isOver) {
    return (
      <ExpiredLink action={<LinkButton to="/forgot-password">Send a new link</LinkButton>}>
        Links to choose a password work once and for a short time. We can send you a new one.
      </ExpiredLink>
    )
  }
  return (
    <ContractForm
      schema={Fields}
      defaultValues={{ password: '', confirmPassword: '' }}
      submitLabel="Change password"
      onSubmit={async ({ password }) => {
        try {
          await call(resetPassword, { body: { token, password } })
          await refreshPerson('password-recovery')
          onDone()
        } catch (error) {
          if (!isGone(error)) throw error
          setOver(true)
        }
      }}
    >
      <NewPasswordFields label="New Password" confirmLabel="Confirm New Password" />
    </ContractForm>
  )
}
