import type { getWebhookDelivery as contract, WebhookDelivery } from '@exempta/contract/api/webhooks'
import type { PageQuery } from '@exempta/contract/paging'
import type { RouteReturn } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { Services } from '../../../platform/services.ts'
import { requireManager } from '../../businesses/index.ts'
import {
  deliveryPage,
  findDelivery,
  findEvent,
  insertRedelivery,
  type LogFilter,
  listAttempts,
} from './queries/deliveries.ts'
import { deliverWebhookJob } from './record-events.ts'
import { asDelivery, manageWebhooks, recordWebhookAct, requireApiAccess, requireWebhook } from './webhooks.ts'

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

export function getDelivery(
  { database }: Services,
  call: Call,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<RouteReturn<typeof contract>> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireManager(tx, member)
      await requireWebhook(tx, businessId, id)
      const delivery = await findDelivery(tx, id, deliveryId)
      if (!delivery) throw new AppError('not-found')
      const tries = await listAttempts(tx, deliveryId)
      return {
        ...asDelivery(delivery),
        event: await findEvent(tx, delivery.event_id),
        tries: tries.map((row) => ({
          at: row.at.toISOString(),
          statusCode: row.status_code,
          failure: row.failure,
          durationMs: row.duration_ms,
          answer: row.answer,
        })),
      }
    },
    { readOnly: true },
  )
}

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
      throw new AppError('conflict', { text: 'This webhook is off. Turn it on first.' })
    }
    if (delivery.status === 'pending') {
      throw new AppError('conflict', { text: 'This event hasn’t been delivered yet.' })
    }
    const { id: againId } = await insertRedelivery(tx, delivery, at)
    await services.jobs.enqueue(tx, deliverWebhookJob, { webhookId: id })
    await recordWebhookAct(tx, call, 'redeliver', webhook, at)
    const again = await findDelivery(tx, id, againId)
    if (!again) throw new AppError('not-found')
    return asDelivery(again)
  })
}
