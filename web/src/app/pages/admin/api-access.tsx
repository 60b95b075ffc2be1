import { AccessRequests } from '../../../features/api/keys/access-requests.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'API Access'

export const meta = pageMeta(title)

export default function ApiAccessPage() {
  return (
    <>
      <PageHeader title={title} description="Requests from businesses to use the API." />
      <AccessRequests />
    </>
  )
}
