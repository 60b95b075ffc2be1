import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/loading.tsx'

const ChangeEmail = onDemand(
  async () => (await import('../email-confirmation.tsx')).ChangeEmail,
  <Spinner label="Loading…" />,
)

export const meta = pageMeta('Change your email address')

export default function ChangeEmailPage() {
  return (
    <AccountCard title="Change your email address">
      <ChangeEmail />
    </AccountCard>
  )
}
