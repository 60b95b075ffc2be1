import { getInvitation } from '@exempta/contract/invitations'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { isGone } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AcceptInvitationForm } from './accept-invitation-form.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { JoinBusiness } from './join-business.tsx'
import { Onward } from './onward.tsx'
import type { InvitationProps, OpenInvitation } from './open-invitation.ts'

type Found =
  | { status: 'looking' }
  | { status: 'found'; invitation: OpenInvitation }
  | { status: 'gone' }
  | { status: 'failed'; message: string }

/** Who invites, and the way to join: with a new account, or with the one that the address has already. */
export function InvitationCard({ onJoined }: Pick<InvitationProps, 'onJoined'>) {
  const token = useLinkToken()
  const [found, setFound] = useState<Found>({ status: 'looking' })
  const [attempt, setAttempt] = useState(0)
  const onGone = () => setFound({ status: 'gone' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks again
  useEffect(() => {
    if (!token) return
    const controller = new AbortController()
    setFound({ status: 'looking' })
    call(getInvitation, { body: { token } }, { signal: controller.signal }).then(
      (invitation) => setFound({ status: 'found', invitation }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setFound(isGone(error) ? { status: 'gone' } : { status: 'failed', message: errorText(error) })
      },
    )
    return () => controller.abort()
  }, [token, attempt])

  if (!token || found.status === 'gone') {
    return (
      <ExpiredLink action={<Onward />}>
        Invitations work once and for 7 days. Please ask the person who invited you for a new one.
      </ExpiredLink>
    )
  }
  if (found.status === 'looking') return <Spinner label="Loading…" />
  if (found.status === 'failed') {
    return <FailedState message={found.message} onRetry={() => setAttempt(attempt + 1)} />
  }
  const Way = found.invitation.hasAccount ? JoinBusiness : AcceptInvitationForm
  return <Way token={token} invitation={found.invitation} onGone={onGone} onJoined={onJoined} />
}
