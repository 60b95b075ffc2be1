import { acceptInvitation } from '@exempta/contract/invitations'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { isGone } from '../../lib/api-error.ts'
import { enterSession } from '../../lib/session-calls.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { InvitationSummary } from './invitation-summary.tsx'
import type { InvitationProps } from './open-invitation.ts'
import { isRepeated, notRepeated } from './repeated-password.ts'

const Fields = acceptInvitation.body
  .omit({ token: true })
  .extend({ confirmPassword: z.string() })
  .refine(isRepeated, notRepeated)

/** For an address without an account: name and password make one. */
export function AcceptInvitationForm({ token, invitation, onGone, onJoined }: InvitationProps) {
  return (
    <ContractForm
      schema={Fields}
      defaultValues={{ name: '', password: '', confirmPassword: '' }}
      submitLabel="Join the team"
      onSubmit={async ({ name, password }) => {
        try {
          const { session } = await call(acceptInvitation, { body: { token, name, password } })
          enterSession(session)
          onJoined()
        } catch (error) {
          if (!isGone(error)) throw error
          onGone()
        }
      }}
    >
      <InvitationSummary invitation={invitation} />
      <FormTextField name="name" label="Full Name" autoComplete="name" />
      <NewPasswordFields />
    </ContractForm>
  )
}
