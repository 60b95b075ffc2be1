import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'About'
const purpose = 'Who we are and why we handle exemption documents with care.'

export const meta = pageMeta(title, purpose)

export default function AboutPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
