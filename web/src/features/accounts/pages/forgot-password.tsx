import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { TextLink } from '../../../ui/text.tsx'

const ForgotPasswordForm = onDemand(
  async () => (await import('../password-forms.tsx')).ForgotPasswordForm,
  <Spinner label="Loading…" />,
)

export const meta = pageMeta('Forgot password?', 'Get a link to choose a new password.')

export default function ForgotPasswordPage() {
  return (
    <AccountCard
      title="Forgot password?"
      description="Enter your email address and we’ll send you a link to choose a new password."
      below={<TextLink to="/login">Back to login</TextLink>}
    >
      <ForgotPasswordForm />
    </AccountCard>
  )
}
