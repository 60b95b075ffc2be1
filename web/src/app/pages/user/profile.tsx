import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'My Profile'
const purpose = 'Your account, password, two-factor sign-in and data.'

export const meta = pageMeta(title)

export default function ProfilePage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/user/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
