import { Suspense } from 'react'
import { AdminDashboard } from '../../../features/admin-dashboard/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

const title = 'Dashboard'

export const meta = pageMeta(title)

export default function DashboardPage() {
  return (
    <>
      <PageHeader title={title} description="Users, businesses, documents and issues at a glance." />
      <Suspense fallback={<SectionSpinner />}>
        <AdminDashboard />
      </Suspense>
    </>
  )
}
