import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export async function countForAbout(tx: Transaction): Promise<{ users: number; documents: number }> {
  const { rows } = await sql<{ users: number; documents: number }>`
    select (select count(*) from users where status = 'active') as users,
      (select count(*) from documents where status = 'processed') as documents`.execute(tx)
  return rows[0] ?? { users: 0, documents: 0 }
}
