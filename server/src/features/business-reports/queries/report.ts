import type { DocumentType } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { countedByStatus, type ReviewCounts } from './dashboard.ts'

/** From the first moment up to, and without, the second. */
export interface ReportScope {
  businessId: string
  from: Date
  until: Date
}

const isInScope = ({ businessId, from, until }: ReportScope) => sql`
  s.business_id = ${businessId} and s.shared_at >= ${from}::timestamptz and s.shared_at < ${until}::timestamptz`

const medianHours = sql`
  (percentile_cont(0.5) within group (order by extract(epoch from s.reviewed_at - s.shared_at)) / 3600)::float8`

/** Every week that has a day in the scope. */
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

export async function countByType(
  tx: Transaction,
  scope: ReportScope,
): Promise<(ReviewCounts & { type: DocumentType })[]> {
  const { rows } = await sql<ReviewCounts & { type: DocumentType }>`
    select s.document_type as type, ${countedByStatus}
    from received_shares s where ${isInScope(scope)}
    group by s.document_type order by received desc, type`.execute(tx)
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

/** API keys count by their names; people who have left count together, without one. */
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

/** How many wait now, by age: one more number than limits, the last for what is older than all of them. */
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
