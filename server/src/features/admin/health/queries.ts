import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export async function databaseFigures(tx: Transaction): Promise<{ version: string; sizeBytes: number }> {
  const { rows } = await sql<{ version: string; sizeBytes: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::bigint as "sizeBytes"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database did not report its version and size.')
  return row
}

export async function selectOne(tx: Transaction): Promise<void> {
  await sql`select 1`.execute(tx)
}
