import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Privacy'
const purpose = 'What we store about you, why, and for how long.'

export const meta = pageMeta(title, purpose)

export default function PrivacyPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
