import {
  applicationStates,
  type JobApplication,
  listApplications,
  positions,
} from '@exempta/contract/admin/applications'
import { ClipboardList, SearchX } from 'lucide-react'
import { byDate, useAddressParams, useList } from '../../../lib/list.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { ApplicationPanel } from './application-panel.tsx'
import { positionOptions, StateBadge, stateOptions } from './application-words.tsx'

const title = 'Applications'

export const meta = pageMeta(title)

export default function ApplicationsPage() {
  return (
    <>
      <PageHeader
        title={title}
        description="Job applications and resumes. We delete each one after a year."
      />
      <ApplicationList />
    </>
  )
}

const positionNames = Object.keys(positions) as (keyof typeof positions)[]

const useApplications = () =>
  useList(listApplications, {
    filters: { state: applicationStates, position: positionNames },
    sortable: ['date'],
    defaultSort: { by: 'date', direction: 'desc' },
    input: ({ search, filters, sort, cursor }) => ({
      query: { search, ...filters, sort: byDate(sort), cursor },
    }),
  })

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
  { key: 'state', header: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
]

/** Job applications. The open one is in the address, so that a notification can link to it. */
function ApplicationList() {
  const list = useApplications()
  const { isNarrowed } = list
  const { params, set } = useAddressParams()
  const openId = params.get('open')
  const open = (id: string | undefined) =>
    set('open', id, { replace: id === undefined, preventScrollReset: true })
  return (
    <>
      <ListView
        caption="Applications"
        columns={applicationColumns(open)}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={
          <>
            <ListSearch list={list} label="Search name or email..." />
            <ListFilter
              list={list}
              name="state"
              label="Status"
              allLabel="All Status"
              options={stateOptions}
            />
            <ListFilter
              list={list}
              name="position"
              label="Position"
              allLabel="All Positions"
              options={positionOptions}
            />
          </>
        }
        empty={
          <EmptyState
            icon={isNarrowed ? <SearchX aria-hidden /> : <ClipboardList aria-hidden />}
            title="No applications found"
          >
            {isNarrowed
              ? 'Try a different search or clear the filters.'
              : 'Applications from the Careers page appear here right away.'}
          </EmptyState>
        }
      />
      {openId && <ApplicationPanel id={openId} onClose={() => open(undefined)} />}
    </>
  )
}
