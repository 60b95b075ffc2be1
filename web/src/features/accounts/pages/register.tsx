import { Navigate } from 'react-router'
import { useReturnTo } from '../../../lib/hooks.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { loginPath } from '../../../lib/return-to.ts'
import { dashboardOf } from '../../../lib/roles.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { TextLink } from '../../../ui/text.tsx'

const RegisterForm = onDemand(
  async () => (await import('../register-form.tsx')).RegisterForm,
  <Spinner label="Loading…" />,
)

export const meta = pageMeta(
  'Register',
  'Create an Exempta account to share your tax-exemption documents, or to receive them as a business.',
)

export default function RegisterPage() {
  const state = useSessionState()
  const returnTo = useReturnTo()
  if (state.status === 'signed-in') {
    return <Navigate replace to={returnTo ?? dashboardOf(state.session.person.role)} />
  }
  return (
    <AccountCard
      title="Create your account"
      below={
        <>
          Already have an account? <TextLink to={loginPath(returnTo)}>Log in</TextLink>
        </>
      }
    >
      <RegisterForm />
    </AccountCard>
  )
}
