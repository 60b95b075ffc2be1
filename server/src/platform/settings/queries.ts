import type { SettingKey } from '@exempta/contract/admin/settings'
import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

export const settingsChannel = 'exempta_settings'

export const selectSettings = (tx: Transaction) =>
  tx.selectFrom('settings').select(['key', 'value', 'updated_at']).execute()

/**
 * Makes each of two concurrent changes see the value it replaced. It is not a row lock, because an unchanged setting
 * has no row.
 */
export async function lockSetting(tx: Transaction, key: SettingKey): Promise<unknown> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))`.execute(tx)
  const row = await tx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function upsertSetting(
  tx: Transaction,
  key: SettingKey,
  value: string | number | boolean,
  now: Date,
): Promise<void> {
  const changed = { value: JSON.stringify(value), updated_at: now }
  await tx
    .insertInto('settings')
    .values({ key, ...changed })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(changed))
    .execute()
  await sql`select pg_notify(${settingsChannel}, ${key})`.execute(tx)
}
