import { useParams } from 'react-router'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Spinner } from '../../../ui/loading.tsx'

const EmailShareView = onDemand(
  async () => (await import('./email-share-view.tsx')).EmailShareView,
  <Spinner label="Loading…" />,
)

const title = 'Documents for you'
const description = 'Open documents that someone shared with you by email.'

export const meta = () => [
  ...pageMeta(title, description)(),
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function SharedDocumentPage() {
  const { token = '' } = useParams()
  return <EmailShareView token={token} />
}
