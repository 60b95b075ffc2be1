import { Suspense } from 'react'
import { ReturnToChat } from '../../../features/chat/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

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
