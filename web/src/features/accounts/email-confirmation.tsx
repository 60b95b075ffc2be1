import { changeEmail, verifyEmail } from '@exempta/contract/accounts'
import { call } from '../../lib/api.ts'
import { profileOf } from '../../lib/roles.ts'
import { refreshPerson } from '../../lib/session-calls.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ResendVerification } from './email-verification-banner.tsx'
import { ContinueButton, ExpiredLink, LinkConfirmation } from './link-outcome.tsx'

export function VerifyEmail() {
  return (
    <LinkConfirmation
      text="You came here by the link in our mail. One press, and we know that the address is yours."
      label="Confirm email address"
      onConfirm={async (token) => {
        await call(verifyEmail, { body: { token } })
        await refreshPerson()
      }}
      done={{ title: 'Your email address is confirmed', next: <ContinueButton /> }}
      expired={<NewLink />}
    />
  )
}

function NewLink() {
  const state = useSessionState()
  if (state.status !== 'signed-in') {
    return (
      <ExpiredLink action={<ContinueButton />}>
        Links to confirm an address work once and for 24 hours. Log in and we can send you a new one.
      </ExpiredLink>
    )
  }
  if (state.session.person.isEmailVerified) {
    return <ExpiredLink action={<ContinueButton />}>Your email address is confirmed already.</ExpiredLink>
  }
  return (
    <ExpiredLink action={<ResendVerification>Send a new link</ResendVerification>}>
      Links to confirm an address work once and for 24 hours. We can send you a new one.
    </ExpiredLink>
  )
}

export function ChangeEmail() {
  const state = useSessionState()
  return (
    <LinkConfirmation
      text="From then on you log in with the address that our mail came to. We tell the old one."
      label="Use this email address"
      onConfirm={async (token) => {
        await call(changeEmail, { body: { token } })
        await refreshPerson()
      }}
      done={{ title: 'Your email address is changed', next: <ContinueButton /> }}
      expired={
        <ExpiredLink
          action={
            state.status === 'signed-in' ? (
              <LinkButton to={profileOf(state.session.person.role)}>Go to my profile</LinkButton>
            ) : (
              <ContinueButton />
            )
          }
        >
          Links to change an address work once and for 24 hours. Your profile page can send you a new one.
        </ExpiredLink>
      }
    />
  )
}
