import { AdminReports } from '../../../features/reports/admin-reports.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta('Reports')

export default function ReportsPage() {
  return <AdminReports />
}
