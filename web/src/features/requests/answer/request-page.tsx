import { useParams } from 'react-router'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Spinner } from '../../../ui/loading.tsx'

const RequestView = onDemand(
  async () => (await import('./request-view.tsx')).RequestView,
  <Spinner label="Loading…" />,
)

const title = 'A business is requesting your certificate'
const description = 'Send an exemption certificate that a business asked you for.'

export const meta = () => [
  ...pageMeta(title, description)(),
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function CertificateRequestPage() {
  const { token = '' } = useParams()
  return <RequestView token={token} />
}
