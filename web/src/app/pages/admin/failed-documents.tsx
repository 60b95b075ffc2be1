import { FailedDocuments } from '../../../features/admin/documents/failed-documents.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Pending Issues'

export const meta = pageMeta(title)

export default function FailedDocumentsPage() {
  return (
    <>
      <BackLink to="/admin/dashboard">Back to Dashboard</BackLink>
      <PageHeader
        title={title}
        description="Documents that we couldn’t process. Owners see the same reason and have been notified. You see names only, never the contents."
      />
      <FailedDocuments />
    </>
  )
}
