import { joinBusiness } from '@exempta/contract/invitations'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { isGone } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { enterSession, signOutHere } from '../../lib/session-calls.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { InvitationSummary } from './invitation-summary.tsx'
import { LoginForm } from './login-form.tsx'
import type { InvitationProps } from './open-invitation.ts'

/** For an address that has an account: its owner logs in, here, and joins. */
export function JoinBusiness({ token, invitation, onGone, onJoined }: InvitationProps) {
  const state = useSessionState()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const person = state.status === 'signed-in' ? state.session.person : undefined
  const isInvited = person?.email === invitation.email

  async function act(step: () => Promise<unknown>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await step()
    } catch (error) {
      if (isGone(error)) onGone()
      else setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  async function join() {
    enterSession((await call(joinBusiness, { body: { token } })).session)
    onJoined()
  }

  return (
    <div className="grid gap-5">
      <InvitationSummary invitation={invitation} />
      {failure && <Banner tone="danger">{failure}</Banner>}
      {!person && (
        <>
          <p className="text-sm">This address has an account. Log in with it to join.</p>
          <LoginForm />
        </>
      )}
      {person && !isInvited && (
        <>
          <Banner tone="warning">
            You are logged in as {person.email}. The invitation is for another address.
          </Banner>
          <Button variant="secondary" isLoading={isBusy} onClick={() => void act(signOutHere)}>
            Log out and use the invited address
          </Button>
        </>
      )}
      {isInvited && (
        <Button isLoading={isBusy} onClick={() => void act(join)}>
          Join the team
        </Button>
      )}
    </div>
  )
}
