import type { Call } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { manageWebhooks, requireWebhook } from './manage-webhooks.ts'
import { deleteWebhook } from './queries/webhooks.ts'
import { recordWebhookAct } from './record-webhook-act.ts'

/** Its secret and its log go with it. */
export function removeWebhook(services: Services, call: Call, id: string): Promise<void> {
  return manageWebhooks(services, call, async (tx, businessId) => {
    const webhook = await requireWebhook(tx, businessId, id)
    await deleteWebhook(tx, id)
    await recordWebhookAct(tx, call, 'remove', webhook, services.clock.now())
  })
}
