import { getAdminDashboard } from '@exempta/contract/admin-dashboard'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { routeQuery } from '../../lib/query.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { SectionSpinner } from '../../ui/section-spinner.tsx'
import { AdminCounters } from './admin-counters.tsx'
import { QuickLinks } from './quick-links.tsx'
import { RecentEvents } from './recent-events.tsx'

export function AdminDashboard() {
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getAdminDashboard, {}))
  if (!data) {
    return error ? (
      <FailedState
        message={texts.admin.dashboardFailed}
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      />
    ) : (
      <SectionSpinner />
    )
  }
  return (
    <div className="grid gap-6">
      <AdminCounters dashboard={data} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <RecentEvents events={data.activity} />
        <QuickLinks />
      </div>
    </div>
  )
}
