import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

export const rulesChannel = 'exempta_rules'

export const findActiveFile = (tx: Transaction): Promise<{ content: string } | undefined> =>
  tx.selectFrom('rules_files').select('content').where('is_active', '=', true).executeTakeFirst()

/** Undefined goes back to the rules of the release. */
export async function putActiveFile(
  tx: Transaction,
  id: string | undefined,
  by: string,
  at: Date,
): Promise<boolean> {
  await tx.updateTable('rules_files').set({ is_active: false }).where('is_active', '=', true).execute()
  await sql`select pg_notify(${rulesChannel}, '')`.execute(tx)
  if (id === undefined) return true
  const { numUpdatedRows } = await tx
    .updateTable('rules_files')
    .set({ is_active: true, activated_by: by, activated_at: at })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
