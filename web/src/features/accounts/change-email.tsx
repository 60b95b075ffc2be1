import { changeEmail } from '@exempta/contract/recovery'
import { call } from '../../lib/api.ts'
import { profileOf } from '../../lib/roles.ts'
import { refreshPerson } from '../../lib/session-calls.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { LinkConfirmation } from './link-confirmation.tsx'
import { Onward } from './onward.tsx'

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
      done={{ title: 'Your email address is changed', next: <Onward /> }}
      expired={
        <ExpiredLink
          action={
            state.status === 'signed-in' ? (
              <LinkButton to={profileOf(state.session.person.role)}>Go to my profile</LinkButton>
            ) : (
              <Onward />
            )
          }
        >
          Links to change an address work once and for 24 hours. Your profile page can send you a new one.
        </ExpiredLink>
      }
    />
  )
}
