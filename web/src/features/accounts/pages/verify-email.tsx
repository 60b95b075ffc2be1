import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/loading.tsx'

const VerifyEmail = onDemand(
  async () => (await import('../email-confirmation.tsx')).VerifyEmail,
  <Spinner label="Loading…" />,
)

export const meta = pageMeta('Confirm your email address')

export default function VerifyEmailPage() {
  return (
    <AccountCard title="Confirm your email address">
      <VerifyEmail />
    </AccountCard>
  )
}
