import { limits } from '@exempta/contract/limits'
import type { Webhook } from '@exempta/contract/webhooks'
import type { Call } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asWebhook } from './as-webhook.ts'
import { manageWebhooks, requireApiAccess, requireWebhook } from './manage-webhooks.ts'
import { updateWebhook } from './queries/webhooks.ts'
import { recordWebhookAct } from './record-webhook-act.ts'
import { issueSecret } from './webhook-secrets.ts'

/** The receiver has a day to learn the new one: until then both sign. */
export function rotateSecret(
  services: Services,
  call: Call,
  id: string,
): Promise<Webhook & { secret: string }> {
  const at = services.clock.now()
  return manageWebhooks(services, call, async (tx, businessId) => {
    await requireWebhook(tx, businessId, id)
    await requireApiAccess(tx, businessId)
    const secret = await issueSecret(services, tx, id)
    const old_secret_until = new Date(at.getTime() + limits.webhookOldSecretMs)
    const webhook = await updateWebhook(tx, id, { old_secret_until }, at)
    await recordWebhookAct(tx, call, 'rotate-secret', webhook, at)
    return { ...asWebhook(webhook), secret }
  })
}
