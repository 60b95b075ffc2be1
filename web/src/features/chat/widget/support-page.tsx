import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/loading.tsx'

const ReturnToChat = onDemand(
  async () => (await import('./return-to-chat.tsx')).ReturnToChat,
  <Spinner label="Loading…" />,
)

export const meta = pageMeta('Live Support')

export default function SupportPage() {
  return (
    <AccountCard title="Live Support">
      <ReturnToChat />
    </AccountCard>
  )
}
