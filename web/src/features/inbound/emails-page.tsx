import {
  type EmailStatus,
  emailLists,
  emailStatusWords,
  getEmailAddress,
  listReceivedEmails,
  type ReceivedEmail,
  waitingReasons,
} from '@exempta/contract/inbound'
import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useAddressParams, useList } from '../../lib/list.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { pageMeta } from '../../lib/page-meta.ts'
import { routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ListFilter, ListView } from '../../ui/list-view.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { RelativeTime } from '../../ui/text.tsx'

const EmailView = onDemand(async () => (await import('./email-view.tsx')).EmailView)

const title = 'Emails'

export const meta = pageMeta(title)

export default function EmailsPage() {
  const { isManager } = useMembership()
  return (
    <>
      <BackLink to="/business/requests">Requests</BackLink>
      <PageHeader
        title={title}
        description="Certificates that customers email to you. What we aren’t sure about waits for a manager."
      />
      {isManager ? (
        <EmailList />
      ) : (
        <Banner tone="info">Managers read these emails and decide about them.</Banner>
      )}
    </>
  )
}

const tones: Record<EmailStatus, Tone> = {
  arrived: 'info',
  waiting: 'warning',
  accepted: 'success',
  discarded: 'neutral',
  bounce: 'danger',
  automatic: 'neutral',
  own: 'neutral',
}

/** The email that is open is in the address. */
function EmailList() {
  const { params, change } = useAddressParams()
  const openedId = params.get('id')
  const open = (id: string | null) =>
    change((now) => {
      now.delete('id')
      if (id) now.set('id', id)
      return now
    })
  const list = useList(listReceivedEmails, {
    filters: { list: emailLists },
    input: ({ filters, cursor }) => ({ query: { ...filters, cursor } }),
  })
  return (
    <div className="grid gap-4">
      <Address />
      <ListView
        caption="Emails"
        columns={emailColumns(open)}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={
          <ListFilter
            list={list}
            name="list"
            label="Which emails"
            allLabel="Waiting for you"
            options={[{ value: 'all', label: 'All emails' }]}
          />
        }
        empty={
          <EmptyState
            icon={<MailCheck aria-hidden />}
            title={list.isNarrowed ? 'No emails yet' : 'Nothing is waiting'}
          >
            {list.isNarrowed
              ? 'What customers email to you appears here.'
              : 'Only emails that we aren’t sure about wait here.'}
          </EmptyState>
        }
      />
      {openedId && <EmailView key={openedId} id={openedId} onClose={() => open(null)} />}
    </div>
  )
}

/** Where customers write to who weren't asked. */
function Address() {
  const { data } = useQuery(routeQuery(getEmailAddress, {}))
  if (!data?.address)
    return (
      <Banner tone="info">Receiving emails isn’t set up here. Ask your administrator to set it up.</Banner>
    )
  return (
    <Banner tone="info">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="[overflow-wrap:anywhere]">
          Customers who weren’t asked can email certificates to <strong>{data.address}</strong>. Those emails
          wait here.
        </span>
        <CopyButton text={data.address} label="Copy the address" />
      </span>
    </Banner>
  )
}

const emailColumns = (onOpen: (id: string) => void): Column<ReceivedEmail>[] => [
  {
    key: 'sender',
    header: 'From',
    isPrimary: true,
    cell: ({ id, sender }) => (
      <button
        type="button"
        className="rounded-sm text-left font-medium text-accent-ink [overflow-wrap:anywhere] md:min-w-48 hover:underline"
        onClick={() => onOpen(id)}
      >
        {sender ?? 'No sender'}
      </button>
    ),
  },
  {
    key: 'subject',
    header: 'Subject',
    isBlank: ({ subject }) => subject === null,
    cell: ({ subject }) => <span className="[overflow-wrap:anywhere]">{subject}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, reason, questions }) => (
      <span className="grid justify-items-start gap-1">
        <Badge tone={tones[status]}>{emailStatusWords[status]}</Badge>
        {reason && <span className="text-sm text-ink-muted">{waitingReasons[reason]}</span>}
        {questions > 0 && (
          <span className="text-sm text-ink-muted">
            {questions === 1 ? '1 attachment needs a look' : `${questions} attachments need a look`}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'attachments',
    header: 'Attachments',
    align: 'right',
    cell: ({ attachments }) => attachments.length.toLocaleString('en-US'),
  },
  {
    key: 'arrived',
    header: 'Arrived',
    cell: ({ arrivedAt }) => (
      <span className="whitespace-nowrap">
        <RelativeTime at={arrivedAt} />
      </span>
    ),
  },
]
