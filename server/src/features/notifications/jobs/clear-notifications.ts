import { z } from 'zod'
import { systemActor } from '../../../platform/db/actor.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteNotificationsBefore } from '../queries.ts'

const batchSize = 500
const dayMs = 24 * 60 * 60_000

const clearNotificationsJob = defineJob({
  name: 'clear-notifications',
  payload: z.object({}),
  singleton: 'both',
  cron: '37 2 * * *',
})

type NotificationServices = Pick<Services, 'clock' | 'database' | 'settings'>

/** Old notifications go for everybody, with the notes of who has read them. */
export const clearNotifications = (services: NotificationServices): JobHandler =>
  handle(clearNotificationsJob, async () => {
    const { clock, database, settings } = services
    const keptMs = settings.get('retention.notificationDays') * dayMs
    const before = new Date(clock.now().getTime() - keptMs)
    const clear = () =>
      database.transact(systemActor, (tx) => deleteNotificationsBefore(tx, before, batchSize))
    while ((await clear()) === batchSize);
  })
