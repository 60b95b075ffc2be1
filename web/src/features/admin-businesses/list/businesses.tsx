import { fill, texts } from '@exempta/contract/texts'
import { Building2 } from 'lucide-react'
import { errorText } from '../../../lib/error-text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BusinessCard } from './business-card.tsx'
import { BusinessesToolbar } from './businesses-toolbar.tsx'
import { useBusinesses } from './use-businesses.ts'

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f']
const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

/** Every registered business as a card; follows what other administrators change. */
export function Businesses() {
  const { state, order, list } = useBusinesses()
  const { data, error } = list
  const next = data?.nextCursor
  return (
    <div className="grid gap-4">
      <BusinessesToolbar state={state} order={order} />
      {error && !data ? (
        <FailedState
          message={fill(texts.admin.businessesFailed, { message: errorText(error) })}
          onRetry={() => void list.refetch()}
          isRetrying={list.isRefetching}
        />
      ) : !data ? (
        <div role="status" aria-label="Loading businesses" className={grid}>
          {placeholders.map((one) => (
            <Skeleton key={one} className="h-44 rounded-card" />
          ))}
        </div>
      ) : data.items.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon={<Building2 aria-hidden />} title="No businesses found matching your criteria.">
            Try another word or other filters, or add a business.
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Businesses" className={grid}>
          {data.items.map((business) => (
            <li key={business.id} className="grid min-w-0">
              <BusinessCard business={business} />
            </li>
          ))}
        </ul>
      )}
      {(state.goPrevious || next) && (
        <Pagination
          summary={`Page ${state.pageNumber}`}
          onPrevious={state.goPrevious}
          onNext={next ? () => state.goNext(next) : undefined}
          isLoading={!data}
        />
      )}
    </div>
  )
}
