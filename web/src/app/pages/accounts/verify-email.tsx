import { Suspense } from 'react'
import { VerifyEmail } from '../../../features/accounts/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

export const meta = pageMeta('Confirm your email address')

export default function VerifyEmailPage() {
  return (
    <AccountCard title="Confirm your email address">
      <Suspense fallback={<Spinner label="Loading…" />}>
        <VerifyEmail />
      </Suspense>
    </AccountCard>
  )
}
