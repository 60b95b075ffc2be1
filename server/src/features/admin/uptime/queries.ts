import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** Counts the minute once, however many processes note it. */
export async function countMinute(tx: Transaction, minute: Date): Promise<void> {
  await sql`
    insert into uptime_days (day, minutes, first_minute, last_minute)
    values ((${minute}::timestamptz at time zone 'UTC')::date, 1, ${minute}, ${minute})
    on conflict (day) do update set minutes = uptime_days.minutes + 1, last_minute = excluded.last_minute
    where uptime_days.last_minute < excluded.last_minute`.execute(tx)
}

export async function deleteDaysBefore(tx: Transaction, before: Date): Promise<void> {
  await sql`delete from uptime_days where last_minute < ${before}`.execute(tx)
}

/** The minutes that were counted since a time, and the first of them. */
export async function minutesSince(
  tx: Transaction,
  since: Date,
): Promise<{ minutes: number; first: Date } | undefined> {
  const row = await tx
    .selectFrom('uptime_days')
    .select(({ fn }) => [
      sql<number | null>`sum(minutes)::int`.as('minutes'),
      fn.min<Date | null>('first_minute').as('first'),
    ])
    .where(sql<boolean>`day > (${since}::timestamptz at time zone 'UTC')::date`)
    .executeTakeFirst()
  return row?.minutes && row.first ? { minutes: row.minutes, first: row.first } : undefined
}
