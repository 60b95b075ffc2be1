import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Document'
const purpose = 'One document: what is hidden, and who can see it.'

export const meta = pageMeta(title)

export default function DocumentPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/user/documents', label: 'Back to My Documents' }}
    />
  )
}
