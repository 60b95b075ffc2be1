import { type ApiAccessRequest, apiAccessStates, listApiAccess } from '@exempta/contract/api-access'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, SearchX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { listQuery } from '../../lib/query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { requestColumns } from './request-columns.tsx'
import { stateNames } from './words.ts'

const DecisionDialog = lazy(() => import('./decision-dialog.tsx'))

const shape = { filters: { state: apiAccessStates } }
const stateOptions = apiAccessStates.map((value) => ({ value, label: stateNames[value] }))

/** Which businesses asked for API access, and what was decided. */
export function AccessRequests() {
  const list = useListState(shape)
  const { search, filters, cursor } = list
  const state = apiAccessStates.find((one) => one === filters.state)
  const query = useQuery(listQuery(listApiAccess, { query: { search, state, cursor } }))
  const [inQuestion, setInQuestion] = useState<ApiAccessRequest>()
  const isNarrowed = search !== '' || state !== undefined
  const next = query.data?.nextCursor
  return (
    <>
      <ListView
        caption="API access requests"
        columns={requestColumns(setInQuestion)}
        rows={query.data?.items}
        rowId={({ business }) => business.id}
        toolbar={
          <>
            <SearchInput label="Search businesses..." value={search} onSearch={list.setSearch} />
            <FilterSelect
              label="State"
              allLabel="All States"
              value={filters.state}
              options={stateOptions}
              onChange={(value) => list.setFilter('state', value)}
            />
          </>
        }
        empty={
          <EmptyState
            icon={isNarrowed ? <SearchX aria-hidden /> : <KeyRound aria-hidden />}
            title="No requests found"
          >
            {isNarrowed
              ? 'Try another word, or take the filters away.'
              : 'When a business asks to use the API, it appears here at once.'}
          </EmptyState>
        }
        failure={
          query.error && !query.data
            ? {
                message: errorText(query.error),
                onRetry: () => void query.refetch(),
                isRetrying: query.isRefetching,
              }
            : undefined
        }
        paging={{
          pageNumber: list.pageNumber,
          onPrevious: list.goPrevious,
          onNext: next ? () => list.goNext(next) : undefined,
        }}
      />
      {inQuestion && (
        <Suspense>
          <DecisionDialog request={inQuestion} onClose={() => setInQuestion(undefined)} />
        </Suspense>
      )}
    </>
  )
}
