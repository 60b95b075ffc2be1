import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export const databaseFigures = (tx: Transaction): Promise<{ version: string; sizeBytes: number }> =>
  tx
    .selectNoFrom([
      sql<string>`current_setting('server_version')`.as('version'),
      sql<number>`pg_database_size(current_database())::bigint`.as('sizeBytes'),
    ])
    .executeTakeFirstOrThrow()

export async function selectOne(tx: Transaction): Promise<void> {
  await sql`select 1`.execute(tx)
}
