import { emailStates, listEmails, type OutboxEmail, resendEmail } from '@exempta/contract/admin/email'
import { useMutation } from '@tanstack/react-query'
import { Eye, MailX, RotateCw, SearchX } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { byDate, useList } from '../../../lib/list.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { queryClient, routeMutation } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { SlideOver } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { EmailText, RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { EmailBody } from './email-text.tsx'

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

interface EmailDetailsProps {
  email: OutboxEmail
  onClose: () => void
}

/** `new-documents` becomes `New documents`. */
const kindWords = (template: string) =>
  template.charAt(0).toUpperCase() + template.slice(1).replaceAll('-', ' ')

/** One email. Its text is loaded only on request, because every reading is recorded. */
function EmailDetails({ email: mail, onClose }: EmailDetailsProps) {
  const { id, status } = mail
  const resend = useMutation({
    ...routeMutation(resendEmail),
    onSuccess: async () => {
      toast.success('We’ll send the email again.')
      await queryClient.invalidateQueries({ queryKey: ['admin', '/api/admin/mails'] })
      onClose()
    },
  })
  return (
    <SlideOver
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Mail"
      footer={
        status === 'failed' && (
          <Button isLoading={resend.isPending} onClick={() => resend.mutate({ params: { id } })}>
            <RotateCw aria-hidden className="size-4" />
            Send again
          </Button>
        )
      }
    >
      <div className="grid gap-5 p-5">
        {resend.error && <Banner tone="danger">{errorText(resend.error)}</Banner>}
        <Facts
          layout="rows"
          facts={[
            { label: 'Subject', value: mail.subject },
            { label: 'To', value: mail.recipient },
            { label: 'Status', value: <StatusBadge status={status} /> },
            { label: 'Kind', value: kindWords(mail.template) },
            { label: 'Created', value: <RelativeTime at={mail.createdAt} /> },
            { label: 'Sent', value: mail.sentAt ? <RelativeTime at={mail.sentAt} /> : 'Not sent' },
            { label: 'Attempts', value: mail.attempts },
            ...(mail.lastError ? [{ label: 'Last error', value: mail.lastError }] : []),
          ]}
        />
        <section className="grid gap-3" aria-live="polite">
          <h2 className="font-semibold">Text</h2>
          <EmailBody email={mail} />
        </section>
      </div>
    </SlideOver>
  )
}
