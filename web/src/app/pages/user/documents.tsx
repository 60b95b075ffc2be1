import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'My Documents'
const purpose = 'Everything you have uploaded, and who can see it.'

export const meta = pageMeta(title)

export default function DocumentsPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/user/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
