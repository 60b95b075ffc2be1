import type { Webhook, WebhookInput } from '@exempta/contract/webhooks'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asWebhook } from './as-webhook.ts'
import { manageWebhooks, refuseUnreachable, requireApiAccess, requireWebhook } from './manage-webhooks.ts'
import { giveUpWaiting } from './queries/sending.ts'
import * as queries from './queries/webhooks.ts'
import { recordWebhookAct } from './record-webhook-act.ts'

type Change = WebhookInput & { id: string; isActive: boolean; version: number }

/** Refused when the webhook is no longer the one that the change was made from. Turned on, it begins anew. */
export function updateWebhook(
  services: Services,
  call: Call,
  { id, isActive, version, ...input }: Change,
): Promise<Webhook> {
  const at = services.clock.now()
  return manageWebhooks(services, call, async (tx, businessId) => {
    const before = await requireWebhook(tx, businessId, id)
    await requireApiAccess(tx, businessId)
    if (before.version !== version) throw new AppError('conflict')
    refuseUnreachable(services, input.url)
    const isTurnedOn = isActive && !before.is_active
    const fresh = isTurnedOn || before.url !== input.url ? { failing_since: null, disabled_at: null } : {}
    const change = { ...input, ...fresh, is_active: isActive, version: version + 1 }
    const after = await queries.updateWebhook(tx, id, change, at)
    if (!isActive) await giveUpWaiting(tx, id)
    await recordWebhookAct(tx, call, 'update', after, at)
    return asWebhook(after)
  })
}
