import { lazy, Suspense } from 'react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const AdminReports = lazy(async () => ({
  default: (await import('../../../features/reports/index.ts')).AdminReports,
}))

export const meta = pageMeta('Reports')

export default function ReportsPage() {
  return (
    <Suspense fallback={<SectionSpinner />}>
      <AdminReports />
    </Suspense>
  )
}
