import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Careers'
const purpose = 'Open positions, and a way to apply.'

export const meta = pageMeta(title, purpose)

export default function CareersPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
