import type { WebhookEventType } from '@exempta/contract/webhooks'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { deliverWebhookJob } from './jobs/deliver-webhook-job.ts'
import { insertEvents } from './queries/webhooks.ts'

/**
 * What happened to shares, for the webhooks of the businesses they are with: written in the transaction in which it
 * happens, sent after it commits. Call it while the rows of the shares are locked and still there.
 */
export async function recordWebhookEvents(
  { clock, jobs }: Services,
  tx: Transaction,
  type: WebhookEventType,
  shares: readonly { id: string; business_id: string | null }[],
): Promise<void> {
  const ids = shares.filter(({ business_id }) => business_id !== null).map(({ id }) => id)
  if (ids.length === 0) return
  for (const webhookId of await insertEvents(tx, type, ids, clock.now())) {
    await jobs.enqueue(tx, deliverWebhookJob, { webhookId })
  }
}
