import { systemActor } from '../db/actor.ts'
import { handle, type JobContext, type JobHandler } from '../jobs/handle.ts'
import type { Services } from '../services.ts'
import { EmailRefusedError } from './email-transport.ts'
import { beginAttempt, finishEmail, keepEmail, recordError } from './queries.ts'
import { sendEmailJob } from './queue-email.ts'
import { withoutMarks } from './stored-secrets.ts'

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
