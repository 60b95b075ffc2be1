import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Business Profile'
const purpose = 'Your business, your team and your own account.'

export const meta = pageMeta(title)

export default function ProfilePage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/business/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
