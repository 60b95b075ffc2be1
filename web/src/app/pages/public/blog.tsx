import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Blog'
const purpose = 'News and advice about tax-exemption documents.'

export const meta = pageMeta(title, purpose)

export default function BlogPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
