import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const ChangeEmail = lazy(async () => ({
  default: (await import('../../../features/accounts/index.ts')).ChangeEmail,
}))

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
