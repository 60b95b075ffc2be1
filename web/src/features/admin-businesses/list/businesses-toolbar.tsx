import { listBusinessTypes } from '@exempta/contract/admin-businesses'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import type { Sort } from '../../../lib/list-state.ts'
import { routeQuery } from '../../../lib/query.ts'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { useBusinesses } from './use-businesses.ts'

const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'pending', label: 'Pending' },
]
const verificationOptions = [
  { value: 'verified', label: 'Verified' },
  { value: 'unverified', label: 'Unverified' },
]
const sortOptions = [
  { value: 'name', label: 'Sort by Name' },
  { value: 'users', label: 'Sort by Users' },
  { value: 'documents', label: 'Sort by Documents' },
  { value: 'date', label: 'Sort by Date' },
]

export function BusinessesToolbar({
  state,
  order,
}: {
  state: ReturnType<typeof useBusinesses>['state']
  order: Sort
}) {
  const { data } = useQuery(routeQuery(listBusinessTypes, {}))
  const chosenType = state.filters.type
  // A type that nobody has any more stays on the list while the address asks for it.
  const types = [...new Set([...(data?.types ?? []), ...(chosenType ? [chosenType] : [])])]
  const isUp = order.direction === 'asc'
  return (
    <search className="grid gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap lg:items-center">
      <div className="sm:col-span-2 lg:min-w-64 lg:flex-1">
        <SearchInput
          label="Search by name, email or tax ID..."
          value={state.search}
          onSearch={state.setSearch}
        />
      </div>
      <FilterSelect
        label="Status"
        allLabel="All Status"
        value={state.filters.status}
        options={statusOptions}
        onChange={(value) => state.setFilter('status', value)}
      />
      <FilterSelect
        label="Type"
        allLabel="All Types"
        value={chosenType}
        options={types.map((type) => ({ value: type, label: type }))}
        onChange={(value) => state.setFilter('type', value)}
      />
      <FilterSelect
        label="Verification"
        allLabel="All Verification"
        value={state.filters.verification}
        options={verificationOptions}
        onChange={(value) => state.setFilter('verification', value)}
      />
      <div className="flex items-center gap-1">
        <Select
          aria-label="Sort by"
          className="min-w-44 flex-1"
          options={sortOptions}
          value={order.by}
          onChange={(event) => state.setSort({ by: event.target.value, direction: order.direction })}
        />
        <IconButton
          label={isUp ? 'Ascending; sort descending' : 'Descending; sort ascending'}
          icon={isUp ? <ArrowUpNarrowWide aria-hidden /> : <ArrowDownWideNarrow aria-hidden />}
          onClick={() => state.setSort({ by: order.by, direction: isUp ? 'desc' : 'asc' })}
        />
      </div>
    </search>
  )
}
