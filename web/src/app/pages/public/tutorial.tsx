import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Tutorial'
const purpose = 'One step-by-step guide.'

export const meta = pageMeta(title, purpose)

export default function TutorialPage() {
  return (
    <UnfinishedPage title={title} purpose={purpose} back={{ to: '/tutorials', label: 'Back to tutorials' }} />
  )
}
