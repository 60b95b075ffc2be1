import { getBusinessProfile } from '@exempta/contract/business-profile'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { routeQuery } from '../../lib/query.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { SectionSpinner } from '../../ui/section-spinner.tsx'
import { BusinessInformation } from './business-information.tsx'
import { BusinessSummary } from './business-summary.tsx'

/** `children` are the other cards of the page; the summary stands beside them all. */
export function BusinessDetails({ children }: { children: React.ReactNode }) {
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getBusinessProfile, {}))
  if (!data) {
    return error ? (
      <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
    ) : (
      <SectionSpinner />
    )
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-6">
        <BusinessInformation profile={data} />
        {children}
      </div>
      <BusinessSummary profile={data} />
    </div>
  )
}
