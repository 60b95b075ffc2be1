import type { PageQuery } from '@exempta/contract/paging'
import type { WebhookDelivery } from '@exempta/contract/webhooks'
import { z } from 'zod'
import { type Call, memberOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { asDelivery } from './as-webhook.ts'
import { requireWebhook } from './manage-webhooks.ts'
import { deliveryPage, type LogFilter } from './queries/log.ts'

const newestFirst = defineKeyset('webhook deliveries', z.tuple([z.int().min(0)]))

export async function listDeliveries(
  { database }: Services,
  call: Call,
  { id, cursor, limit, ...filter }: PageQuery & LogFilter & { id: string },
): Promise<{ items: WebhookDelivery[]; nextCursor: string | null }> {
  const member = memberOf(call)
  const [beforeSeq] = newestFirst.read(cursor) ?? []
  const rows = await database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireManager(tx, member)
      await requireWebhook(tx, businessId, id)
      return deliveryPage(tx, id, filter, beforeSeq, limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = newestFirst.page(rows, limit, ({ seq }) => [seq])
  return { items: items.map(asDelivery), nextCursor }
}
