import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Create your account'
const purpose = 'Sign up as a person or as a business.'

export const meta = pageMeta(title)

export default function RegisterPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/login', label: 'Back to login' }} />
}
