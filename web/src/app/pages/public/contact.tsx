import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Contact'
const purpose = 'Write to us, or find the hours when we answer live.'

export const meta = pageMeta(title, purpose)

export default function ContactPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
