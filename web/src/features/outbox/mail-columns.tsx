import type { OutboxMail } from '@exempta/contract/outbox'
import { Eye } from 'lucide-react'
import type { Column } from '../../ui/data-table-types.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

export const mailColumns = (onOpen: (mail: OutboxMail) => void): Column<OutboxMail>[] => [
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
