import type { RouteReturn } from '@exempta/contract/route'
import type { getWebhookDelivery as contract } from '@exempta/contract/webhooks'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { asDelivery } from './as-webhook.ts'
import { requireWebhook } from './manage-webhooks.ts'
import { findDelivery, findEvent, listAttempts } from './queries/log.ts'

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
