import { businessStatuses } from '@exempta/contract/businesses'
import {
  type Business,
  businessSorts,
  listBusinesses,
  listBusinessTypes,
  verifications,
} from '@exempta/contract/businesses/administration'
import { businessTypes } from '@exempta/contract/businesses/limits'
import { fill, texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowDownWideNarrow,
  ArrowUpNarrowWide,
  BadgeCheck,
  Building2,
  FileText,
  Plus,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../../lib/api-error.ts'
import { type Sort, useList } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListFilter, ListPages, ListSearch, ListToolbar } from '../../../ui/list-view.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { Select } from '../../../ui/select.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

const AddBusinessDialog = onDemand(async () => (await import('./business-forms.tsx')).AddBusinessDialog)

const title = 'Manage Businesses'

export const meta = pageMeta(title)

export default function BusinessesPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title={title}
        description="Registered businesses, their status and verification."
        actions={
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            Add Business
          </Button>
        }
      />
      <Businesses />
      {isAdding && <AddBusinessDialog onClose={() => setAdding(false)} />}
    </>
  )
}

const newest: Sort = { by: 'date', direction: 'desc' }

const useBusinesses = () =>
  useList(listBusinesses, {
    filters: { status: businessStatuses, type: businessTypes, verification: verifications },
    sortable: businessSorts,
    defaultSort: newest,
    input: ({ search, filters, sort = newest, cursor }) => ({
      query: {
        search,
        ...filters,
        sort: businessSorts.find((one) => one === sort.by),
        direction: sort.direction,
        cursor,
      },
    }),
    errorMessage: (error) => fill(texts.admin.businessesFailed, { message: errorText(error) }),
  })

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

function BusinessCard({ business }: { business: Business }) {
  const { id, name, email, status, isVerified, type, userCount, documentsReceived, registeredAt } = business
  return (
    <article className="relative grid min-w-0 content-between gap-4 rounded-card border border-line bg-surface p-5 transition-colors hover:border-accent">
      <div className="grid min-w-0 gap-2">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 text-base font-semibold [overflow-wrap:anywhere]">
            {/* The whole card is the link's. */}
            <Link
              to={`/admin/businesses/${id}`}
              prefetch="intent"
              className="rounded-sm after:absolute after:inset-0 after:rounded-card hover:underline"
            >
              {name}
            </Link>
          </h2>
          <StatusBadge status={status} />
        </div>
        <p className="[overflow-wrap:anywhere] text-ink-muted">{email}</p>
        <div className="flex flex-wrap gap-1.5">
          {isVerified && (
            <Badge tone="accent" icon={<BadgeCheck aria-hidden />}>
              Verified
            </Badge>
          )}
          {type && <Badge>{type}</Badge>}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted [&_svg]:size-4">
        <span className="inline-flex items-center gap-1.5">
          <Users aria-hidden />
          {counted(userCount, 'user', 'users')}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <FileText aria-hidden />
          {counted(documentsReceived, 'document', 'documents')}
        </span>
        <span className="ml-auto">
          <RelativeTime at={registeredAt} />
        </span>
      </div>
    </article>
  )
}

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

/** Names start at A; figures and dates start with the largest. */
const firstDirection = (by: string) => (by === 'name' ? 'asc' : 'desc')

function BusinessesToolbar({ list }: { list: ReturnType<typeof useBusinesses> }) {
  const { data } = useQuery(routeQuery(listBusinessTypes, {}))
  const chosenType = list.filters.type
  const { sort: order = newest, setSort } = list
  // A type that no business has any more stays in the list while the address filters by it.
  const types = [...new Set([...(data?.types ?? []), ...(chosenType ? [chosenType] : [])])]
  const isUp = order.direction === 'asc'
  return (
    <ListToolbar hasFilters>
      <ListSearch list={list} label="Search by name, email or tax ID..." />
      <ListFilter list={list} name="status" label="Status" allLabel="All Status" options={statusOptions} />
      <ListFilter
        list={list}
        name="type"
        label="Type"
        allLabel="All Types"
        options={types.map((type) => ({ value: type, label: type }))}
      />
      <ListFilter
        list={list}
        name="verification"
        label="Verification"
        allLabel="All Verification"
        options={verificationOptions}
      />
      <div className="flex items-center gap-1">
        <Select
          aria-label="Sort by"
          className="min-w-44 flex-1"
          options={sortOptions}
          value={order.by}
          onChange={({ target: { value } }) => setSort({ by: value, direction: firstDirection(value) })}
        />
        <IconButton
          label={isUp ? 'Ascending; sort descending' : 'Descending; sort ascending'}
          icon={isUp ? <ArrowUpNarrowWide aria-hidden /> : <ArrowDownWideNarrow aria-hidden />}
          onClick={() => setSort({ by: order.by, direction: isUp ? 'desc' : 'asc' })}
        />
      </div>
    </ListToolbar>
  )
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f']
const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

/** Every registered business as a card; follows what other administrators change. */
function Businesses() {
  const list = useBusinesses()
  const { rows } = list
  const { failure, paging } = list.view
  return (
    <div className="grid gap-4">
      <BusinessesToolbar list={list} />
      {failure ? (
        <FailedState {...failure} />
      ) : !rows ? (
        <div role="status" aria-label="Loading businesses" className={grid}>
          {placeholders.map((one) => (
            <Skeleton key={one} className="h-44 rounded-card" />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon={<Building2 aria-hidden />} title="No businesses found matching your criteria.">
            Try a different search or other filters, or add a business.
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Businesses" className={grid}>
          {rows.map((business) => (
            <li key={business.id} className="grid min-w-0">
              <BusinessCard business={business} />
            </li>
          ))}
        </ul>
      )}
      {!failure && <ListPages paging={paging} isLoading={!rows} />}
    </div>
  )
}
