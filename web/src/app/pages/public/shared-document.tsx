import { useParams } from 'react-router'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Spinner } from '../../../ui/spinner.tsx'

const MailShareView = onDemand(
  async () => (await import('../../../features/sharing/email-link/email-share-view.tsx')).MailShareView,
  <Spinner label="Loading…" />,
)

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
