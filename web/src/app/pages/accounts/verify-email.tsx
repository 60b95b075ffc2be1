import { VerifyEmail } from '../../../features/accounts/email-confirmation.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'

export const meta = pageMeta('Confirm your email address')

export default function VerifyEmailPage() {
  return (
    <AccountCard title="Confirm your email address">
      <VerifyEmail />
    </AccountCard>
  )
}
