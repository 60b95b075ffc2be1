import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Received Documents'
const purpose = 'Review the documents shared with your business.'

export const meta = pageMeta(title)

export default function DocumentsPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/business/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
