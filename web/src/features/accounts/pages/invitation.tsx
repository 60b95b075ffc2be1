import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { dashboardOf } from '../../../lib/roles.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/loading.tsx'

const InvitationCard = onDemand(
  async () => (await import('../invitation-card.tsx')).InvitationCard,
  <Spinner label="Loading…" />,
)

export const meta = pageMeta('Join your team')

export default function InvitationPage() {
  const navigate = useNavigate()
  const enter = useCallback(() => void navigate(dashboardOf('business'), { replace: true }), [navigate])
  return (
    <AccountCard title="Join your team">
      <InvitationCard onJoined={enter} />
    </AccountCard>
  )
}
