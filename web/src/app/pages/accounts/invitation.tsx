import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const InvitationCard = lazy(async () => ({
  default: (await import('../../../features/accounts/index.ts')).InvitationCard,
}))

export const meta = pageMeta('Join your team')

export default function InvitationPage() {
  return (
    <AccountCard title="Join your team">
      <Suspense fallback={<Spinner label="Loading…" />}>
        <InvitationCard />
      </Suspense>
    </AccountCard>
  )
}
