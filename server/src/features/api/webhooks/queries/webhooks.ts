import type { WebhookEventType, WebhookInput } from '@exempta/contract/api/webhooks'
import type { Verdict } from '@exempta/contract/verdict'
import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import type { Row } from '../../../../platform/db/schema.ts'

export type WebhookRow = Row<'webhooks'>

export const listWebhooksOf = (tx: Transaction, businessId: string): Promise<WebhookRow[]> =>
  tx
    .selectFrom('webhooks')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findWebhook = (
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<WebhookRow | undefined> =>
  tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst()

/** Locks the business's webhooks against creation, change and removal until this transaction ends. */
export async function lockWebhooksOf(tx: Transaction, businessId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${businessId}`}, 0))`.execute(tx)
}

export async function insertWebhook(
  tx: Transaction,
  { id, businessId, ...input }: WebhookInput & { id: string; businessId: string },
  now: Date,
): Promise<WebhookRow> {
  return tx
    .insertInto('webhooks')
    .values({ id, business_id: businessId, ...input, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type WebhookChange = Partial<
  Pick<
    WebhookRow,
    | 'url'
    | 'description'
    | 'events'
    | 'is_active'
    | 'failing_since'
    | 'disabled_at'
    | 'old_secret_until'
    | 'version'
  >
>

export const updateWebhookRow = (
  tx: Transaction,
  id: string,
  change: WebhookChange,
  now: Date,
): Promise<WebhookRow> =>
  tx
    .updateTable('webhooks')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteWebhook(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Webhooks need API access: without it none can be created and nothing is sent. */
export async function hasApiAccess(tx: Transaction, businessId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('api_access as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .select('a.business_id')
    .where('a.business_id', '=', businessId)
    .where('a.state', '=', 'approved')
    .where('b.status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}

export const listManagerIds = async (tx: Transaction, businessId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('business_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.user_id')
    .where('m.business_id', '=', businessId)
    .where('m.role', '=', 'manager')
    .where('m.status', '=', 'active')
    .where('u.status', '=', 'active')
    .orderBy('m.user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Returns the webhooks that have something to send because of these events. */
export async function insertEvents(
  tx: Transaction,
  type: WebhookEventType,
  shareIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from record_webhook_events(${type}, ${[...shareIds]}::uuid[], ${now}::timestamptz) id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** The same for a request that was answered with this share. Needs the rights of the system. */
export async function insertRequestEvent(
  tx: Transaction,
  { requestId, shareId }: { requestId: string; shareId: string },
  now: Date,
): Promise<string[]> {
  const webhooks = await insertEvents(tx, 'request.received', [shareId], now)
  await sql`
    update webhook_events set data = data || jsonb_build_object('requestId', ${requestId}::uuid)
    where share_id = ${shareId} and type = 'request.received' and not data ? 'requestId'`.execute(tx)
  return webhooks
}

export interface CoverageChange {
  shareId: string
  state: string
  verdict: Verdict
}

export async function insertCoverageEvents(
  tx: Transaction,
  changes: readonly CoverageChange[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from record_coverage_events(${JSON.stringify(changes)}::jsonb, ${now}::timestamptz) id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export const listWithOldSecretsBefore = (tx: Transaction, before: Date, limit: number) =>
  tx
    .selectFrom('webhooks')
    .select('id')
    .where('old_secret_until', '<', before)
    .limit(limit)
    .forUpdate()
    .execute()
