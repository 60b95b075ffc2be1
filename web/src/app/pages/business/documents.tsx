import { ReceivedDocuments } from '../../../features/review/list/received-documents.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Received Documents'

export const meta = pageMeta(title)

export default function DocumentsPage() {
  return (
    <>
      <PageHeader title={title} description="Review the documents shared with your business." />
      <ReceivedDocuments />
    </>
  )
}
