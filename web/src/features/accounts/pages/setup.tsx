import { Navigate } from 'react-router'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { dashboardOf } from '../../../lib/roles.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/loading.tsx'

const SetupForm = onDemand(
  async () => (await import('../setup-form.tsx')).SetupForm,
  <Spinner label="Loading…" />,
)

export const meta = pageMeta('Set up Exempta')

export default function SetupPage() {
  const state = useSessionState()
  if (state.status === 'signed-in') return <Navigate replace to={dashboardOf(state.session.person.role)} />
  return (
    <AccountCard
      title="Set up Exempta"
      description="Create the first administrator account, or restore a backup."
    >
      <SetupForm />
    </AccountCard>
  )
}
