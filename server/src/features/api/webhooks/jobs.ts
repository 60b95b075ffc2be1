import { z } from 'zod'
import { systemActor } from '../../../platform/db/actor.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { limits } from '../limits.ts'
import { deliverWebhook } from './deliver.ts'
import { deleteEventsBefore, listOverdueWebhooks } from './queries/deliveries.ts'
import { listWithOldSecretsBefore, updateWebhookRow } from './queries/webhooks.ts'
import { deliverWebhookJob } from './record-events.ts'
import { forgetOldSecret } from './webhook-secrets.ts'

const batchSize = 100

/** Keeps the log for a month, and an old secret only while it still signs. */
export async function clearWebhooks(services: Services): Promise<void> {
  const { clock, database } = services
  const now = clock.now()
  const keptSince = new Date(now.getTime() - limits.webhookLogKeptMs)
  await inBatches(batchSize, (size) =>
    database.transact(systemActor, (tx) => deleteEventsBefore(tx, keptSince, size)),
  )
  await inBatches(batchSize, (size) =>
    database.transact(systemActor, async (tx) => {
      const webhooks = await listWithOldSecretsBefore(tx, now, size)
      for (const { id } of webhooks) {
        await forgetOldSecret(services, tx, id)
        await updateWebhookRow(tx, id, { old_secret_until: null }, now)
      }
      return webhooks.length
    }),
  )
}

const wakeBatch = 500

/** Runs every minute: queues retries that are due and deliveries that a dead worker left behind. */
export async function wakeWebhooks({ clock, database, jobs }: Services): Promise<void> {
  const behind = await database.transact(systemActor, (tx) => listOverdueWebhooks(tx, clock.now(), wakeBatch))
  for (const webhookId of behind) {
    if (await jobs.isUnderWay(deliverWebhookJob, { webhookId })) continue
    await database.transact(systemActor, (tx) => jobs.enqueue(tx, deliverWebhookJob, { webhookId }))
  }
}

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
