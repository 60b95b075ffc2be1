import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Blog'
const purpose = 'One post of our blog.'

export const meta = pageMeta(title, purpose)

export default function BlogPostPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/blog', label: 'Back to the blog' }} />
}
