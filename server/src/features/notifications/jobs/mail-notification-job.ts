import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'

/** Before every person's. */
export const lowestId = '00000000-0000-0000-0000-000000000000'

/** One batch of recipients; it sends the job of the next batch itself. */
export const mailNotificationJob = defineJob({
  name: 'mail-notification',
  payload: z.object({ notificationId: z.uuid(), afterPersonId: z.uuid() }),
})
