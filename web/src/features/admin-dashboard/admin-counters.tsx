import type { AdminDashboard } from '@exempta/contract/admin-dashboard'
import { Building2, FileText, TriangleAlert, Users } from 'lucide-react'
import { StatCard } from '../../ui/stat-card.tsx'

const month = 'vs. previous 30 days'

export function AdminCounters({ dashboard }: { dashboard: AdminDashboard }) {
  const { users, businesses, documents, pendingIssues } = dashboard
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <StatCard
        label="Total Users"
        value={users.total}
        icon={<Users aria-hidden />}
        growth={{ percent: users.growthPercent, since: month }}
        to="/admin/users"
      />
      <StatCard
        label="Businesses"
        value={businesses.total}
        icon={<Building2 aria-hidden />}
        growth={{ percent: businesses.growthPercent, since: month }}
        to="/admin/businesses"
      />
      <StatCard
        label="Documents"
        value={documents.total}
        icon={<FileText aria-hidden />}
        growth={{ percent: documents.growthPercent, since: month }}
        to="/admin/reports"
      />
      <StatCard
        label="Pending Issues"
        value={pendingIssues.total}
        icon={<TriangleAlert aria-hidden />}
        growth={{
          percent: pendingIssues.growthPercent,
          since: 'vs. the usual 10',
          isGood: pendingIssues.growthPercent <= 0,
        }}
        to="/admin/health"
      />
    </div>
  )
}
