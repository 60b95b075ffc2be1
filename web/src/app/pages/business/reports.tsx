import { Suspense } from 'react'
import { BusinessReports } from '../../../features/business-reports/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const title = 'Reports'

export const meta = pageMeta(title)

export default function ReportsPage() {
  return (
    <>
      <PageHeader title={title} description="Received documents, outcomes and time to review." />
      <Suspense fallback={<SectionSpinner />}>
        <BusinessReports />
      </Suspense>
    </>
  )
}
