import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Join your team'
const purpose = 'Accept the invitation of a business.'

export const meta = pageMeta(title)

export default function InvitationPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/login', label: 'Back to login' }} />
}
