import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Shared document'
const purpose = 'Here you will open a document that somebody shared with you by email.'

export const meta = pageMeta(title, purpose)

export default function SharedDocumentPage() {
  return <UnfinishedPage title={title} purpose={purpose} back={{ to: '/', label: 'Return Home' }} />
}
