import type { Generated } from 'kysely'

export type MailStatus = 'queued' | 'kept' | 'sent' | 'failed'

export interface MailsTable {
  id: string
  recipient: string
  /** Set by the database where the address is confirmed and the email names no account. */
  account_id: Generated<string | null>
  sender_id: Generated<string | null>
  template: string
  subject: string
  body_text: string
  body_html: string
  message_id: string
  status: MailStatus
  attempts: Generated<number>
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

export interface MailSchema {
  mails: MailsTable
}
