import type { RequestStatus } from '@exempta/contract/requests'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/like.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'

export type RequestRow = Row<'business_requests'>
export type StoredRequest = Row<'certificate_requests'>
export type RequestPosition = readonly [createdAt: string, id: string]

/** Two calls that write the first link of a business must not make two secrets. */
export async function lockRequestLinks(tx: Transaction, businessId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`request links of ${businessId}`}, 0))`.execute(
    tx,
  )
}

export async function findRequestBusiness(tx: Transaction, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('certificate_requests')
    .select('business_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.business_id
}

export const findBusinessStatus = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('business_names')
    .select(['name', 'verified', 'status'])
    .where('id', '=', businessId)
    .executeTakeFirst()

export async function requestPage(
  tx: Transaction,
  {
    search,
    status,
    campaignId,
    customerId,
  }: {
    search?: string | undefined
    status?: RequestStatus | undefined
    campaignId?: string | undefined
    customerId?: string | undefined
  },
  before: RequestPosition | undefined,
  limit: number,
): Promise<RequestRow[]> {
  const part = search === undefined ? undefined : `${escapeLike(search)}%`
  let page = tx.selectFrom('business_requests').selectAll()
  if (status) page = page.where('status', '=', status)
  if (campaignId) page = page.where('campaign_id', '=', campaignId)
  if (customerId) page = page.where(sql<boolean>`customer_id in (select customer_family(${customerId}))`)
  if (part !== undefined) {
    page = page.where(
      sql<boolean>`(customer_name ilike ${part} or email::text ilike ${part} or customer_ref ilike ${part}
        or customer_name ilike ${`% ${part}`})`,
    )
  }
  if (before) {
    page = page.where(sql<boolean>`(created_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const findRequest = (tx: Transaction, id: string): Promise<RequestRow | undefined> =>
  tx.selectFrom('business_requests').selectAll().where('id', '=', id).executeTakeFirst()

export const findStoredRequest = (tx: Transaction, id: string): Promise<StoredRequest | undefined> =>
  tx.selectFrom('certificate_requests').selectAll().where('id', '=', id).executeTakeFirst()

export const lockRequest = (tx: Transaction, id: string): Promise<StoredRequest | undefined> =>
  tx.selectFrom('certificate_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** In one order for all, so that two calls never wait for each other. */
export const lockRequests = (
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<StoredRequest[]> =>
  tx
    .selectFrom('certificate_requests')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

/** What the business sees of these requests, with the words of the lists they belong to. */
export const writtenRequests = (tx: Transaction, ids: readonly string[]) =>
  tx
    .selectFrom('business_requests as r')
    .leftJoin('campaigns as c', 'c.id', 'r.campaign_id')
    .select(['r.id', 'r.status', 'c.subject'])
    .select((row) => row.fn.coalesce('r.message', 'c.message').as('message'))
    .where('r.id', 'in', [...ids])
    .execute()

/** Returns false if the location has a standing request already. */
export async function insertRequest(tx: Transaction, row: NewRow<'certificate_requests'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('certificate_requests')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Of the last email. */
export const noBounce = { bounced_at: null, bounce: null, auto_answered_at: null } as const

export async function updateRequest(
  tx: Transaction,
  id: string,
  change: RowChange<'certificate_requests'>,
): Promise<void> {
  await tx.updateTable('certificate_requests').set(change).where('id', '=', id).execute()
}

export const findStanding = (tx: Transaction, locationId: string): Promise<RequestRow | undefined> =>
  tx
    .selectFrom('business_requests')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()

/** The first time only. */
export async function noteOpened(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('certificate_requests')
    .set({ opened_at: now, updated_at: now })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countSent(tx: Transaction, businessId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from certificate_requests where business_id = ${businessId} and sent_at > ${since})::integer
      + (select count(*) from certificate_requests where business_id = ${businessId} and reminded_at > ${since})::integer
      as count`.execute(tx)
  return rows[0]?.count ?? 0
}

export const listRefusals = (tx: Transaction, businessId: string, addressHash: Buffer) =>
  tx
    .selectFrom('request_refusals')
    .select('kind')
    .where('business_id', '=', businessId)
    .where('address_hash', '=', addressHash)
    .execute()

export async function insertRefusal(tx: Transaction, row: NewRow<'request_refusals'>): Promise<void> {
  await tx
    .insertInto('request_refusals')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Of someone who has sent a certificate after all. */
export async function deleteNotExempt(
  tx: Transaction,
  businessId: string,
  addressHash: Buffer,
): Promise<void> {
  await tx
    .deleteFrom('request_refusals')
    .where('business_id', '=', businessId)
    .where('address_hash', '=', addressHash)
    .where('kind', '=', 'not-exempt')
    .execute()
}

/** Returns how many were deleted. Standing requests stay until they are closed. */
export async function deleteRequestsBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from certificate_requests where id in (
      select id from certificate_requests
      where updated_at < ${before} and (kind <> 'standing' or closed_at is not null)
      order by updated_at limit ${limit})
    returning id`.execute(tx)
  return rows.length
}

/** Requests to the person's confirmed address, and those they answered. */
export async function requestsTo(
  tx: Transaction,
  personId: string,
  after: string | undefined,
  limit: number,
) {
  const { rows } = await sql<{ id: string }>`
    select r.id, b.name as business, r.email, r.customer_name as "customerName", r.state, r.message,
      r.sent_at as "sentAt", r.opened_at as "openedAt", r.received_at as "receivedAt",
      r.declined_at as "declinedAt", r.closed_at as "closedAt", r.created_at as "createdAt"
    from certificate_requests r join businesses b on b.id = r.business_id
    where (r.user_id = ${personId} or r.email = (
        select u.email from users u where u.id = ${personId} and u.email_verified_at is not null))
      ${after ? sql`and r.id > ${after}::uuid` : sql``}
    order by r.id limit ${limit}`.execute(tx)
  return rows
}

/** What a business asked stays as a number; who was asked goes. Nothing more is sent to the address. */
export async function forgetRequestsTo(tx: Transaction, personId: string, now: Date): Promise<void> {
  await sql`
    update certificate_requests set email = null, customer_name = null, customer_ref = null, user_id = null,
      closed_at = coalesce(closed_at, ${now}::timestamptz), updated_at = ${now}
    where kind <> 'standing' and (user_id = ${personId} or email = (
      select u.email from users u where u.id = ${personId} and u.email_verified_at is not null))`.execute(tx)
}
