import { dayMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { notificationEmail } from './emails.ts'
import { emailNotificationJob } from './notify.ts'
import { deleteNotificationsBefore, findNotification, listEmailRecipients } from './queries.ts'

const batchSize = 500

const clearNotificationsJob = defineJob({
  name: 'clear-notifications',
  payload: z.object({}),
  singleton: 'both',
  cron: '37 2 * * *',
})

type NotificationServices = Pick<Services, 'clock' | 'database' | 'settings'>

/** Deletes old notifications for everyone, together with their read marks. */
export async function clearNotifications(services: NotificationServices): Promise<void> {
  const { clock, database, settings } = services
  const keptMs = settings.get('retention.notificationDays') * dayMs
  const before = new Date(clock.now().getTime() - keptMs)
  await inBatches(batchSize, (size) =>
    database.transact(systemActor, (tx) => deleteNotificationsBefore(tx, before, size)),
  )
}

const emailBatch = 100

/**
 * The emails of a batch, the next batch and the end of this job commit together, so that nobody gets an email
 * twice.
 */
export const emailNotification = (services: Services) =>
  handle(emailNotificationJob, async ({ notificationId, afterPersonId }, context) => {
    await services.database.transact(systemActor, async (tx) => {
      const notification = await findNotification(tx, notificationId)
      const recipients = notification
        ? await listEmailRecipients(tx, notification, afterPersonId, emailBatch)
        : []
      for (const recipient of recipients) {
        const data = {
          title: notification?.title ?? '',
          text: notification?.message ?? '',
          link: publicLink(services.publicUrl, notification?.link ?? '/dashboard'),
        }
        await queueEmail(services, tx, { to: recipient, template: notificationEmail, data })
      }
      const last = recipients.length === emailBatch ? recipients.at(-1) : undefined
      if (last)
        await services.jobs.enqueue(tx, emailNotificationJob, { notificationId, afterPersonId: last.id })
      await context.completeWithin(tx)
    })
  })

export const notificationJobHandlers = (services: Services): JobHandler[] => [
  emailNotification(services),
  handle(clearNotificationsJob, () => clearNotifications(services)),
]
