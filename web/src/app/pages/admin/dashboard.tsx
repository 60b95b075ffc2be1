import { AdminDashboard } from '../../../features/admin/dashboard/admin-dashboard.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Dashboard'

export const meta = pageMeta(title)

export default function DashboardPage() {
  return (
    <>
      <PageHeader title={title} description="Users, businesses, documents and issues at a glance." />
      <AdminDashboard />
    </>
  )
}
