import type { OutboxMail } from '@exempta/contract/outbox'
import type { MailHead } from './queries.ts'

export const asMail = (row: MailHead): OutboxMail => ({
  id: row.id,
  recipient: row.recipient,
  subject: row.subject,
  template: row.template,
  status: row.status,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
})
