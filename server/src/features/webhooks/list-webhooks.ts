import type { Webhook } from '@exempta/contract/webhooks'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { asWebhook } from './as-webhook.ts'
import { requireWebhook } from './manage-webhooks.ts'
import { listWebhooksOf } from './queries/webhooks.ts'

export async function listWebhooks({ database }: Services, call: Call): Promise<{ items: Webhook[] }> {
  const member = memberOf(call)
  const rows = await database.transact(
    member,
    async (tx) => listWebhooksOf(tx, (await requireManager(tx, member)).businessId),
    { readOnly: true },
  )
  return { items: rows.map(asWebhook) }
}

export async function getWebhook({ database }: Services, call: Call, id: string): Promise<Webhook> {
  const member = memberOf(call)
  const row = await database.transact(
    member,
    async (tx) => requireWebhook(tx, (await requireManager(tx, member)).businessId, id),
    { readOnly: true },
  )
  return asWebhook(row)
}
