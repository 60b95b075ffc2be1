import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { sendReminders } from './reminders.ts'

// A day's reminders are due once, but it looks every hour, so that an outage delays them by an hour at most.
const sendRemindersJob = defineJob({
  name: 'send-reminders',
  payload: z.object({}),
  singleton: 'both',
  cron: '5 * * * *',
})

export const certificateJobHandlers = (services: Services): JobHandler[] => [
  handle(sendRemindersJob, () => sendReminders(services)),
]
