import { Suspense } from 'react'
import { ReceivedDocuments } from '../../../features/received/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const title = 'Received Documents'

export const meta = pageMeta(title)

export default function DocumentsPage() {
  return (
    <>
      <PageHeader title={title} description="Review the documents shared with your business." />
      <Suspense fallback={<SectionSpinner />}>
        <ReceivedDocuments />
      </Suspense>
    </>
  )
}
