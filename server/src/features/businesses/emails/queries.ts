import { certificateLimits } from '@exempta/contract/certificates/limits'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

type Preference = 'mails_new_documents' | 'mails_weekly_summary' | 'mails_expirations'

/** Active members who want this email. */
export const listReaders = (tx: Transaction, businessIds: readonly string[], preference: Preference) =>
  tx
    .selectFrom('business_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.business_id as businessId', 'm.role', 'u.id', 'u.email'])
    .where('m.business_id', 'in', businessIds.length > 0 ? businessIds : [null])
    .where('m.status', '=', 'active')
    .where('u.status', '=', 'active')
    .where(`m.${preference}`, '=', true)
    .orderBy('u.id')
    .execute()

/** Returns undefined if every document was already announced. */
export async function takeNewDocuments(
  tx: Transaction,
  businessId: string,
  notBefore: Date,
): Promise<{ business: string; documents: string[]; senders: string[] } | undefined> {
  const { rows } = await sql<{ business: string; documents: string[]; senders: string[] }>`
    with last_email as (
      select id, greatest(documents_mailed_until, ${notBefore}::timestamptz) as until
      from businesses where id = ${businessId} for update),
    news as (
      select array_agg(d.name order by s.shared_at, d.name) as documents,
        array_agg(distinct u.name) as senders, max(s.shared_at) as newest
      from last_email join document_shares s on s.business_id = last_email.id
        join documents d on d.id = s.document_id join users u on u.id = s.owner_id
      where s.status = 'pending' and s.shared_at > last_email.until)
    update businesses b set documents_mailed_until = news.newest
    from news where b.id = ${businessId} and news.newest is not null
    returning b.name as business, news.documents, news.senders`.execute(tx)
  return rows[0]
}

/** Takes businesses whose week was not summarized yet, and marks it as done. */
export async function takeBusinesses(tx: Transaction, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update businesses set summarized_until = ${until}
    where id in (
      select id from businesses
      where status = 'active' and (summarized_until is null or summarized_until < ${until}::timestamptz)
      order by summarized_until nulls first, id limit ${limit} for update skip locked)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface WeekRow {
  id: string
  name: string
  received: number
  verified: number
  rejected: number
  /** How many documents wait for review now. */
  pending: number
  /** How many certificates expire within 90 days, and the first of them. */
  expiring: number
  expires_next: { customer: string; state: string; on: string }[]
}

const expiringShown = 5

/** Certificates of a business, for which it has no later one of the same customer and state. */
export const isLastOfCustomer = sql`not exists (
  select from coverage_index later
  where later.customer_id = i.customer_id and later.state = i.state and later.share_id <> i.share_id
    and later.verdict <> 'not-covered' and (later.ends_on is null or later.ends_on > i.ends_on))`

export async function summarizeWeek(
  tx: Transaction,
  businessIds: readonly string[],
  from: Date,
  until: Date,
): Promise<WeekRow[]> {
  const today = sql`(${until}::timestamptz at time zone 'UTC')::date`
  return tx
    .selectFrom('businesses as b')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('document_shares as s')
          .select(({ fn }) => fn.countAll<number>().as('received'))
          .whereRef('s.business_id', '=', 'b.id')
          .where('s.status', '<>', 'revoked')
          .where('s.shared_at', '>=', from)
          .where('s.shared_at', '<', until)
          .as('came'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('document_shares as s')
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere('s.status', '=', 'verified').as('verified'),
            fn.countAll<number>().filterWhere('s.status', '=', 'rejected').as('rejected'),
          ])
          .whereRef('s.business_id', '=', 'b.id')
          .where('s.reviewed_at', '>=', from)
          .where('s.reviewed_at', '<', until)
          .as('done'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('document_shares as s')
          .select(({ fn }) => fn.countAll<number>().as('pending'))
          .whereRef('s.business_id', '=', 'b.id')
          .where('s.status', '=', 'pending')
          .as('waiting'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      sql<{ count: number; next: { customer: string; state: string; on: string }[] }>`(
        select count(distinct e.share_id) as count, coalesce(jsonb_agg(
            jsonb_build_object('customer', e.customer_name, 'state', e.state, 'on', e.ends_on)
            order by e.ends_on, e.customer_name, e.state) filter (where e.place <= ${expiringShown}), '[]') as next
        from (
          select i.share_id, i.customer_name, i.state, i.ends_on,
            row_number() over (order by i.ends_on, i.customer_name, i.state) as place
          from coverage_index i join document_shares s on s.id = i.share_id
          where i.business_id = b.id and s.status in ('pending', 'verified')
            and i.ends_on >= ${today} and i.ends_on <= ${today} + ${certificateLimits.expiresSoonDays}::integer
            and ${isLastOfCustomer}) e)`.as('expiring'),
      (join) => join.onTrue(),
    )
    .select(['b.id', 'b.name', 'came.received', 'done.verified', 'done.rejected', 'waiting.pending'])
    .select(['expiring.count as expiring', 'expiring.next as expires_next'])
    .where(sql<boolean>`b.id = any(${[...businessIds]}::uuid[])`)
    .execute()
}
