import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const ReturnToChat = lazy(async () => ({
  default: (await import('../../../features/chat/index.ts')).ReturnToChat,
}))

export const meta = pageMeta('Live Support')

export default function SupportPage() {
  return (
    <AccountCard title="Live Support">
      <Suspense fallback={<Spinner label="Loading…" />}>
        <ReturnToChat />
      </Suspense>
    </AccountCard>
  )
}
