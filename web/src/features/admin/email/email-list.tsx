import { emailStates, listEmails, type OutboxEmail } from '@exempta/contract/admin/email'
import { Eye, MailX, SearchX } from 'lucide-react'
import { useState } from 'react'
import { byDate, useList } from '../../../lib/list.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { EmailText, RelativeTime } from '../../../ui/text.tsx'
import { EmailDetails } from './email-details.tsx'

const title = 'Mail'

export const meta = pageMeta(title)

export default function EmailPage() {
  return (
    <>
      <PageHeader title={title} description="Emails that are queued, kept, sent or failed." />
      <EmailList />
    </>
  )
}

/** Fetched again while something waits to be sent. */
const useEmails = () =>
  useList(listEmails, {
    filters: { status: emailStates },
    sortable: ['created'],
    defaultSort: { by: 'created', direction: 'desc' },
    input: ({ search, filters, sort, cursor }) => ({
      query: { search, ...filters, sort: byDate(sort), cursor },
    }),
    refetchAfter: (page) => (page?.items.some((email) => email.status === 'queued') ? 3000 : false),
  })

const emailColumns = (onOpen: (email: OutboxEmail) => void): Column<OutboxEmail>[] => [
  {
    key: 'subject',
    header: 'Subject',
    isPrimary: true,
    cell: (email) => (
      <button
        type="button"
        onClick={() => onOpen(email)}
        className="rounded-sm text-left [overflow-wrap:anywhere] hover:underline"
      >
        {email.subject}
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
    cell: (email) => (
      <IconButton
        label={`Open the email to ${email.recipient}`}
        icon={<Eye aria-hidden />}
        onClick={() => onOpen(email)}
      />
    ),
  },
]

const statusWords = { queued: 'Queued', kept: 'Kept', sent: 'Sent', failed: 'Failed' }
const statusOptions = emailStates.map((value) => ({ value, label: statusWords[value] }))

/** Every email of the product: queued, kept, sent or failed. */
function EmailList() {
  const list = useEmails()
  const [openedId, setOpenedId] = useState<string>()
  const opened = list.rows?.find(({ id }) => id === openedId)
  const open = ({ id }: OutboxEmail) => setOpenedId(id)
  return (
    <div className="grid gap-4">
      {list.page && !list.page.hasMailServer && (
        <Banner tone="info" title="No mail server is configured.">
          Emails aren’t sent. They’re kept here so that you can pass on their links and codes. To open those,
          confirm with your password; the people they’re for are notified.
        </Banner>
      )}
      <ListView
        caption="Mail"
        columns={emailColumns(open)}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={
          <>
            <ListSearch list={list} label="Search by address or subject..." />
            <ListFilter
              list={list}
              name="status"
              label="Status"
              allLabel="All Status"
              options={statusOptions}
            />
          </>
        }
        empty={
          list.isNarrowed ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No emails found.">
              Try a different search, or choose All Status.
            </EmptyState>
          ) : (
            <EmptyState icon={<MailX aria-hidden />} title="No emails yet.">
              Emails appear here as soon as someone registers, shares a document or asks for a link.
            </EmptyState>
          )
        }
      />
      {opened && <EmailDetails key={opened.id} email={opened} onClose={() => setOpenedId(undefined)} />}
    </div>
  )
}
