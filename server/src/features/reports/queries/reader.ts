import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** Whoever lost the right since the reading began gets no more. */
export async function isAdministrator(tx: Transaction, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from report_users where id = ${personId}::uuid and role = 'admin' and status = 'active'`.execute(
    tx,
  )
  return rows.length === 1
}
