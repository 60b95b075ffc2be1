import { limits } from '@exempta/contract/limits'
import type { Webhook, WebhookInput } from '@exempta/contract/webhooks'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { asWebhook } from './as-webhook.ts'
import { manageWebhooks, refuseUnreachable, requireApiAccess } from './manage-webhooks.ts'
import { insertWebhook, listWebhooksOf } from './queries/webhooks.ts'
import { recordWebhookAct } from './record-webhook-act.ts'
import { issueSecret } from './webhook-secrets.ts'

export function createWebhook(
  services: Services,
  call: Call,
  input: WebhookInput,
): Promise<Webhook & { secret: string }> {
  const at = services.clock.now()
  return manageWebhooks(services, call, async (tx, businessId) => {
    await requireApiAccess(tx, businessId)
    refuseUnreachable(services, input.url)
    if ((await listWebhooksOf(tx, businessId)).length >= limits.webhooks) {
      throw new AppError('conflict', { text: `A business can have ${limits.webhooks} webhooks at most.` })
    }
    const webhook = await insertWebhook(tx, { ...input, businessId, id: timeOrderedId(at) }, at)
    const secret = await issueSecret(services, tx, webhook.id)
    await recordWebhookAct(tx, call, 'create', webhook, at)
    return { ...asWebhook(webhook), secret }
  })
}
