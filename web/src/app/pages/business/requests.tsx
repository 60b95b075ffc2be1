import { RequestList } from '../../../features/requests/request-list.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Requests'

export const meta = pageMeta(title)

export default function RequestsPage() {
  return (
    <>
      <PageHeader
        title={title}
        description="Ask customers for their certificates by email, with a link, or with a QR code at your counter."
      />
      <RequestList />
    </>
  )
}
