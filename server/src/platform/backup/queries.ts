import { systemActor } from '../db/actor.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Sums } from './items.ts'

export interface UpgradeBackup {
  id: string
  name: string
  at: Date
  sizeBytes: number
  sums: Sums
}

/** On the page with the others, so that it's deleted when newer ones take its place. */
export async function insertUpgradeBackup(
  database: Database,
  { id, name, at, sizeBytes, sums: { tables, files } }: UpgradeBackup,
): Promise<void> {
  const row = {
    id,
    cause: 'upgrade' as const,
    requested_by: null,
    created_at: at,
    file_name: name,
    status: 'made' as const,
    started_at: at,
    finished_at: at,
    size_bytes: sizeBytes,
    row_count: tables.reduce((sum, { rows }) => sum + rows, 0),
    file_count: files.count,
    missing_file_count: files.missing,
  }
  await database.transact(systemActor, (tx) => tx.insertInto('backups').values(row).execute())
}

/** Whether nobody has begun to use the installation. */
export async function isUnused(tx: Transaction): Promise<boolean> {
  const person = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const file = await tx.selectFrom('stored_files').select('id').limit(1).executeTakeFirst()
  return !(person ?? file)
}
