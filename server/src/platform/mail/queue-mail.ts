import { randomUUID } from 'node:crypto'
import type { Transaction } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { MailTemplate } from './define-mail.ts'
import { checkedAddress } from './header-values.ts'
import { insertMail } from './queries.ts'
import { renderMail } from './render-mail.ts'
import { sendMailJob } from './send-mail-job.ts'

export interface MailRequest<Data> {
  /** An address, or the account that the email is about: it is then the account's, confirmed or not. */
  to: string | { id: string; email: string }
  /** On whose behalf it is sent, where its links open what is theirs. */
  sentBy?: string | undefined
  template: MailTemplate<Data>
  data: NoInfer<Data>
}

/**
 * Puts a mail into the outbox, in the transaction of the act: it goes out when the act commits, however long
 * the mail server is away. Without a configured server it is kept for the administrator.
 */
export async function queueMail<Data>(
  services: Pick<Services, 'clock' | 'jobs' | 'mail' | 'publicUrl'>,
  tx: Transaction,
  { to, sentBy, template, data }: MailRequest<Data>,
): Promise<string> {
  const { subject, text, html } = renderMail(template.content(template.data.parse(data)))
  const id = randomUUID()
  const domain = services.mail?.from.address.split('@').at(-1) ?? new URL(services.publicUrl).hostname
  await insertMail(tx, {
    id,
    recipient: checkedAddress(typeof to === 'string' ? to : to.email),
    account_id: typeof to === 'string' ? null : to.id,
    sender_id: sentBy ?? null,
    template: template.name,
    subject,
    body_text: text,
    body_html: html,
    message_id: `<${id}@${domain}>`,
    status: services.mail ? 'queued' : 'kept',
    last_error: null,
    created_at: services.clock.now(),
    sent_at: null,
  })
  if (services.mail) await services.jobs.enqueue(tx, sendMailJob, { mailId: id })
  return id
}
