import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { TextLink } from '../../../ui/text.tsx'

const ResetPasswordForm = onDemand(
  async () => (await import('../password-forms.tsx')).ResetPasswordForm,
  <Spinner label="Loading…" />,
)

const doneText = 'Your password has been changed. Log in with your new password.'

export const meta = pageMeta('Choose a new password')

export default function ResetPasswordPage() {
  const navigate = useNavigate()
  const goToLogin = useCallback(
    () => void navigate('/login', { replace: true, state: { message: doneText } }),
    [navigate],
  )
  return (
    <AccountCard title="Choose a new password" below={<TextLink to="/login">Back to login</TextLink>}>
      <ResetPasswordForm onDone={goToLogin} />
    </AccountCard>
  )
}
