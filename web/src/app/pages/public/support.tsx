import { ReturnToChat } from '../../../features/chat/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'

export const meta = pageMeta('Live Support')

export default function SupportPage() {
  return (
    <AccountCard title="Live Support">
      <ReturnToChat />
    </AccountCard>
  )
}
