import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Reports'
const purpose = 'Received documents, outcomes and time to review.'

export const meta = pageMeta(title)

export default function ReportsPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/business/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
