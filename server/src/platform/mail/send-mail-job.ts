import { z } from 'zod'
import { defineJob } from '../jobs/define-job.ts'

/** About a day and a half of tries before a mail counts as failed. */
export const sendMailJob = defineJob({
  name: 'send-mail',
  payload: z.object({ mailId: z.uuid() }),
  retry: { limit: 40, delaySeconds: 10, maxDelaySeconds: 3600 },
  expireSeconds: 120,
  concurrency: 2,
})
