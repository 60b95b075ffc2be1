import { systemActor } from '../../../platform/db/actor.ts'
import { handle } from '../../../platform/jobs/handle.ts'
import { publicLink } from '../../../platform/mail/public-link.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notificationMail } from '../../../platform/mail/templates/notification.ts'
import type { Services } from '../../../platform/services.ts'
import { findNotification, listMailRecipients } from '../queries.ts'
import { mailNotificationJob } from './mail-notification-job.ts'

const batchSize = 100

/** Mails of a batch, the next batch and the end of this one commit together: nobody gets the same mail twice. */
export const mailNotification = (services: Services) =>
  handle(mailNotificationJob, async ({ notificationId, afterPersonId }, context) => {
    await services.database.transact(systemActor, async (tx) => {
      const notification = await findNotification(tx, notificationId)
      const recipients = notification
        ? await listMailRecipients(tx, notification, afterPersonId, batchSize)
        : []
      for (const recipient of recipients) {
        const data = {
          title: notification?.title ?? '',
          text: notification?.message ?? '',
          link: publicLink(services.publicUrl, notification?.link ?? '/dashboard'),
        }
        await queueMail(services, tx, { to: recipient, template: notificationMail, data })
      }
      const last = recipients.length === batchSize ? recipients.at(-1) : undefined
      if (last)
        await services.jobs.enqueue(tx, mailNotificationJob, { notificationId, afterPersonId: last.id })
      await context.completeWithin(tx)
    })
  })
