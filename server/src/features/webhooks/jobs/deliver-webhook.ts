import { limits } from '@exempta/contract/limits'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import type { DeliveryRow } from '../queries/log.ts'
import { endLease, giveUpWaiting, leaseWebhook, listDue, renewLease } from '../queries/sending.ts'
import { hasApiAccess, type WebhookRow } from '../queries/webhooks.ts'
import { signingSecrets } from '../webhook-secrets.ts'
import { deliverWebhookJob } from './deliver-webhook-job.ts'
import { sendDelivery } from './send-delivery.ts'

/** So many documents at a time: a receiver is never called more often at once. */
const atOnce = 4
/** Others wait for the same workers: after so many rounds it is somebody else's turn. */
const roundsMost = 10
/** Longer than a round takes; when a worker dies, another goes on after it. */
const leaseMs = 6 * limits.webhookTimeoutMs

interface Round {
  webhook: WebhookRow
  secrets: Buffer[]
  due: DeliveryRow[]
}

/**
 * At least once: a worker that dies between the receiver's answer and our commit sends again, under the same id. In
 * order for each document: the first that waits is sent, and the next only when that is settled.
 */
export async function deliverWebhook(
  services: Services,
  webhookId: string,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database, jobs } = services
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMs)
  let heldUntil = leaseEnd()
  const lease = await database.transact(systemActor, (tx) =>
    leaseWebhook(tx, webhookId, clock.now(), heldUntil),
  )
  if (!lease) return
  try {
    for (let round = 0; round < roundsMost; round++) {
      const until = leaseEnd()
      const found = await nextRound(services, webhookId, heldUntil, until)
      heldUntil = until
      if (!found) return
      const { webhook, secrets, due } = found
      await Promise.all(due.map((delivery) => sendDelivery(services, webhook, secrets, delivery, signal)))
      signal.throwIfAborted()
    }
    await database.transact(systemActor, (tx) => jobs.enqueue(tx, deliverWebhookJob, { webhookId }))
  } finally {
    await database.transact(systemActor, (tx) => endLease(tx, webhookId, heldUntil))
  }
}

/** Undefined when nothing is due, or the lease was lost. */
function nextRound(
  services: Services,
  webhookId: string,
  heldUntil: Date,
  until: Date,
): Promise<Round | undefined> {
  const { clock, database } = services
  return database.transact(systemActor, async (tx) => {
    const webhook = await renewLease(tx, webhookId, heldUntil, until)
    if (!webhook) return undefined
    if (!webhook.is_active || !(await hasApiAccess(tx, webhook.business_id))) {
      await giveUpWaiting(tx, webhookId)
      return undefined
    }
    const due = await listDue(tx, webhookId, clock.now(), atOnce)
    if (due.length === 0) return undefined
    return { webhook, due, secrets: await signingSecrets(services, tx, webhook) }
  })
}
