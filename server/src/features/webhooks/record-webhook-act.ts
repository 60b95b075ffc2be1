import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { WebhookRow } from './queries/webhooks.ts'

/** Called last, since it locks a stream: open pages of other managers show it at once. */
export async function recordWebhookAct(
  tx: Transaction,
  call: Call,
  act: 'create' | 'update' | 'remove' | 'rotate-secret' | 'redeliver' | 'disable',
  { id, business_id }: Pick<WebhookRow, 'id' | 'business_id'>,
  at: Date,
): Promise<void> {
  await recordAudit(tx, call, {
    at,
    action: `webhook.${act}`,
    target: { kind: 'webhook', id },
    details: { business: business_id },
  })
  await publish(tx, `business:${business_id}`, 'changed', { topic: 'business', ids: [id] })
}
