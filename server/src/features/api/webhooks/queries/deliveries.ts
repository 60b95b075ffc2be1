import type {
  CustomerWebhookEvent,
  WebhookDeliveryState,
  WebhookEvent,
  WebhookEventType,
  WebhookFailure,
} from '@exempta/contract/api/webhooks'
import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import type { Row } from '../../../../platform/db/schema.ts'
import type { WebhookRow } from './webhooks.ts'

/** The log of a webhook, as people and API keys of its business read it. */

export type DeliveryRow = Row<'webhook_deliveries'>

export type LoggedDelivery = DeliveryRow & {
  /** Null if the document is no longer shared with the business. */
  document_name: string | null
  /** Another event about the same document has to be delivered first. */
  is_behind: boolean
}

const loggedDeliveries = (tx: Transaction) =>
  tx
    .selectFrom('webhook_deliveries as d')
    .selectAll('d')
    .select([
      sql<string | null>`(
        select f.name from document_shares s join documents f on f.id = s.document_id
        where s.id = d.share_id and s.business_id = d.business_id and s.status <> 'revoked')`.as(
        'document_name',
      ),
      sql<boolean>`d.status = 'pending' and exists (
        select from webhook_deliveries e
        where e.webhook_id = d.webhook_id and e.share_id = d.share_id and e.status = 'pending'
          and e.seq < d.seq) or d.status = 'pending' and exists (
        select from webhook_deliveries e
        where e.webhook_id = d.webhook_id and e.customer_id = d.customer_id and e.status = 'pending'
          and e.seq < d.seq)`.as('is_behind'),
    ])

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
): Promise<LoggedDelivery[]> {
  return loggedDeliveries(tx)
    .where('d.webhook_id', '=', webhookId)
    .$if(status !== undefined, (query) => query.where('d.status', '=', status as WebhookDeliveryState))
    .$if(type !== undefined, (query) => query.where('d.type', '=', type as WebhookEventType))
    .$if(receivedId !== undefined, (query) => query.where('d.share_id', '=', receivedId as string))
    .$if(beforeSeq !== undefined, (query) => query.where('d.seq', '<', beforeSeq as number))
    .orderBy('d.seq', 'desc')
    .limit(limit)
    .execute()
}

export const findDelivery = (
  tx: Transaction,
  webhookId: string,
  id: string,
): Promise<LoggedDelivery | undefined> =>
  loggedDeliveries(tx).where('d.id', '=', id).where('d.webhook_id', '=', webhookId).executeTakeFirst()

export const listAttempts = (tx: Transaction, deliveryId: string) =>
  tx
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .execute()

/** The body to send, which is the same for every attempt. */
export async function findEvent(tx: Transaction, id: string): Promise<WebhookEvent | CustomerWebhookEvent> {
  const { type, created_at, data } = await tx
    .selectFrom('webhook_events')
    .select(['type', 'created_at', 'data'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // The type says which data it has.
  return { id, type, createdAt: created_at.toISOString(), data } as WebhookEvent | CustomerWebhookEvent
}

/** Queues the delivery behind everything that waits for the same document. */
export const insertRedelivery = (tx: Transaction, of: DeliveryRow, now: Date): Promise<{ id: string }> =>
  tx
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: of.webhook_id,
      event_id: of.event_id,
      business_id: of.business_id,
      share_id: of.share_id,
      customer_id: of.customer_id,
      type: of.type,
      is_redelivery: true,
      next_try_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** What the jobs need: which deliveries are due and how their attempts ended. */

/** Leases the webhook to one worker; undefined while another holds it. */
export const leaseWebhook = (
  tx: Transaction,
  id: string,
  now: Date,
  until: Date,
): Promise<WebhookRow | undefined> =>
  tx
    .updateTable('webhooks')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()

/** Returns undefined if the lease expired and another worker took it. */
export const renewLease = (
  tx: Transaction,
  id: string,
  heldUntil: Date,
  until: Date,
): Promise<WebhookRow | undefined> =>
  tx
    .updateTable('webhooks')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('leased_until', '=', heldUntil)
    .returningAll()
    .executeTakeFirst()

export async function endLease(tx: Transaction, id: string, heldUntil: Date): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ leased_until: null })
    .where('id', '=', id)
    .where('leased_until', '=', heldUntil)
    .execute()
}

/** The first waiting delivery of each document and customer, if it is due. */
export const listDue = (
  tx: Transaction,
  webhookId: string,
  now: Date,
  limit: number,
): Promise<DeliveryRow[]> =>
  tx
    .selectFrom('webhook_deliveries as d')
    .selectAll('d')
    .where('d.webhook_id', '=', webhookId)
    .where('d.status', '=', 'pending')
    .where('d.next_try_at', '<=', now)
    .where(({ and, not, exists, selectFrom }) => {
      const earlier = (about: 'share_id' | 'customer_id') =>
        exists(
          selectFrom('webhook_deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.webhook_id', '=', 'd.webhook_id')
            .whereRef(`earlier.${about}`, '=', `d.${about}`)
            .where('earlier.status', '=', 'pending')
            .whereRef('earlier.seq', '<', 'd.seq'),
        )
      return and([not(earlier('share_id')), not(earlier('customer_id'))])
    })
    .orderBy('d.seq')
    .limit(limit)
    .execute()

/** Webhooks with overdue deliveries. */
export async function listOverdueWebhooks(tx: Transaction, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct w.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.status = 'pending' and d.next_try_at <= ${now}
      and (w.leased_until is null or w.leased_until <= ${now})
    limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface Attempt {
  at: Date
  statusCode: number | null
  failure: WebhookFailure | null
  durationMs: number
  answer: string | null
}

export type Outcome =
  | { status: 'delivered'; at: Date }
  | { status: 'pending'; nextTryAt: Date }
  | { status: 'dead' }

/** Ignores a delivery that was settled meanwhile. */
export async function recordAttempt(
  tx: Transaction,
  { id, attempts }: DeliveryRow,
  attempt: Attempt,
  outcome: Outcome,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      status: outcome.status,
      attempts: attempts + 1,
      first_tried_at: eb.fn.coalesce('first_tried_at', eb.val(attempt.at)),
      last_status_code: attempt.statusCode,
      last_failure: attempt.failure,
      ...(outcome.status === 'delivered' && { delivered_at: outcome.at }),
      ...(outcome.status === 'pending' && { next_try_at: outcome.nextTryAt }),
    }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) return
  await tx
    .insertInto('webhook_attempts')
    .values({
      delivery_id: id,
      number: attempts + 1,
      at: attempt.at,
      status_code: attempt.statusCode,
      failure: attempt.failure,
      duration_ms: attempt.durationMs,
      answer: attempt.answer,
    })
    .execute()
}

/** Records since when the webhook has been failing, or null if it works. */
export async function noteHealth(tx: Transaction, id: string, failingSince: Date | null): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set((eb) => ({
      failing_since: failingSince && eb.fn.coalesce('failing_since', eb.val(failingSince)),
    }))
    .where('id', '=', id)
    .execute()
}

/** For a webhook that was turned off or may no longer be used. */
export async function giveUpWaiting(tx: Transaction, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'dead', last_failure: 'turned-off' })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute()
}

/** Deletes events with their deliveries, except those that are still waiting. */
export async function deleteEventsBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_events where id in (
      select e.id from webhook_events e
      where e.created_at < ${before} and not exists (
        select from webhook_deliveries d where d.event_id = e.id and d.status = 'pending')
      limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
