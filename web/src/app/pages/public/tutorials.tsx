import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Tutorials'
const purpose = 'Step-by-step guides to your account, uploading and sharing.'

export const meta = pageMeta(title, purpose)

export default function TutorialsPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
