import { useParams } from 'react-router'
import { MailShareView } from '../../../features/sharing/email-link/email-share-view.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

const title = 'Documents for you'
const description = 'Open documents that somebody shared with you by email.'

export const meta = () => [
  ...pageMeta(title, description)(),
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function SharedDocumentPage() {
  const { token = '' } = useParams()
  return <MailShareView token={token} />
}
