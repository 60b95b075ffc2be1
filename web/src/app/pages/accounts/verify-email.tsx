import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const VerifyEmail = lazy(async () => ({
  default: (await import('../../../features/accounts/index.ts')).VerifyEmail,
}))

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
