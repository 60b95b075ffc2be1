import { getBusinessDashboard } from '@exempta/contract/business-reports'
import { fill, texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { routeQuery } from '../../../lib/query.ts'
import { FailedState } from '../../../ui/failed-state.tsx'
import { BusinessCounters } from './business-counters.tsx'
import { BusinessUsers } from './business-users.tsx'
import { RecentReceived } from './recent-received.tsx'

/** The business at a glance; fetched again whenever something is received or reviewed. */
export function BusinessDashboard() {
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getBusinessDashboard, {}))
  if (error && !data) {
    return (
      <FailedState
        message={fill(texts.dashboard.failed, { message: errorText(error) })}
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      />
    )
  }
  return (
    <div className="grid gap-6">
      <BusinessCounters counts={data?.counts} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <RecentReceived documents={data?.recent} />
        <BusinessUsers users={data?.users} />
      </div>
    </div>
  )
}
