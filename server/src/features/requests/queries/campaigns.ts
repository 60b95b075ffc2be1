import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'
import type { BadRow, GoodRow } from '../campaigns/check-rows.ts'

export type CampaignRow = Row<'campaigns'>
export type CampaignPosition = readonly [createdAt: string, id: string]

export async function insertCampaign(tx: Transaction, row: NewRow<'campaigns'>): Promise<void> {
  await tx.insertInto('campaigns').values(row).execute()
}

export const findCampaign = (tx: Transaction, id: string): Promise<CampaignRow | undefined> =>
  tx.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst()

export const lockCampaign = (tx: Transaction, id: string): Promise<CampaignRow | undefined> =>
  tx.selectFrom('campaigns').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateCampaign(
  tx: Transaction,
  id: string,
  change: RowChange<'campaigns'>,
): Promise<void> {
  await tx.updateTable('campaigns').set(change).where('id', '=', id).execute()
}

/** Foreign keys delete its requests and problems. */
export async function deleteCampaign(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('campaigns').where('id', '=', id).execute()
}

export async function campaignPage(
  tx: Transaction,
  before: CampaignPosition | undefined,
  limit: number,
): Promise<CampaignRow[]> {
  let page = tx
    .selectFrom('campaigns')
    .selectAll()
    .where(sql<boolean>`business_id = (select exempta_business_id())`)
  if (before) {
    page = page.where(sql<boolean>`(created_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export interface RowOwner {
  businessId: string
  campaignId: string
  createdBy: string | null
  at: Date
}

/** Returns the lines that were taken; the others have an address that the campaign has already. */
export async function insertRows(
  tx: Transaction,
  { businessId, campaignId, createdBy, at }: RowOwner,
  good: readonly (GoodRow & { id: string; customer_id?: string | null })[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: string }>`
    insert into certificate_requests (id, business_id, campaign_id, kind, email, customer_name, customer_ref, state,
      sale_on, due_on, customer_id, created_by, created_at, updated_at)
    select r.id, ${businessId}::uuid, ${campaignId}::uuid, 'email', r.email, r.customer_name, r.customer_ref, r.state,
      r.sale_on, r.due_on, r.customer_id, ${createdBy}::uuid, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(good)}::jsonb) as r (id uuid, email text, customer_name text,
      customer_ref text, state text, sale_on date, due_on date, customer_id uuid)
    on conflict do nothing
    returning id`.execute(tx)
  const taken = new Set(rows.map(({ id }) => id))
  return new Set(good.filter(({ id }) => taken.has(id)).map(({ line }) => line))
}

export async function insertProblems(
  tx: Transaction,
  campaignId: string,
  bad: readonly BadRow[],
): Promise<void> {
  if (bad.length === 0) return
  await sql`
    insert into campaign_problems (campaign_id, line, kind, value)
    select ${campaignId}::uuid, r.line, r.kind, r.value
    from jsonb_to_recordset(${JSON.stringify(bad)}::jsonb) as r (line integer, kind text, value text)
    on conflict do nothing`.execute(tx)
}

/** Which of these addresses must not be emailed, by the hash of each. */
export async function refusedAmong(
  tx: Transaction,
  businessId: string,
  hashes: readonly Buffer[],
): Promise<Map<string, 'not-exempt' | 'no-email'>> {
  const rows = await tx
    .selectFrom('request_refusals')
    .select(['address_hash', 'kind'])
    .where('business_id', '=', businessId)
    .where('address_hash', 'in', [...hashes])
    .execute()
  return new Map(rows.map(({ address_hash, kind }) => [address_hash.toString('hex'), kind]))
}

/** Which of these addresses were asked since then, and have not been told that it's over. */
export async function askedAmong(
  tx: Transaction,
  businessId: string,
  emails: readonly string[],
  since: Date,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('certificate_requests')
    .select(({ fn }) => fn<string>('lower', [sql`email::text`]).as('email'))
    .where('business_id', '=', businessId)
    .where(sql<boolean>`email = any(${emails.map((email) => email.toLowerCase())}::citext[])`)
    .where(sql<boolean>`greatest(sent_at, reminded_at) > ${since}`)
    .execute()
  return new Set(rows.map(({ email }) => email))
}

export async function countProblems(tx: Transaction, campaignId: string) {
  return tx
    .selectFrom('campaign_problems')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaign_id', '=', campaignId)
    .groupBy('kind')
    .orderBy('count', 'desc')
    .orderBy('kind')
    .execute()
}

export const problemPage = (tx: Transaction, campaignId: string, afterLine: number, limit: number) =>
  tx
    .selectFrom('campaign_problems')
    .select(['line', 'kind', 'value'])
    .where('campaign_id', '=', campaignId)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute()

export const readFunnel = (tx: Transaction, campaignId: string) =>
  tx
    .selectFrom('business_requests')
    .select(({ fn }) => [
      fn.count<number>('sent_at').as('sent'),
      fn.count<number>('opened_at').as('opened'),
      fn.count<number>('received_at').as('received'),
      fn.countAll<number>().filterWhere('status', '=', 'verified').as('verified'),
      fn.countAll<number>().filterWhere('status', '=', 'declined').as('notExempt'),
      fn.countAll<number>().filterWhere('status', '=', 'bounced').as('bounced'),
    ])
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow()

const isUnanswered = sql<boolean>`r.received_at is null and r.declined_at is null and r.closed_at is null and r.email is not null`

/** Customers who were asked, have not answered, and were not reminded too often or too recently. */
const mayBeReminded = (before: Date, most: number) => sql`
  r.sent_at is not null and ${isUnanswered} and r.reminded < ${most}
  and coalesce(r.reminded_at, r.sent_at) <= ${before}`

export async function countRemindable(
  tx: Transaction,
  campaignId: string,
  before: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from certificate_requests r
    where r.campaign_id = ${campaignId} and ${mayBeReminded(before, most)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The job sends them at its pace. */
export async function scheduleReminders(
  tx: Transaction,
  campaignId: string,
  { before, most, today }: { before: Date; most: number; today: string },
): Promise<number> {
  const { rows } = await sql`
    update certificate_requests r set remind_on = ${today}::date
    where r.campaign_id = ${campaignId} and ${mayBeReminded(before, most)} returning id`.execute(tx)
  return rows.length
}

export async function closeRequestsOf(tx: Transaction, campaignId: string, now: Date): Promise<void> {
  await sql`
    update certificate_requests set closed_at = ${now}, remind_on = null, updated_at = ${now}
    where campaign_id = ${campaignId} and closed_at is null`.execute(tx)
}

/** Campaigns that have something left to send, of active businesses. */
export const listSending = (tx: Transaction) =>
  tx
    .selectFrom('campaigns as c')
    .innerJoin('businesses as b', 'b.id', 'c.business_id')
    .select(['c.id', 'c.business_id'])
    .where('c.status', '=', 'sending')
    .where('b.status', '=', 'active')
    .orderBy('c.started_at')
    .execute()

/** Requests without an answer, locked; those that another worker sends are left out. */
const toSend = (tx: Transaction) =>
  tx
    .selectFrom('certificate_requests as r')
    .innerJoin('businesses as b', 'b.id', 'r.business_id')
    .leftJoin('campaigns as c', 'c.id', 'r.campaign_id')
    .select([
      'r.id',
      'r.business_id',
      'b.name as business_name',
      'r.state',
      'r.due_on',
      'r.reminded',
      'c.subject',
    ])
    .select((row) => [
      row.ref('r.email').$notNull().as('email'),
      row.fn.coalesce('r.message', 'c.message').as('message'),
    ])
    .where(isUnanswered)
    .forUpdate('r')
    .skipLocked()

export const listUnsent = (tx: Transaction, campaignId: string, limit: number) =>
  toSend(tx)
    .where('r.campaign_id', '=', campaignId)
    .where('r.sent_at', 'is', null)
    .orderBy('r.id')
    .limit(limit)
    .execute()

export type ToSend = Awaited<ReturnType<typeof listUnsent>>[number]

export const listToRemind = (
  tx: Transaction,
  today: string,
  most: number,
  limit: number,
): Promise<ToSend[]> =>
  toSend(tx)
    .where('r.remind_on', '<=', today)
    .where('r.sent_at', 'is not', null)
    .where('r.reminded', '<', most)
    .where('b.status', '=', 'active')
    .orderBy('r.remind_on')
    .limit(limit)
    .execute()

export async function finishSending(tx: Transaction, campaignId: string, now: Date): Promise<void> {
  await sql`
    update campaigns set status = 'sent', updated_at = ${now} where id = ${campaignId} and status = 'sending'
      and not exists (
        select from certificate_requests r
        where r.campaign_id = ${campaignId} and r.sent_at is null and ${isUnanswered})`.execute(tx)
}

export const missingPage = (tx: Transaction, campaignId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('business_requests')
    .select(['id', 'customer_name', 'customer_ref', 'email', 'state', 'due_on', 'status'])
    .where('campaign_id', '=', campaignId)
    .where('received_at', 'is', null)
    .where('declined_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

export type MissingRow = Awaited<ReturnType<typeof missingPage>>[number]

export async function findCampaignMessage(tx: Transaction, id: string): Promise<string | null> {
  const row = await tx.selectFrom('campaigns').select('message').where('id', '=', id).executeTakeFirst()
  return row?.message ?? null
}

/** The lines to fix hold addresses, so they go some time after the list was sent. */
export async function deleteProblemsBefore(tx: Transaction, before: Date): Promise<void> {
  await sql`
    delete from campaign_problems p using campaigns c
    where c.id = p.campaign_id and c.started_at < ${before}`.execute(tx)
}

/** Of lists that have no requests left. */
export async function deleteCampaignsBefore(tx: Transaction, before: Date): Promise<void> {
  await sql`
    delete from campaigns c where c.updated_at < ${before}
      and not exists (select from certificate_requests r where r.campaign_id = c.id)`.execute(tx)
}

export async function listOldDrafts(tx: Transaction, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('status', '=', 'draft')
    .where('updated_at', '<=', before)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findOwnEmail(tx: Transaction, personId: string): Promise<string> {
  const row = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return row.email
}
