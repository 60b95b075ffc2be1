import type { Webhook, WebhookDelivery } from '@exempta/contract/webhooks'
import type { DeliveryRow } from './queries/log.ts'
import type { WebhookRow } from './queries/webhooks.ts'

export const asWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  isActive: row.is_active,
  failingSince: row.failing_since?.toISOString() ?? null,
  disabledAt: row.disabled_at?.toISOString() ?? null,
  oldSecretUntil: row.old_secret_until?.toISOString() ?? null,
  version: row.version,
  createdAt: row.created_at.toISOString(),
})

export const asDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  receivedId: row.share_id,
  status: row.status,
  isRedelivery: row.is_redelivery,
  attempts: row.attempts,
  lastStatusCode: row.last_status_code,
  lastFailure: row.last_failure,
  createdAt: row.created_at.toISOString(),
  nextTryAt: row.status === 'pending' ? row.next_try_at.toISOString() : null,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
})
