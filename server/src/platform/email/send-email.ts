import { systemActor } from '../db/actor.ts'
import { handle, type JobContext, type JobHandler } from '../jobs/handle.ts'
import type { Services } from '../services.ts'
import type { Mailbox } from './header-values.ts'
import { beginAttempt, finishMail, keepMail, recordError } from './queries.ts'
import { sendMailJob } from './queue-email.ts'
import { withoutMarks } from './stored-secrets.ts'

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
}

/** Sends emails. Tests replace it. */
export interface MailTransport {
  readonly from: Mailbox
  send(mail: OutgoingMail): Promise<void>
}

/**
 * Why an email was not sent: a category for the operator, never the server's own message, which may quote addresses.
 */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError'
  readonly reason: string
  /** A retry would be refused too. */
  readonly isFinal: boolean

  constructor(reason: string, isFinal: boolean, options?: ErrorOptions) {
    super(`The mail was not sent: ${reason}.`, options)
    this.reason = reason
    this.isFinal = isFinal
  }
}

type MailServices = Pick<Services, 'clock' | 'database' | 'mail'>

export function sendMailHandler(services: MailServices): JobHandler {
  return handle(sendMailJob, ({ mailId }, context) => sendMail(services, mailId, context))
}

/**
 * An email is sent twice only when the process crashes between the server's acceptance and our commit, because SMTP
 * cannot be asked whether it arrived. Both copies have the same Message-ID, so the recipient's server can detect the
 * duplicate.
 */
async function sendMail(services: MailServices, mailId: string, context: JobContext): Promise<void> {
  const { clock, database, mail: transport } = services
  const mail = await database.transact(systemActor, (tx) => beginAttempt(tx, mailId))
  if (!mail) return
  if (!transport) return database.transact(systemActor, (tx) => keepMail(tx, mailId))
  try {
    await transport.send({
      to: mail.recipient,
      subject: mail.subject,
      text: withoutMarks(mail.body_text),
      html: withoutMarks(mail.body_html),
      messageId: mail.message_id,
    })
  } catch (error) {
    const lastError = error instanceof MailRefusedError ? error.reason : 'not sent'
    const isFinal = error instanceof MailRefusedError && error.isFinal
    await database.transact(systemActor, (tx) =>
      isFinal || context.isLastAttempt
        ? finishMail(tx, mail, { status: 'failed', lastError })
        : recordError(tx, mailId, lastError),
    )
    if (isFinal) return
    throw error
  }
  await database.transact(systemActor, (tx) => finishMail(tx, mail, { status: 'sent', at: clock.now() }))
}
