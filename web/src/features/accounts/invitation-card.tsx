import { acceptInvitation, getInvitation, joinBusiness } from '@exempta/contract/businesses/invitations'
import type { RouteOutput } from '@exempta/contract/route'
import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { errorText, isExpired } from '../../lib/api-error.ts'
import { enterSession, signOutHere } from '../../lib/session-calls.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { ContinueButton, ExpiredLink } from './link-outcome.tsx'
import { LoginForm } from './login-form.tsx'
import { isRepeated, NewPasswordFields, notRepeated } from './password-forms.tsx'

type OpenInvitation = RouteOutput<typeof getInvitation>

/** What each way of joining gets. */
interface InvitationProps {
  token: string
  invitation: OpenInvitation
  onExpired: () => void
  onJoined: () => void
}

const rights = {
  manager: 'You’ll be a manager: you can review documents and manage the business and its team.',
  viewer: 'You’ll be a viewer: you can view and download the documents the business receives.',
}

function InvitationSummary({ invitation }: { invitation: OpenInvitation }) {
  return (
    <div className="flex gap-3 rounded-control bg-subtle p-4 text-sm">
      <Building2 aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold break-words">{invitation.business}</p>
        <p className="text-ink-muted">{rights[invitation.role]}</p>
        <p className="text-ink-muted">
          Invited: <span className="font-medium break-all text-ink">{invitation.email}</span>
        </p>
      </div>
    </div>
  )
}

const Fields = acceptInvitation.body
  .omit({ token: true })
  .extend({ confirmPassword: z.string() })
  .refine(isRepeated, notRepeated())

/** For an address without an account: name and password make one. */
function AcceptInvitationForm({ token, invitation, onExpired, onJoined }: InvitationProps) {
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
          if (!isExpired(error)) throw error
          onExpired()
        }
      }}
    >
      <InvitationSummary invitation={invitation} />
      <FormTextField name="name" label="Full Name" autoComplete="name" />
      <NewPasswordFields />
    </ContractForm>
  )
}

/** For an address that has an account: its owner logs in, here, and joins. */
function JoinBusiness({ token, invitation, onExpired, onJoined }: InvitationProps) {
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
      if (isExpired(error)) onExpired()
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
          <p className="text-sm">You already have an account with this address. Log in to join.</p>
          <LoginForm />
        </>
      )}
      {person && !isInvited && (
        <>
          <Banner tone="warning">
            You are logged in as {person.email}. This invitation is for a different address.
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
  const onExpired = () => setFound({ status: 'gone' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks again
  useEffect(() => {
    if (!token) return
    const controller = new AbortController()
    setFound({ status: 'looking' })
    call(getInvitation, { body: { token } }, { signal: controller.signal }).then(
      (invitation) => setFound({ status: 'found', invitation }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setFound(isExpired(error) ? { status: 'gone' } : { status: 'failed', message: errorText(error) })
      },
    )
    return () => controller.abort()
  }, [token, attempt])

  if (!token || found.status === 'gone') {
    return (
      <ExpiredLink action={<ContinueButton />}>
        Invitations work once and expire after 7 days. Ask the person who invited you for a new one.
      </ExpiredLink>
    )
  }
  if (found.status === 'looking') return <Spinner label="Loading…" />
  if (found.status === 'failed') {
    return <FailedState message={found.message} onRetry={() => setAttempt(attempt + 1)} />
  }
  const Way = found.invitation.hasAccount ? JoinBusiness : AcceptInvitationForm
  return <Way token={token} invitation={found.invitation} onExpired={onExpired} onJoined={onJoined} />
}
