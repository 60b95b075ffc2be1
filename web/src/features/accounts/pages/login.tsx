import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useIsHydrated, useReturnTo } from '../../../lib/hooks.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { loginPath } from '../../../lib/return-to.ts'
import { dashboardOf } from '../../../lib/roles.ts'
import { setSessionState, useSessionState } from '../../../lib/session-store.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { TextLink } from '../../../ui/text.tsx'

const LoginForm = onDemand(
  async () => (await import('../login-form.tsx')).LoginForm,
  <Spinner label="Loading…" />,
)

export const meta = pageMeta(
  'Login',
  'Log in to Exempta to upload, share and review tax-exemption documents.',
)

export default function LoginPage() {
  const state = useSessionState()
  const returnTo = useReturnTo()
  const isHydrated = useIsHydrated()
  const message = useMessageOnce()
  const since = state.status === 'guest' ? state.since : undefined
  useEffect(() => {
    // The reason for being sent here is shown once and then forgotten.
    if (since) setSessionState({ status: 'guest' })
  }, [since])

  if (state.status === 'signed-in') {
    return <Navigate replace to={returnTo ?? dashboardOf(state.session.person.role)} />
  }
  return (
    <AccountCard
      title="Log in to Exempta"
      below={
        <>
          New to Exempta? <TextLink to={loginPath(returnTo, '/register')}>Sign up</TextLink>
        </>
      }
    >
      <div className="grid gap-5">
        {isHydrated && message && <Banner>{message}</Banner>}
        <LoginForm />
      </div>
    </AccountCard>
  )
}

/** Why someone was sent here. It leaves the address's entry, so that a later visit doesn't show it again. */
function useMessageOnce(): string | undefined {
  const location = useLocation()
  const navigate = useNavigate()
  const state = location.state as { message?: unknown } | null
  const [message, setMessage] = useState<string>()
  useEffect(() => {
    if (typeof state?.message !== 'string') return
    setMessage(state.message)
    const { message: _, ...rest } = state
    const { pathname, search, hash } = location
    void navigate({ pathname, search, hash }, { replace: true, state: rest, preventScrollReset: true })
  }, [state, location, navigate])
  return message
}
