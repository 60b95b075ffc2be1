import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'User Management'
const purpose = 'Add, edit and remove the people who use Exempta.'

export const meta = pageMeta(title)

export default function UsersPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/admin/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
