import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { clearWebhooks } from './clear-webhooks.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { deliverWebhookJob } from './deliver-webhook-job.ts'
import { wakeWebhooks } from './wake-webhooks.ts'

const wakeWebhooksJob = defineJob({
  name: 'wake-webhooks',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

const clearWebhooksJob = defineJob({
  name: 'clear-webhooks',
  payload: z.object({}),
  singleton: 'both',
  cron: '29 * * * *',
})

export const webhookJobHandlers = (services: Services): JobHandler[] => [
  handle(deliverWebhookJob, ({ webhookId }, { signal }) => deliverWebhook(services, webhookId, signal)),
  handle(wakeWebhooksJob, () => wakeWebhooks(services)),
  handle(clearWebhooksJob, () => clearWebhooks(services)),
]
