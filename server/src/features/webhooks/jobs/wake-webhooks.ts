import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { listBehind } from '../queries/sending.ts'
import { deliverWebhookJob } from './deliver-webhook-job.ts'

const batchSize = 500

/** Every minute: tries that came due, and what a worker that died left behind. */
export async function wakeWebhooks({ clock, database, jobs }: Services): Promise<void> {
  const behind = await database.transact(systemActor, (tx) => listBehind(tx, clock.now(), batchSize))
  for (const webhookId of behind) {
    if (await jobs.isUnderWay(deliverWebhookJob, { webhookId })) continue
    await database.transact(systemActor, (tx) => jobs.enqueue(tx, deliverWebhookJob, { webhookId }))
  }
}
