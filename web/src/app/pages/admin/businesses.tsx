import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Manage Businesses'
const purpose = 'Registered businesses, their status and verification.'

export const meta = pageMeta(title)

export default function BusinessesPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/admin/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
