import type { WebhookEvent, WebhookEventType, WebhookFailure } from '@exempta/contract/api/webhooks'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    webhooks: { events: WebhookEventType[] }
    webhook_events: { type: WebhookEventType; data: WebhookEvent['data'] }
    webhook_deliveries: { type: WebhookEventType; last_failure: WebhookFailure }
    webhook_attempts: { failure: WebhookFailure }
  }
}
