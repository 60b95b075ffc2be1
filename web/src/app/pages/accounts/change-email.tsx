import { ChangeEmail } from '../../../features/accounts/email-confirmation.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'

export const meta = pageMeta('Change your email address')

export default function ChangeEmailPage() {
  return (
    <AccountCard title="Change your email address">
      <ChangeEmail />
    </AccountCard>
  )
}
