import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Forgot password?'
const purpose = 'Ask for a link to choose a new password.'

export const meta = pageMeta(title)

export default function ForgotPasswordPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/login', label: 'Back to login' }} />
}
