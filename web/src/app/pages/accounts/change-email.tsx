import { Suspense } from 'react'
import { ChangeEmail } from '../../../features/accounts/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

export const meta = pageMeta('Change your email address')

export default function ChangeEmailPage() {
  return (
    <AccountCard title="Change your email address">
      <Suspense fallback={<Spinner label="Loading…" />}>
        <ChangeEmail />
      </Suspense>
    </AccountCard>
  )
}
