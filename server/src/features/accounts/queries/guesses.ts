import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface Allowance {
  /** Guesses without a wait. */
  free: number
  firstWaitSeconds: number
  longestWaitSeconds: number
  /** The count resets after this long without a guess. */
  forgottenAfterSeconds: number
}

/**
 * Counts a guess before it is checked, so that parallel guesses cannot share one slot. Returns undefined and
 * counts nothing during a wait, so that waiting it out always gives another try.
 */
export async function countGuess(
  tx: Transaction,
  key: Buffer,
  allowance: Allowance,
  now: Date,
): Promise<number | undefined> {
  const { free, firstWaitSeconds, longestWaitSeconds, forgottenAfterSeconds } = allowance
  const { rows } = await sql<{ failures: number }>`
    insert into guess_counts as g (key, failures, blocked_until, counted_at)
    values (${key}, 1, ${now}, ${now})
    on conflict (key) do update set
      failures = case when ${isForgotten(now, forgottenAfterSeconds)} then 1 else g.failures + 1 end,
      blocked_until = ${now}::timestamptz + make_interval(secs => case
        when ${isForgotten(now, forgottenAfterSeconds)} or g.failures < ${free}::int then 0
        else least(
          ${firstWaitSeconds}::float8 * 2 ^ least(g.failures - ${free}::int, 30), ${longestWaitSeconds}::float8)
      end),
      counted_at = ${now}
    where g.blocked_until <= ${now}
    returning failures`.execute(tx)
  return rows[0]?.failures
}

const isForgotten = (now: Date, afterSeconds: number) =>
  sql`g.counted_at <= ${now}::timestamptz - make_interval(secs => ${afterSeconds}::float8)`

export async function blockedUntil(tx: Transaction, key: Buffer): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('guess_counts')
    .select('blocked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.blocked_until
}

/** Of these keys, those that are refused now, and until when. */
export const listBlocked = (tx: Transaction, keys: readonly Buffer[], now: Date) =>
  tx
    .selectFrom('guess_counts')
    .select(['key', 'blocked_until'])
    .where('key', '=', sql<Buffer>`any(${[...keys]}::bytea[])`)
    .where('blocked_until', '>', now)
    .execute()

export const listKnownDevices = (tx: Transaction, userIds: readonly string[]) =>
  tx
    .selectFrom('known_devices')
    .select(['user_id', 'device_hash'])
    .where('user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute()

export async function forgetGuesses(tx: Transaction, key: Buffer): Promise<void> {
  await tx.deleteFrom('guess_counts').where('key', '=', key).execute()
}

/** Uncounts a correct guess; other guesses stay counted. */
export async function uncountGuess(tx: Transaction, key: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('guess_counts')
    .set((row) => ({ failures: sql`greatest(${row.ref('failures')} - 1, 0)`, blocked_until: now }))
    .where('key', '=', key)
    .execute()
}

export async function isKnownDevice(tx: Transaction, userId: string, deviceHash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberDevice(
  tx: Transaction,
  userId: string,
  deviceHash: Buffer,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_used_at: now }))
    .execute()
}

export async function forgetDevices(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export async function deleteOldGuesses(tx: Transaction, until: Date): Promise<void> {
  await tx.deleteFrom('guess_counts').where('counted_at', '<=', until).execute()
}

export async function deleteOldDevices(tx: Transaction, until: Date): Promise<void> {
  await tx.deleteFrom('known_devices').where('last_used_at', '<=', until).execute()
}
