import type { RecentEvent } from '@exempta/contract/admin/dashboard'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { limits } from '../limits.ts'

export interface FigureRow {
  figure: 'users' | 'businesses' | 'documents' | 'pendingIssues'
  total: number
  growth: number
  new_count: number
}

interface Counted {
  /** What the sums of its days are called, and the rows they count. */
  kind: 'user' | 'document'
  rows: RawBuilder<unknown>
}

interface Windows {
  recentFrom: Date
  earlierFrom: Date
}

/**
 * Days are counted by a job. Those that something has changed in since, and the two days in which a window begins, are
 * counted here from their rows, in the same statement: every figure is exact.
 */
const sumsOf = ({ kind, rows }: Counted, { recentFrom, earlierFrom }: Windows) => {
  const [recentDay, earlierDay] = [recentFrom, earlierFrom].map((at) => sql`day_of(${at}::timestamptz)`)
  const readDays = sql`(
    select day from added_day_notes where kind = ${kind}
    union values (${recentDay}), (${earlierDay}))`
  return sql`
    select sum(total)::int as total, sum(recent)::int as recent, sum(earlier)::int as earlier from (
      select coalesce(sum(added), 0) as total,
        coalesce(sum(added) filter (where day > ${recentDay}), 0) as recent,
        coalesce(sum(added) filter (where day > ${earlierDay} and day < ${recentDay}), 0) as earlier
      from added_days where kind = ${kind} and day not in ${readDays}
      union all
      select count(*), count(*) filter (where created_at >= ${recentFrom}::timestamptz),
        count(*) filter (where created_at >= ${earlierFrom}::timestamptz and created_at < ${recentFrom}::timestamptz)
      from ${readDays} d cross join lateral (
        select created_at from ${rows}
          and created_at >= start_of(d.day) and created_at < start_of(d.day + 1)) read_rows
    ) days`
}

/** Compares the last window with the one before; without earlier rows it uses a fixed percentage. */
const figureOf = (figure: FigureRow['figure'], sums: RawBuilder<unknown>) => sql`
  select ${figure}::text as figure, total, case earlier
    when 0 then ${limits.growthWithoutBaseline}::integer
    else round((recent - earlier) * 100.0 / earlier)::integer end as growth,
    recent as new_count
  from (${sums}) counted`

/** A guest becomes a user when it chooses a password. */
const notGuests = sql`where status <> 'guest'`
const users = { kind: 'user', rows: sql`administered_users ${notGuests}` } as const
const documents = { kind: 'document', rows: sql`administered_documents where true` } as const

export async function figures(tx: Transaction, now: Date): Promise<FigureRow[]> {
  const at = (windows: number) => new Date(now.getTime() - windows * limits.growthWindowMs)
  const windows = { recentFrom: at(1), earlierFrom: at(2) }
  const baseline = sql`${limits.issueGrowthBaseline}::integer`
  // Few enough to be counted each time.
  const businesses = sql`
    select count(*) as total, count(*) filter (where date_registered >= ${at(1)}::timestamptz) as recent,
      count(*) filter (where date_registered >= ${at(2)}::timestamptz and date_registered < ${at(1)}::timestamptz)
        as earlier
    from administered_businesses`
  const { rows } = await sql<FigureRow>`
    ${figureOf('users', sumsOf(users, windows))}
    union all ${figureOf('businesses', businesses)}
    union all ${figureOf('documents', sumsOf(documents, windows))}
    union all
    select 'pendingIssues', count(*), round((count(*) - ${baseline}) * 100.0 / ${baseline})::integer,
      count(*) filter (where updated_at >= ${at(1)}::timestamptz)
    from administered_documents where status = 'failed'`.execute(tx)
  return rows
}

// An arbitrary number: only one transaction counts at a time, because two could count the same day.
const countingLock = 7_350_123

/** The rows that count for the system, which reads the tables themselves. */
const countedRows = {
  user: sql`users u where status <> 'guest' and not exists (select from account_erasures e where e.user_id = u.id)`,
  document: sql`documents where true`,
}

/** Counts some of the noted days and returns how many they were. Notes that are made meanwhile stay. */
export async function countNotedDays(tx: Transaction, limit: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${countingLock})`.execute(tx)
  const { rows } = await sql<Pick<Row<'added_day_notes'>, 'kind' | 'day'>>`
    with taken as (
      delete from added_day_notes where (kind, day) in (
        select kind, day from added_day_notes group by 1, 2 limit ${limit})
      returning kind, day)
    select distinct kind, day::text as day from taken`.execute(tx)
  for (const [kind, taken] of Map.groupBy(rows, (row) => row.kind)) {
    const days = sql`unnest(${taken.map(({ day }) => day)}::date[])`
    await sql`delete from added_days where kind = ${kind} and day in (select ${days})`.execute(tx)
    await sql`
      insert into added_days (kind, day, added)
      select ${kind}, d.day, counted.added from ${days} d (day) cross join lateral (
        select count(*)::int as added from ${countedRows[kind]}
          and created_at >= start_of(d.day) and created_at < start_of(d.day + 1)) counted
      where counted.added > 0`.execute(tx)
  }
  return rows.length
}

export interface RecentRow extends Omit<RecentEvent, 'at'> {
  at: Date
}

/** The newest rows of each kind, read from the index on their time. */
export async function recentEvents(tx: Transaction): Promise<RecentRow[]> {
  const newest = (kind: string, table: string, time: string, only = sql``) => sql`
    (select ${kind}::text as kind, id, name, status, ${sql.ref(time)} as at from ${sql.table(table)} ${only}
      order by ${sql.ref(time)} desc, id desc limit ${limits.adminRecentPerKind})`
  const { rows } = await sql<RecentRow>`
    select * from (
      ${newest('user', 'administered_users', 'created_at', notGuests)}
      union all ${newest('business', 'administered_businesses', 'date_registered')}
      union all ${newest('document', 'administered_documents', 'created_at')}
    ) recent order by at desc, id desc`.execute(tx)
  return rows
}
