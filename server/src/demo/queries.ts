import { sql } from 'kysely'
import type { Transaction } from '../platform/db/database.ts'

/** Undefined before the first start. */
export async function findIsDemo(tx: Transaction): Promise<boolean | undefined> {
  const row = await tx.selectFrom('installation_kind').select('is_demo').executeTakeFirst()
  return row?.is_demo
}

/** False when another process, starting at the same moment, has decided already. */
export async function putIsDemo(tx: Transaction, isDemo: boolean, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into installation_kind (is_demo, decided_at)
    values (${isDemo}, ${now}) on conflict ((true)) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function hasAnyone(tx: Transaction): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether anyone but these is an administrator. */
export async function hasAdministratorBeside(tx: Transaction, emails: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('email', 'not in', emails)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const findPeople = (
  tx: Transaction,
  emails: readonly string[],
): Promise<{ id: string; email: string }[]> =>
  tx.selectFrom('users').select(['id', 'email']).where('email', 'in', emails).execute()

export async function suspend(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  await tx.updateTable('users').set({ status: 'suspended', updated_at: now }).where('id', 'in', ids).execute()
}
