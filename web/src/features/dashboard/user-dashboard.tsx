import type { SignedInPerson } from '@exempta/contract/accounts'
import { getUserDashboard } from '@exempta/contract/dashboard'
import { fill, texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { routeQuery } from '../../lib/query.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { FirstSteps } from './first-steps.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentDocuments } from './recent-documents.tsx'
import { RecentlySharedWith } from './recently-shared-with.tsx'
import { UserCounters } from './user-counters.tsx'

/** The person's documents at a glance; fetched again whenever one of them changes. */
export function UserDashboard({ person, onShare }: { person: SignedInPerson; onShare: () => void }) {
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getUserDashboard, {}))
  if (error && !data) {
    const message = errorText(error, '')
    return (
      <FailedState
        message={message ? fill(texts.dashboard.failed, { message }) : texts.errorOccurred}
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      />
    )
  }
  return (
    <div className="grid gap-6">
      {data && (
        <FirstSteps
          person={person}
          hasUploaded={data.counts.uploaded > 0}
          hasShared={data.counts.shared > 0}
        />
      )}
      <UserCounters counts={data?.counts} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <RecentDocuments documents={data?.recent} />
        <div className="grid gap-6">
          <QuickActions onShare={onShare} />
          <RecentlySharedWith businesses={data?.recentlySharedWith} />
        </div>
      </div>
    </div>
  )
}
