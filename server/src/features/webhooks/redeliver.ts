import type { WebhookDelivery } from '@exempta/contract/webhooks'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asDelivery } from './as-webhook.ts'
import { deliverWebhookJob } from './jobs/deliver-webhook-job.ts'
import { manageWebhooks, requireApiAccess, requireWebhook } from './manage-webhooks.ts'
import { findDelivery, insertRedelivery } from './queries/log.ts'
import { recordWebhookAct } from './record-webhook-act.ts'

export function redeliver(
  services: Services,
  call: Call,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const at = services.clock.now()
  return manageWebhooks(services, call, async (tx, businessId) => {
    const webhook = await requireWebhook(tx, businessId, id)
    const delivery = await findDelivery(tx, id, deliveryId)
    if (!delivery) throw new AppError('not-found')
    await requireApiAccess(tx, businessId)
    if (!webhook.is_active) {
      throw new AppError('conflict', { text: 'This webhook is off. Please turn it on first.' })
    }
    if (delivery.status === 'pending') {
      throw new AppError('conflict', { text: 'This event still waits to be delivered.' })
    }
    const again = await insertRedelivery(tx, delivery, at)
    await services.jobs.enqueue(tx, deliverWebhookJob, { webhookId: id })
    await recordWebhookAct(tx, call, 'redeliver', webhook, at)
    return asDelivery(again)
  })
}
