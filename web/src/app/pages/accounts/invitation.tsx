import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { InvitationCard } from '../../../features/accounts/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { dashboardOf } from '../../../lib/roles.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

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
