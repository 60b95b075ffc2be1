import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { pageMeta } from '../../../lib/page-meta.ts'
import { dashboardOf } from '../../../lib/roles.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const InvitationCard = lazy(async () => ({
  default: (await import('../../../features/accounts/index.ts')).InvitationCard,
}))

export const meta = pageMeta('Join your team')

export default function InvitationPage() {
  const navigate = useNavigate()
  return (
    <AccountCard title="Join your team">
      <Suspense fallback={<Spinner label="Loading…" />}>
        <InvitationCard onJoined={() => void navigate(dashboardOf('business'), { replace: true })} />
      </Suspense>
    </AccountCard>
  )
}
