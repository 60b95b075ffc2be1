import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Choose a new password'
const purpose = 'Open this page with the link from your mail.'

export const meta = pageMeta(title)

export default function ResetPasswordPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/login', label: 'Back to login' }} />
}
