import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Confirm your email address'
const purpose = 'Open this page with the link from your mail.'

export const meta = pageMeta(title)

export default function VerifyEmailPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/login', label: 'Back to login' }} />
}
