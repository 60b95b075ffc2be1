import { systemActor } from '../../../platform/db/actor.ts'
import { handle } from '../../../platform/jobs/handle.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { resetPasswordMail } from '../../../platform/mail/templates/reset-password.ts'
import { issueLink } from '../../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../../platform/services.ts'
import { lockPerson } from '../queries/accounts.ts'
import { sendResetLinkJob } from './send-reset-link-job.ts'

/**
 * Only the newest link works. A stranger who keeps asking soon has to wait (see `guesses`), so the owner always
 * gets to use the newest one.
 */
export const sendResetLink = (services: Services) =>
  handle(sendResetLinkJob, ({ personId }, context) =>
    services.database.transact(systemActor, async (tx) => {
      const person = await lockPerson(tx, personId)
      if (person?.status === 'active') {
        const { email } = person
        const link = await issueLink(services, tx, { purpose: 'reset-password', personId, email })
        await queueMail(services, tx, { to: person, template: resetPasswordMail, data: { link } })
      }
      await context.completeWithin(tx)
    }),
  )
