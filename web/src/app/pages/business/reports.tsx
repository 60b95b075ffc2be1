import { BusinessReports } from '../../../features/businesses/reports/business-reports.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Reports'

export const meta = pageMeta(title)

export default function ReportsPage() {
  return (
    <>
      <PageHeader title={title} description="Received documents, review outcomes and time to review." />
      <BusinessReports />
    </>
  )
}
