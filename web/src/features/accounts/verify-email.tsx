import { verifyEmail } from '@exempta/contract/recovery'
import { call } from '../../lib/api.ts'
import { refreshPerson } from '../../lib/session-calls.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { ExpiredLink } from './expired-link.tsx'
import { LinkConfirmation } from './link-confirmation.tsx'
import { Onward } from './onward.tsx'
import { ResendVerification } from './resend-verification.tsx'

export function VerifyEmail() {
  return (
    <LinkConfirmation
      text="You came here by the link in our mail. One press, and we know that the address is yours."
      label="Confirm email address"
      onConfirm={async (token) => {
        await call(verifyEmail, { body: { token } })
        await refreshPerson()
      }}
      done={{ title: 'Your email address is confirmed', next: <Onward /> }}
      expired={<NewLink />}
    />
  )
}

function NewLink() {
  const state = useSessionState()
  if (state.status !== 'signed-in') {
    return (
      <ExpiredLink action={<Onward />}>
        Links to confirm an address work once and for 24 hours. Log in and we can send you a new one.
      </ExpiredLink>
    )
  }
  if (state.session.person.isEmailVerified) {
    return <ExpiredLink action={<Onward />}>Your email address is confirmed already.</ExpiredLink>
  }
  return (
    <ExpiredLink action={<ResendVerification>Send a new link</ResendVerification>}>
      Links to confirm an address work once and for 24 hours. We can send you a new one.
    </ExpiredLink>
  )
}
