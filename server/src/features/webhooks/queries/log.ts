/** The log of a webhook, as people and programs of its business read it. */
import type { WebhookDeliveryState, WebhookEvent, WebhookEventType } from '@exempta/contract/webhooks'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { WebhookDeliveriesTable } from '../../../platform/db/schema/webhooks.ts'

export type DeliveryRow = Selectable<WebhookDeliveriesTable>

export interface LogFilter {
  status?: WebhookDeliveryState | undefined
  type?: WebhookEventType | undefined
  receivedId?: string | undefined
}

export function deliveryPage(
  tx: Transaction,
  webhookId: string,
  { status, type, receivedId }: LogFilter,
  beforeSeq: number | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  return tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as WebhookDeliveryState))
    .$if(type !== undefined, (query) => query.where('type', '=', type as WebhookEventType))
    .$if(receivedId !== undefined, (query) => query.where('share_id', '=', receivedId as string))
    .$if(beforeSeq !== undefined, (query) => query.where('seq', '<', beforeSeq as number))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export const findDelivery = (
  tx: Transaction,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> =>
  tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()

export const listAttempts = (tx: Transaction, deliveryId: string) =>
  tx
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .execute()

/** The body that is sent, the same in every try. */
export async function findEvent(tx: Transaction, id: string): Promise<WebhookEvent> {
  const { type, created_at, data } = await tx
    .selectFrom('webhook_events')
    .select(['type', 'created_at', 'data'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, type, createdAt: created_at.toISOString(), data }
}

/** Behind everything that waits for the same document. */
export const insertRedelivery = (tx: Transaction, of: DeliveryRow, now: Date): Promise<DeliveryRow> =>
  tx
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: of.webhook_id,
      event_id: of.event_id,
      business_id: of.business_id,
      share_id: of.share_id,
      type: of.type,
      is_redelivery: true,
      next_try_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
