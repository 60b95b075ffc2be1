import { useNavigate } from 'react-router'
import { InvitationCard } from '../../../features/accounts/invitation-card.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { dashboardOf } from '../../../lib/roles.ts'
import { AccountCard } from '../../../ui/account-card.tsx'

export const meta = pageMeta('Join your team')

export default function InvitationPage() {
  const navigate = useNavigate()
  return (
    <AccountCard title="Join your team">
      <InvitationCard onJoined={() => void navigate(dashboardOf('business'), { replace: true })} />
    </AccountCard>
  )
}
