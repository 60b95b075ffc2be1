import { FailedDocuments } from '../../../features/admin/documents/failed-documents.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Pending Issues'

export const meta = pageMeta(title)

export default function FailedDocumentsPage() {
  return (
    <>
      <PageHeader title={title} description="Documents that we couldn’t process." />
      <FailedDocuments />
    </>
  )
}
