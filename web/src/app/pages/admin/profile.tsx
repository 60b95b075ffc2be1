import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Admin Profile'
const purpose = 'Your account and its security settings.'

export const meta = pageMeta(title)

export default function ProfilePage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/admin/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
