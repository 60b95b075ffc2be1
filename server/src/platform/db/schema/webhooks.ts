import type {
  WebhookDeliveryState,
  WebhookEvent,
  WebhookEventType,
  WebhookFailure,
} from '@exempta/contract/api/webhooks'
import type { Generated } from 'kysely'
import type { FixedColumn, JsonColumn } from './columns.ts'

export interface WebhooksTable {
  id: FixedColumn<string>
  business_id: FixedColumn<string>
  url: string
  description: string
  events: WebhookEventType[]
  is_active: Generated<boolean>
  failing_since: Date | null
  disabled_at: Date | null
  old_secret_until: Date | null
  leased_until: Date | null
  version: Generated<number>
  created_at: FixedColumn<Date>
  updated_at: Date
}

export interface WebhookEventsTable {
  id: Generated<string>
  business_id: FixedColumn<string>
  type: FixedColumn<WebhookEventType>
  share_id: FixedColumn<string>
  document_id: FixedColumn<string>
  data: JsonColumn<WebhookEvent['data']>
  created_at: FixedColumn<Date>
}

export interface WebhookDeliveriesTable {
  id: Generated<string>
  seq: Generated<number>
  webhook_id: FixedColumn<string>
  event_id: FixedColumn<string>
  business_id: FixedColumn<string>
  share_id: FixedColumn<string>
  type: FixedColumn<WebhookEventType>
  status: Generated<WebhookDeliveryState>
  is_redelivery: Generated<boolean>
  attempts: Generated<number>
  first_tried_at: Date | null
  next_try_at: Date
  delivered_at: Date | null
  last_status_code: number | null
  last_failure: WebhookFailure | null
  created_at: FixedColumn<Date>
}

export interface WebhookAttemptsTable {
  delivery_id: FixedColumn<string>
  number: FixedColumn<number>
  at: FixedColumn<Date>
  status_code: FixedColumn<number | null>
  failure: FixedColumn<WebhookFailure | null>
  duration_ms: FixedColumn<number>
  answer: FixedColumn<string | null>
}

export interface WebhooksSchema {
  webhooks: WebhooksTable
  webhook_events: WebhookEventsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
}
