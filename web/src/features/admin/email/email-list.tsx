import { listMails, mailStates, type OutboxMail } from '@exempta/contract/outbox'
import { useQuery } from '@tanstack/react-query'
import { Eye, MailX, SearchX } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { type Sort, useListState } from '../../../lib/list-state.ts'
import { listQuery } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { MailDetails } from './email-details.tsx'

const newest: Sort = { by: 'created', direction: 'desc' }
const shape = { filters: { status: mailStates }, sortable: ['created'], defaultSort: newest }

/** The page of mails that the address asks for. It is fetched again while something waits to be sent. */
function useMails() {
  const state = useListState(shape)
  const { search, filters, sort = newest, cursor } = state
  const status = mailStates.find((one) => one === filters.status)
  const order = sort.direction === 'asc' ? 'oldest' : 'newest'
  const list = useQuery({
    ...listQuery(listMails, { query: { search, status, sort: order, cursor } }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((mail) => mail.status === 'queued') ? 3000 : false,
  })
  return { state, list, isNarrowed: search !== '' || status !== undefined }
}

const mailColumns = (onOpen: (mail: OutboxMail) => void): Column<OutboxMail>[] => [
  {
    key: 'subject',
    header: 'Subject',
    isPrimary: true,
    cell: (mail) => (
      <button
        type="button"
        onClick={() => onOpen(mail)}
        className="rounded-sm text-left [overflow-wrap:anywhere] hover:underline"
      >
        {mail.subject}
      </button>
    ),
  },
  {
    key: 'recipient',
    header: 'To',
    cell: ({ recipient }) => (
      <span className="[overflow-wrap:anywhere]">
        <EmailText of={recipient} />
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, lastError }) => (
      <span className="grid justify-items-start gap-0.5">
        <StatusBadge status={status} />
        {lastError && <span className="text-xs text-ink-muted">{lastError}</span>}
      </span>
    ),
  },
  {
    key: 'created',
    header: 'Created',
    isSortable: true,
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <RelativeTime at={createdAt} />
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (mail) => (
      <IconButton
        label={`Open the mail to ${mail.recipient}`}
        icon={<Eye aria-hidden />}
        onClick={() => onOpen(mail)}
      />
    ),
  },
]

const statusWords = { queued: 'Queued', kept: 'Kept', sent: 'Sent', failed: 'Failed' }
const statusOptions = mailStates.map((value) => ({ value, label: statusWords[value] }))

/** Every mail of the product: waiting, kept, sent or given up. */
export function Outbox() {
  const { state, list, isNarrowed } = useMails()
  const [openedId, setOpenedId] = useState<string>()
  const rows = list.data?.items
  const next = list.data?.nextCursor
  const opened = rows?.find(({ id }) => id === openedId)
  const open = ({ id }: OutboxMail) => setOpenedId(id)
  return (
    <div className="grid gap-4">
      {list.data && !list.data.hasMailServer && (
        <Banner tone="info" title="No mail server is configured.">
          Emails aren’t sent. They’re kept here so that you can pass on their links and codes. To open those,
          confirm with your password; the people they’re for are notified.
        </Banner>
      )}
      <ListView
        caption="Mail"
        columns={mailColumns(open)}
        rows={rows}
        rowId={({ id }) => id}
        sort={state.sort}
        onSort={state.setSort}
        toolbar={
          <>
            <SearchInput
              label="Search by address or subject..."
              value={state.search}
              onSearch={state.setSearch}
            />
            <FilterSelect
              label="Status"
              allLabel="All Status"
              value={state.filters.status}
              options={statusOptions}
              onChange={(value) => state.setFilter('status', value)}
            />
          </>
        }
        empty={
          isNarrowed ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No mail matches.">
              Try another word, or choose All Status.
            </EmptyState>
          ) : (
            <EmptyState icon={<MailX aria-hidden />} title="No mail yet.">
              Mails appear here as soon as somebody registers, shares or asks for a link.
            </EmptyState>
          )
        }
        failure={
          list.error && !list.data
            ? {
                message: errorText(list.error),
                onRetry: () => void list.refetch(),
                isRetrying: list.isRefetching,
              }
            : undefined
        }
        paging={{
          pageNumber: state.pageNumber,
          onPrevious: state.goPrevious,
          onNext: next ? () => state.goNext(next) : undefined,
        }}
      />
      {opened && <MailDetails key={opened.id} mail={opened} onClose={() => setOpenedId(undefined)} />}
    </div>
  )
}
