import type { WebhookEventType } from '@exempta/contract/api/webhooks'
import { z } from 'zod'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { Services } from '../../../platform/services.ts'
import {
  type CoverageChange,
  insertCoverageEvents,
  insertEvents,
  insertRequestEvent,
} from './queries/webhooks.ts'

/** Sends what is due to one endpoint. If several jobs of a webhook wait, the first does the work of all. */
export const deliverWebhookJob = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ webhookId: z.uuid() }),
  expireSeconds: 300,
  concurrency: 4,
})

/**
 * Records share events for the webhooks of the businesses concerned, in the transaction of the change; they
 * are sent after it commits. Call it while the share rows are locked and still exist.
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

/** The same for shares whose answer in some states has changed. */
export async function recordCoverageEvents(
  { clock, jobs }: Services,
  tx: Transaction,
  changes: readonly CoverageChange[],
): Promise<void> {
  if (changes.length === 0) return
  for (const webhookId of await insertCoverageEvents(tx, changes, clock.now())) {
    await jobs.enqueue(tx, deliverWebhookJob, { webhookId })
  }
}

/** The same for a request that a customer answered. */
export async function recordRequestEvent(
  { clock, jobs }: Services,
  tx: Transaction,
  answered: { requestId: string; shareId: string },
): Promise<void> {
  for (const webhookId of await insertRequestEvent(tx, answered, clock.now())) {
    await jobs.enqueue(tx, deliverWebhookJob, { webhookId })
  }
}
