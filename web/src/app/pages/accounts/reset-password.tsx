import { useNavigate } from 'react-router'
import { ResetPasswordForm } from '../../../features/accounts/password-forms.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

const doneText = 'Your password has been changed. Please log in with the new one.'

export const meta = pageMeta('Choose a new password')

export default function ResetPasswordPage() {
  const navigate = useNavigate()
  return (
    <AccountCard title="Choose a new password" below={<TextLink to="/login">Back to login</TextLink>}>
      <ResetPasswordForm
        onDone={() => void navigate('/login', { replace: true, state: { message: doneText } })}
      />
    </AccountCard>
  )
}
