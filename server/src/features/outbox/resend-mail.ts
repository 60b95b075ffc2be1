import type { OutboxMail } from '@exempta/contract/outbox'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { sendMailJob } from '../../platform/mail/send-mail-job.ts'
import { removedNote } from '../../platform/mail/stored-secrets.ts'
import type { Services } from '../../platform/services.ts'
import { asMail } from './as-mail.ts'
import { mayManageMail } from './policy.ts'
import { lockMail, requeueMail } from './queries.ts'

/** A mail whose link or code has gone would be of no use to its reader. */
export async function resendMail(services: Services, call: Call, id: string): Promise<OutboxMail> {
  if (!mayManageMail(call.actor)) throw new AppError('not-allowed')
  return services.database.transact(systemActor, async (tx) => {
    const mail = await lockMail(tx, id)
    if (!mail) throw new AppError('not-found')
    if (mail.status !== 'failed' || mail.body_text.includes(removedNote)) throw new AppError('cannot-resend')
    if (!services.mail) {
      throw new AppError('cannot-resend', { text: 'No mail server is configured, so nothing can be sent.' })
    }
    const queued = await requeueMail(tx, id)
    await services.jobs.enqueue(tx, sendMailJob, { mailId: id })
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'mail.resend',
      target: { kind: 'mail', id },
    })
    return asMail(queued)
  })
}
