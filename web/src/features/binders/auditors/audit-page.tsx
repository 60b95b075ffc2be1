import { useParams } from 'react-router'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Spinner } from '../../../ui/loading.tsx'

const AuditView = onDemand(
  async () => (await import('./audit-view.tsx')).AuditView,
  <Spinner label="Loading…" />,
)

const title = 'Audit binder'
const description = 'Open the audit binder that a business invited you to.'

export const meta = () => [
  ...pageMeta(title, description)(),
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function AuditPage() {
  const { token = '' } = useParams()
  return <AuditView token={token} />
}
