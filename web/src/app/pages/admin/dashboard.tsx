import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Dashboard'
const purpose = 'Users, businesses, documents and issues at a glance.'

export const meta = pageMeta(title)

export default function DashboardPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
