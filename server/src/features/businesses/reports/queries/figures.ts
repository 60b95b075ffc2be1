import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import { type Durations, formsByDay, reviewersByDay } from './received-days.ts'

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

const summedByStatus = [
  sql<number>`coalesce(sum(f.pending + f.verified + f.rejected), 0)::int`.as('received'),
  sql<number>`coalesce(sum(f.pending), 0)::int`.as('pending'),
  sql<number>`coalesce(sum(f.verified), 0)::int`.as('verified'),
  sql<number>`coalesce(sum(f.rejected), 0)::int`.as('rejected'),
] as const

export const countReceived = (tx: Transaction, businessId: string): Promise<ReviewCounts> =>
  tx.selectFrom(formsByDay({ businessId }).as('f')).select(summedByStatus).executeTakeFirstOrThrow()

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

/** Every week with at least one day in the scope. */
export async function countByWeek(
  tx: Transaction,
  scope: ReportScope,
): Promise<(ReviewCounts & { start: string })[]> {
  return tx
    .with('counted', (query) =>
      query
        .selectFrom(formsByDay(scope).as('f'))
        .select(sql<Date>`date_trunc('week', f.day::timestamp)`.as('start'))
        .select(summedByStatus)
        .groupBy(sql`1`),
    )
    .selectFrom(
      sql<{ week: Date }>`generate_series(
        date_trunc('week', ${scope.from}::timestamptz at time zone 'UTC'),
        (${scope.until}::timestamptz at time zone 'UTC') - interval '1 millisecond', interval '1 week')`.as(
        'week',
      ),
    )
    .leftJoin('counted as c', 'c.start', 'week.week')
    .select([
      sql<string>`to_char(week.week, 'YYYY-MM-DD')`.as('start'),
      sql<number>`coalesce(c.received, 0)`.as('received'),
      sql<number>`coalesce(c.pending, 0)`.as('pending'),
      sql<number>`coalesce(c.verified, 0)`.as('verified'),
      sql<number>`coalesce(c.rejected, 0)`.as('rejected'),
    ])
    .orderBy('week.week')
    .execute()
}

/** By the form of the certificate; null for what is not confirmed. */
export async function countByForm(
  tx: Transaction,
  scope: ReportScope,
): Promise<(ReviewCounts & { form: string | null })[]> {
  return tx
    .selectFrom(formsByDay(scope).as('f'))
    .select('f.form')
    .select(summedByStatus)
    .groupBy('f.form')
    .having(sql<boolean>`sum(f.pending + f.verified + f.rejected) > 0`)
    .orderBy('received', 'desc')
    .orderBy('f.form')
    .execute()
}

export interface ReviewerRow {
  name: string | null
  verified: number
  rejected: number
  /** How many reviews took how many minutes. */
  durations: Durations
}

/** API keys count by name; people who have left are counted together without a name. Who reviewed most comes first. */
export async function countByReviewer(tx: Transaction, scope: ReportScope): Promise<ReviewerRow[]> {
  const { rows } = await sql<
    Omit<ReviewerRow, 'durations'> & { durations: [minutes: number, count: number][] }
  >`
    with days as materialized (
      select coalesce(t.user_id, k.id) as reviewer, coalesce(t.name, k.name) as name, r.verified, r.rejected,
        r.minutes, r.reviews
      from ${reviewersByDay(scope)} r
        left join team_members t on t.user_id = r.reviewed_by
        left join reviewing_keys k on k.id = r.reviewed_by_key
    ), durations as (
      select reviewer, jsonb_agg(jsonb_build_array(minutes, count)) as durations, sum(count) as reviews
      from (
        select d.reviewer, u.minutes, sum(u.count) as count
        from days d, unnest(d.minutes, d.reviews) u (minutes, count) group by 1, 2) each
      group by 1
    ), counts as (
      select reviewer, name, sum(verified)::int as verified, sum(rejected)::int as rejected from days group by 1, 2)
    select c.name, c.verified, c.rejected, d.durations
    from counts c join durations d on d.reviewer is not distinct from c.reviewer
    order by d.reviews desc, c.name nulls last`.execute(tx)
  return rows.map(({ durations, ...row }) => ({ ...row, durations: new Map(durations) }))
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
  const moments = sql`unnest(${since.map((date) => date.toISOString())}::timestamptz[])`
  // An age ends in the middle of a day, whose documents are therefore counted one by one.
  const { rows } = await sql<{ age: number; count: number }>`
    with split as (select distinct day_of(moment) as day from ${moments} m (moment)),
    waiting as (
      select start_of(f.day) as moment, f.pending as count
      from ${formsByDay({ businessId })} f where f.pending > 0 and f.day not in (select day from split)
      union all
      select s.shared_at, 1
      from split join received_shares s
        on s.business_id = ${businessId} and s.shared_at >= start_of(split.day)
          and s.shared_at < start_of(split.day + 1)
      where s.status = 'pending')
    select (select count(*) from ${moments} l (since) where w.moment <= l.since)::int as age, sum(w.count)::int as count
    from waiting w group by 1`.execute(tx)
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
