import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Help Center'
const purpose = 'Answers to common questions, with a search.'

export const meta = pageMeta(title, purpose)

export default function HelpPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
