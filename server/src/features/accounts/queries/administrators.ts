import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

// An arbitrary number: the advisory lock of whoever may make the administrators fewer.
const administratorsLock = 6_118_205

/** Until this transaction ends, nobody else can ask whether there would be one left. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${administratorsLock})`.execute(tx)
}

const activeAdministrators = (tx: Transaction) =>
  tx.selectFrom('users').select('id').where('role', '=', 'admin').where('status', '=', 'active').limit(1)

export const isActiveAdministrator = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await activeAdministrators(tx).where('id', '=', userId).executeTakeFirst()) !== undefined

export const hasOtherAdministrator = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await activeAdministrators(tx).where('id', '!=', userId).executeTakeFirst()) !== undefined
