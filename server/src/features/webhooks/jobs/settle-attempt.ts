import { limits } from '@exempta/contract/limits'
import { systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import type { DeliveryRow } from '../queries/log.ts'
import { type Attempt, giveUpWaiting, noteHealth, type Outcome, recordAttempt } from '../queries/sending.ts'
import { findWebhook, listManagerIds, updateWebhook, type WebhookRow } from '../queries/webhooks.ts'
import { recordWebhookAct } from '../record-webhook-act.ts'

export async function settleAttempt(
  services: Services,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  attempt: Attempt,
): Promise<void> {
  const outcome = outcomeOf(delivery, attempt, services.clock.now())
  await services.database.transact(systemActor, async (tx) => {
    // The webhook first, then its deliveries: whoever turns it off takes them in that order, too.
    await noteHealth(tx, webhook.id, attempt.failure === null ? null : attempt.at)
    await recordAttempt(tx, delivery, attempt, outcome)
    if (outcome.status === 'dead') await turnOffFailing(services, tx, webhook)
  })
}

/** Waits double from try to try, up to two hours; a day after the first try it is given up. */
function outcomeOf(
  { attempts, first_tried_at }: Pick<DeliveryRow, 'attempts' | 'first_tried_at'>,
  { at, failure }: Pick<Attempt, 'at' | 'failure'>,
  now: Date,
): Outcome {
  if (failure === null) return { status: 'delivered', at: now }
  const firstTriedAt = first_tried_at ?? at
  const waitMs = Math.min(limits.webhookRetryMs * 2 ** attempts, limits.webhookRetryMaxMs)
  const nextTryAt = new Date(now.getTime() + waitMs)
  const isOver = nextTryAt.getTime() > firstTriedAt.getTime() + limits.webhookRetriedMs
  return isOver ? { status: 'dead' } : { status: 'pending', nextTryAt }
}

/** A receiver that answered nothing for days is not there any more: its managers are told, and it is left alone. */
async function turnOffFailing(services: Services, tx: Transaction, { id, business_id }: WebhookRow) {
  const at = services.clock.now()
  const webhook = await findWebhook(tx, business_id, id)
  if (!webhook?.is_active || !webhook.failing_since) return
  if (at.getTime() - webhook.failing_since.getTime() < limits.webhookFailingMs) return
  const change = { is_active: false, disabled_at: at, version: webhook.version + 1 }
  await updateWebhook(tx, id, change, at)
  await giveUpWaiting(tx, id)
  await recordWebhookAct(tx, systemCall, 'disable', webhook, at)
  for (const personId of await listManagerIds(tx, business_id)) {
    await notify(services, tx, {
      audience: { kind: 'person', id: personId },
      type: 'other',
      title: 'A webhook was turned off',
      message: `${new URL(webhook.url).host} has not accepted an event for days. Turn the webhook on again when it can.`,
      link: '/business/webhooks',
      alsoByMail: true,
    })
  }
}
