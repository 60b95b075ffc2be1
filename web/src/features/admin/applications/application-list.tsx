import {
  applicationStates,
  type JobApplication,
  listApplications,
  positions,
} from '@exempta/contract/applications'
import { useQuery } from '@tanstack/react-query'
import { ClipboardList, SearchX } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { type Sort, useAddressParams, useListState } from '../../../lib/list-state.ts'
import { listQuery } from '../../../lib/query.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { ApplicationPanel } from './application-panel.tsx'
import { positionOptions, StateBadge, stateOptions } from './application-words.tsx'

const newest: Sort = { by: 'date', direction: 'desc' }
const positionNames = Object.keys(positions) as (keyof typeof positions)[]
const shape = {
  filters: { state: applicationStates, position: positionNames },
  sortable: ['date'],
  defaultSort: newest,
}

/** The page of applications that the address asks for, and the ways to ask for another. */
function useApplications() {
  const list = useListState(shape)
  const { search, filters, sort = newest, cursor } = list
  const state = applicationStates.find((one) => one === filters.state)
  const position = positionNames.find((one) => one === filters.position)
  const order = sort.direction === 'asc' ? 'oldest' : 'newest'
  const query = useQuery(
    listQuery(listApplications, { query: { search, state, position, sort: order, cursor } }),
  )
  const isNarrowed = [search, state, position, cursor].some((part) => part !== undefined && part !== '')
  return { list, query, isNarrowed }
}

const applicationColumns = (onOpen: (id: string) => void): Column<JobApplication>[] => [
  {
    key: 'name',
    header: 'Applicant',
    isPrimary: true,
    cell: ({ id, name, email }) => (
      <span className="grid justify-items-start [overflow-wrap:anywhere]">
        <button type="button" onClick={() => onOpen(id)} className="rounded-sm text-left hover:underline">
          {name}
        </button>
        <span className="text-xs font-normal text-ink-muted">{email}</span>
      </span>
    ),
  },
  { key: 'position', header: 'Position', cell: ({ position }) => positions[position] },
  {
    key: 'date',
    header: 'Date',
    isSortable: true,
    cell: ({ submittedAt }) => <RelativeTime at={submittedAt} />,
  },
  { key: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
]

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
      {openId && <ApplicationPanel id={openId} onClose={() => open(undefined)} />}
    </>
  )
}
