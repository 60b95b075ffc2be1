import { ClipboardList, SearchX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { applicationColumns } from './application-columns.tsx'
import { useApplications } from './use-applications.ts'
import { positionOptions, stateOptions } from './words.ts'

const ApplicationPanel = lazy(() => import('./application-panel.tsx'))

/** Job applications; the one looked at stands in the address, so that a notification leads to it. */
export function ApplicationList() {
  const { list, query, isNarrowed } = useApplications()
  const { params, set } = useAddressParams()
  const openId = params.get('open')
  const next = query.data?.nextCursor
  const open = (id: string | undefined) =>
    set('open', id, { replace: id === undefined, preventScrollReset: true })
  return (
    <>
      <ListView
        caption="Applications"
        columns={applicationColumns(open)}
        rows={query.data?.items}
        rowId={({ id }) => id}
        sort={list.sort}
        onSort={list.setSort}
        toolbar={
          <>
            <SearchInput label="Search name or email..." value={list.search} onSearch={list.setSearch} />
            <FilterSelect
              label="State"
              allLabel="All States"
              value={list.filters.state}
              options={stateOptions}
              onChange={(value) => list.setFilter('state', value)}
            />
            <FilterSelect
              label="Position"
              allLabel="All Positions"
              value={list.filters.position}
              options={positionOptions}
              onChange={(value) => list.setFilter('position', value)}
            />
          </>
        }
        empty={
          <EmptyState
            icon={isNarrowed ? <SearchX aria-hidden /> : <ClipboardList aria-hidden />}
            title="No applications found"
          >
            {isNarrowed
              ? 'Try another word, or take the filters away.'
              : 'What people send from the Careers page appears here at once.'}
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
      {openId && (
        <Suspense>
          <ApplicationPanel id={openId} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </>
  )
}
