import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export const findBusinessSummary = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('businesses as b')
    .select(['b.name', 'b.status', 'b.verified'])
    .select((eb) =>
      eb
        .selectFrom('team_members as m')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('m.business_id', '=', 'b.id')
        .where('m.status', '=', 'active')
        .as('active_users'),
    )
    .where('b.id', '=', businessId)
    .executeTakeFirstOrThrow()

export interface ReviewCounts {
  received: number
  pending: number
  verified: number
  rejected: number
}

const countedByStatus = sql`
  count(*) as received,
  count(*) filter (where status = 'pending') as pending,
  count(*) filter (where status = 'verified') as verified,
  count(*) filter (where status = 'rejected') as rejected`

export async function countReceived(tx: Transaction, businessId: string): Promise<ReviewCounts> {
  const { rows } = await sql<ReviewCounts>`
    select ${countedByStatus} from received_shares where business_id = ${businessId}`.execute(tx)
  return rows[0] ?? { received: 0, pending: 0, verified: 0, rejected: 0 }
}

export const listRecent = (tx: Transaction, businessId: string, limit: number) =>
  tx
    .selectFrom('received_shares')
    .select(['id', 'document_name', 'owner_name', 'status', 'shared_at'])
    .where('business_id', '=', businessId)
    .orderBy('shared_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** `from` is included, `until` is not. */
export interface ReportScope {
  businessId: string
  from: Date
  until: Date
}

const isInScope = ({ businessId, from, until }: ReportScope) => sql`
  s.business_id = ${businessId} and s.shared_at >= ${from}::timestamptz and s.shared_at < ${until}::timestamptz`

const medianHours = sql`
  (percentile_cont(0.5) within group (order by extract(epoch from s.reviewed_at - s.shared_at)) / 3600)::float8`

/** Every week with at least one day in the scope. */
export async function countByWeek(
  tx: Transaction,
  scope: ReportScope,
): Promise<(ReviewCounts & { start: string })[]> {
  const { rows } = await sql<ReviewCounts & { start: string }>`
    with counted as (
      select date_trunc('week', shared_at at time zone 'UTC') as start, ${countedByStatus}
      from received_shares s where ${isInScope(scope)} group by 1)
    select to_char(w.start, 'YYYY-MM-DD') as start, coalesce(c.received, 0) as received,
      coalesce(c.pending, 0) as pending, coalesce(c.verified, 0) as verified, coalesce(c.rejected, 0) as rejected
    from generate_series(
      date_trunc('week', ${scope.from}::timestamptz at time zone 'UTC'),
      (${scope.until}::timestamptz at time zone 'UTC') - interval '1 millisecond', interval '1 week') w (start)
      left join counted c on c.start = w.start
    order by w.start`.execute(tx)
  return rows
}

/** By the form of the certificate; null for what is not confirmed. */
export async function countByForm(
  tx: Transaction,
  scope: ReportScope,
): Promise<(ReviewCounts & { form: string | null })[]> {
  const { rows } = await sql<ReviewCounts & { form: string | null }>`
    select s.form, ${countedByStatus}
    from received_shares s where ${isInScope(scope)}
    group by s.form order by received desc, s.form`.execute(tx)
  return rows
}

export async function findMedianHours(tx: Transaction, scope: ReportScope): Promise<number | null> {
  const { rows } = await sql<{ hours: number | null }>`
    select ${medianHours} as hours from received_shares s
    where ${isInScope(scope)} and s.reviewed_at is not null`.execute(tx)
  return rows[0]?.hours ?? null
}

export interface ReviewerRow {
  name: string | null
  verified: number
  rejected: number
  hours: number | null
}

/** API keys count by name; people who have left are counted together without a name. */
export async function countByReviewer(
  tx: Transaction,
  scope: ReportScope,
  limit: number,
): Promise<ReviewerRow[]> {
  const { rows } = await sql<ReviewerRow>`
    select coalesce(t.name, s.reviewing_key) as name, count(*) filter (where s.status = 'verified') as verified,
      count(*) filter (where s.status = 'rejected') as rejected, ${medianHours} as hours
    from received_shares s left join team_members t on t.user_id = s.reviewed_by
    where ${isInScope(scope)} and s.reviewed_at is not null
    group by t.user_id, t.name, s.reviewing_key order by count(*) desc, 1 nulls last limit ${limit}`.execute(
    tx,
  )
  return rows
}

/**
 * How many documents wait now, by age. Returns one number more than limits; the last one counts everything
 * older.
 */
export async function countPendingByAge(
  tx: Transaction,
  businessId: string,
  since: readonly Date[],
): Promise<number[]> {
  const { rows } = await sql<{ age: number; count: number }>`
    select (
        select count(*) from unnest(${since.map((date) => date.toISOString())}::timestamptz[]) l (since)
        where s.shared_at <= l.since)::int as age,
      count(*) as count
    from received_shares s
    where s.business_id = ${businessId} and s.status = 'pending'
    group by 1`.execute(tx)
  const counts = new Map(rows.map(({ age, count }) => [age, count]))
  return Array.from({ length: since.length + 1 }, (_, age) => counts.get(age) ?? 0)
}

/** Most recently received first. */
export function reportRows(
  tx: Transaction,
  { businessId, from, until }: ReportScope,
  last: { shared_at: Date; id: string } | undefined,
  limit: number,
) {
  let query = tx
    .selectFrom('received_shares as s')
    .leftJoin('team_members as t', 't.user_id', 's.reviewed_by')
    .select(['s.id', 's.document_name', 's.owner_name', 's.document_type', 's.status'])
    .select([
      's.shared_at',
      's.reviewed_at',
      's.reject_reason',
      's.form',
      's.expires_on',
      's.states',
      's.numbers',
    ])
    .select((row) => row.fn.coalesce('t.name', 's.reviewing_key').as('reviewer'))
    .where('s.business_id', '=', businessId)
    .where('s.shared_at', '>=', from)
    .where('s.shared_at', '<', until)
    .orderBy('s.shared_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
  if (last) {
    query = query.where(
      sql<boolean>`(s.shared_at, s.id) < (${last.shared_at}::timestamptz, ${last.id}::uuid)`,
    )
  }
  return query.execute()
}

export type ReportRow = Awaited<ReturnType<typeof reportRows>>[number]
