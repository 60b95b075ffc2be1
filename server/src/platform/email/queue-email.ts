import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '../db/database.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Services } from '../services.ts'
import type { EmailTemplate } from './define-email.ts'
import { emailTimes } from './email-times.ts'
import { checkedAddress } from './header-values.ts'
import { insertEmail } from './queries.ts'
import { renderEmail } from './render-email.ts'

/** Retries for about a day and a half before an email counts as failed. */
export const sendEmailJob = defineJob({
  name: 'send-mail',
  payload: z.object({ mailId: z.uuid() }),
  retry: { limit: 40, delaySeconds: 10, maxDelaySeconds: 3600 },
  expireSeconds: 120,
  concurrency: 2,
})

export interface EmailRequest<Data> {
  /**
   * An address, or the account that the email is about. In the latter case it goes to the account's address,
   * confirmed or not.
   */
  to: string | { id: string; email: string }
  /** The person on whose behalf it is sent, when its links open something of theirs. */
  sentBy?: string | undefined
  /** An address of ours that answers go to. */
  replyTo?: string | undefined
  template: EmailTemplate<Data>
  data: NoInfer<Data>
}

/** As it would be sent now. */
export const renderTemplate = <Data>(
  { settings }: Pick<Services, 'settings'>,
  template: EmailTemplate<Data>,
  data: NoInfer<Data>,
) => renderEmail(template.content(template.data.parse(data), emailTimes(settings.get('email.timeZone'))))

/**
 * Puts an email into the outbox in the caller's transaction. It is sent after the commit, however long the mail
 * server is unavailable. Without a configured server it is kept for the administrator.
 */
export async function queueEmail<Data>(
  services: Pick<Services, 'clock' | 'jobs' | 'emailTransport' | 'publicUrl' | 'settings'>,
  tx: Transaction,
  { to, sentBy, replyTo, template, data }: EmailRequest<Data>,
): Promise<string> {
  const { subject, text, html } = renderTemplate(services, template, data)
  const id = randomUUID()
  const domain =
    services.emailTransport?.from.address.split('@').at(-1) ?? new URL(services.publicUrl).hostname
  await insertEmail(tx, {
    id,
    recipient: checkedAddress(typeof to === 'string' ? to : to.email),
    account_id: typeof to === 'string' ? null : to.id,
    sender_id: sentBy ?? null,
    template: template.name,
    subject,
    body_text: text,
    body_html: html,
    message_id: `<${id}@${domain}>`,
    reply_to: replyTo ?? null,
    status: services.emailTransport ? 'queued' : 'kept',
    last_error: null,
    created_at: services.clock.now(),
    sent_at: null,
  })
  if (services.emailTransport) await services.jobs.enqueue(tx, sendEmailJob, { mailId: id })
  return id
}
