import { emailKeepingLimits } from '@exempta/contract/admin/limits'
import { dayMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemActor } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobContext, type JobHandler } from '../jobs/handle.ts'
import { deleteOlder } from '../months/months.ts'
import type { Services } from '../services.ts'
import { EmailRefusedError } from './email-transport.ts'
import {
  beginAttempt,
  finishEmail,
  keepEmail,
  listUnsentBefore,
  recordError,
  removeSecrets,
} from './queries.ts'
import { sendEmailJob } from './queue-email.ts'
import { withoutMarks } from './stored-secrets.ts'

const batchSize = 100

const clearOutboxJob = defineJob({
  name: 'clear-outbox',
  payload: z.object({}),
  singleton: 'both',
  cron: '11 * * * *',
})

type OutboxServices = Pick<Services, 'clock' | 'database' | 'settings'>

export const clearOutboxHandler = (services: OutboxServices): JobHandler =>
  handle(clearOutboxJob, () => clearOutbox(services))

/**
 * No link or code is valid for longer than its email is kept, sent or not. An email that is still waiting by then has
 * lost its job, because retries end much earlier. The outbox is not an archive.
 */
export async function clearOutbox({ clock, database, settings }: OutboxServices): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  await inBatches(batchSize, (size) =>
    database.transact(systemActor, (tx) =>
      clearUnsent(tx, before(emailKeepingLimits.emailSecretsKeptMs), size),
    ),
  )
  const keptMs = settings.get('retention.mailDays') * dayMs
  await deleteOlder({ database }, 'mails', before(keptMs))
}

async function clearUnsent(tx: Transaction, before: Date, limit: number): Promise<number> {
  const emails = await listUnsentBefore(tx, before, limit)
  for (const email of emails) {
    if (email.status === 'queued') await finishEmail(tx, email, { status: 'failed', lastError: 'never sent' })
    else await removeSecrets(tx, email)
  }
  return emails.length
}

type SendServices = Pick<Services, 'clock' | 'database' | 'emailTransport'>

export function sendEmailHandler(services: SendServices): JobHandler {
  return handle(sendEmailJob, ({ mailId }, context) => sendEmail(services, mailId, context))
}

/**
 * An email is sent twice only when the process crashes between the server's acceptance and our commit, because SMTP
 * cannot be asked whether it arrived. Both copies have the same Message-ID, so the recipient's server can detect the
 * duplicate.
 */
async function sendEmail(services: SendServices, mailId: string, context: JobContext): Promise<void> {
  const { clock, database, emailTransport: transport } = services
  const email = await database.transact(systemActor, (tx) => beginAttempt(tx, mailId))
  if (!email) return
  if (!transport) return database.transact(systemActor, (tx) => keepEmail(tx, mailId))
  try {
    await transport.send({
      to: email.recipient,
      subject: email.subject,
      text: withoutMarks(email.body_text),
      html: withoutMarks(email.body_html),
      messageId: email.message_id,
      ...(email.reply_to && { replyTo: email.reply_to }),
    })
  } catch (error) {
    const lastError = error instanceof EmailRefusedError ? error.reason : 'not sent'
    const isFinal = error instanceof EmailRefusedError && error.isFinal
    await database.transact(systemActor, (tx) =>
      isFinal || context.isLastAttempt
        ? finishEmail(tx, email, { status: 'failed', lastError })
        : recordError(tx, mailId, lastError),
    )
    if (isFinal) return
    throw error
  }
  await database.transact(systemActor, (tx) => finishEmail(tx, email, { status: 'sent', at: clock.now() }))
}
