import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import type { Row } from '../../../../platform/db/schema.ts'

/**
 * What a business received, day by day. Most days were counted by a job; a day that something has changed since is
 * noted and counted here from its shares. Both in one statement see the same moment, so every figure is exact.
 */

/** How many reviews took how many minutes, as `review_minutes()` rounds them. */
export type Durations = ReadonlyMap<number, number>

interface Days {
  businessId: string
  /** The first day, and the one after the last; both in UTC. */
  from?: Date
  until?: Date
}

const isAmong = (day: RawBuilder<unknown>, { from, until }: Days) => sql`
  (${from ?? null}::timestamptz is null or ${day} >= day_of(${from ?? null}::timestamptz))
  and (${until ?? null}::timestamptz is null or ${day} < day_of(${until ?? null}::timestamptz))`

const notedDays = (days: Days) => sql`(
  select distinct n.business_id, n.day from received_day_notes n
  where n.business_id = ${days.businessId} and ${isAmong(sql`n.day`, days)})`

const isCounted = (table: RawBuilder<unknown>, days: Days) => sql`
  ${table}.business_id = ${days.businessId} and ${isAmong(sql`${table}.day`, days)} and not exists (
    select from received_day_notes n where n.business_id = ${table}.business_id and n.day = ${table}.day)`

const isOnDay = sql`
  s.business_id = d.business_id and s.shared_at >= start_of(d.day) and s.shared_at < start_of(d.day + 1)
  and s.status <> 'revoked'`

// Lateral, so that each day reads its own part of the index. A plain join compares every share with every day.
const countForms = (days: RawBuilder<unknown>, shares: RawBuilder<unknown>) => sql`
  select d.business_id, d.day, counted.* from ${days} d cross join lateral (
    select s.form,
      count(*) filter (where s.status = 'pending')::int as pending,
      count(*) filter (where s.status = 'verified')::int as verified,
      count(*) filter (where s.status = 'rejected')::int as rejected
    from ${shares} s where ${isOnDay} group by s.form) counted`

const countReviewers = (days: RawBuilder<unknown>, shares: RawBuilder<unknown>) => sql`
  select d.business_id, d.day, counted.* from ${days} d cross join lateral (
    select reviewed_by, reviewed_by_key, sum(verified)::int as verified, sum(rejected)::int as rejected,
      array_agg(took) as minutes, array_agg(reviews) as reviews
    from (
      select s.reviewed_by, s.reviewed_by_key, review_minutes(s.shared_at, s.reviewed_at) as took,
        count(*)::int as reviews,
        count(*) filter (where s.status = 'verified') as verified,
        count(*) filter (where s.status = 'rejected') as rejected
      from ${shares} s where ${isOnDay} and s.reviewed_at is not null group by 1, 2, 3) each
    group by 1, 2) counted`

const received = sql`received_shares`

type FormDay = Pick<Row<'received_day_forms'>, 'day' | 'form' | 'pending' | 'verified' | 'rejected'>

export const formsByDay = (days: Days) => sql<FormDay>`(
  select f.day, f.form, f.pending, f.verified, f.rejected
  from received_day_forms f where ${isCounted(sql`f`, days)}
  union all
  select day, form, pending, verified, rejected from (${countForms(notedDays(days), received)}) noted)`

/** Columns: reviewed_by, reviewed_by_key, verified, rejected, minutes, reviews. */
export const reviewersByDay = (days: Days) => sql`(
  select r.reviewed_by, r.reviewed_by_key, r.verified, r.rejected, r.minutes, r.reviews
  from received_day_reviewers r where ${isCounted(sql`r`, days)}
  union all
  select reviewed_by, reviewed_by_key, verified, rejected, minutes, reviews
  from (${countReviewers(notedDays(days), received)}) noted)`

// An arbitrary number: only one transaction counts at a time, because two could count the same day.
const countingLock = 7_350_112

/**
 * Counts some of the noted days and returns how many they were. Notes that are made meanwhile stay: their changes
 * may not have been counted.
 */
export async function countNotedDays(tx: Transaction, limit: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${countingLock})`.execute(tx)
  const { rows } = await sql<Pick<Row<'received_day_notes'>, 'business_id' | 'day'>>`
    with taken as (
      delete from received_day_notes where (business_id, day) in (
        select business_id, day from received_day_notes group by 1, 2 limit ${limit})
      returning business_id, day)
    select distinct business_id, day::text as day from taken`.execute(tx)
  if (rows.length === 0) return 0
  const days = sql`(
    select b.id as business_id, taken.day
    from unnest(${rows.map((row) => row.business_id)}::uuid[], ${rows.map((row) => row.day)}::date[]) taken (id, day)
      join businesses b on b.id = taken.id)`
  const shares = sql`document_shares`
  await sql`delete from received_day_forms f using ${days} d
    where f.business_id = d.business_id and f.day = d.day`.execute(tx)
  await sql`delete from received_day_reviewers r using ${days} d
    where r.business_id = d.business_id and r.day = d.day`.execute(tx)
  await sql`insert into received_day_forms (business_id, day, form, pending, verified, rejected)
    ${countForms(days, shares)}`.execute(tx)
  await sql`insert into received_day_reviewers
      (business_id, day, reviewed_by, reviewed_by_key, verified, rejected, minutes, reviews)
    ${countReviewers(days, shares)}`.execute(tx)
  return rows.length
}
