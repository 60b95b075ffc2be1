import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Business Detail'
const purpose = 'One business, its team and its status.'

export const meta = pageMeta(title)

export default function BusinessPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/admin/businesses', label: 'Back to Businesses' }}
    />
  )
}
