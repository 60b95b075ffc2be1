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
      text="Confirm that this is your email address."
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
        Confirmation links work once and expire after 24 hours. Log in to get a new one.
      </ExpiredLink>
    )
  }
  if (state.session.person.isEmailVerified) {
    return <ExpiredLink action={<ContinueButton />}>Your email address is already confirmed.</ExpiredLink>
  }
  return (
    <ExpiredLink action={<ResendVerification>Send a new link</ResendVerification>}>
      Confirmation links work once and expire after 24 hours. We can send you a new one.
    </ExpiredLink>
  )
}

export function ChangeEmail() {
  const state = useSessionState()
  return (
    <LinkConfirmation
      text="From now on, log in with your new address. We’ll let your old address know."
      label="Use this email address"
      onConfirm={async (token) => {
        await call(changeEmail, { body: { token } })
        await refreshPerson()
      }}
      done={{ title: 'Your email address has been changed', next: <ContinueButton /> }}
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
          These links work once and expire after 24 hours. You can get a new one on your profile page.
        </ExpiredLink>
      }
    />
  )
}
