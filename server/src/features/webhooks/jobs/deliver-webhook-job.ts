import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'

/** Sends what is due to one receiver. Many of one webhook may wait: the first does the work of all. */
export const deliverWebhookJob = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ webhookId: z.uuid() }),
  expireSeconds: 300,
  concurrency: 4,
})
