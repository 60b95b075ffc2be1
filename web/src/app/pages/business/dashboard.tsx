import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Dashboard'
const purpose = 'What your business has received and what waits for review.'

export const meta = pageMeta(title)

export default function DashboardPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
