import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

export async function selectOne(tx: Transaction): Promise<void> {
  await sql`select 1`.execute(tx)
}
