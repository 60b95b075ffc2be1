import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type BackupChange = Partial<
  Omit<Row<'backups'>, 'id' | 'file_name' | 'cause' | 'created_at' | 'requested_by'>
>
export type ListedBackup = Awaited<ReturnType<typeof listRows>>[number]

const rows = (tx: Transaction) =>
  tx
    .selectFrom('backups as b')
    .leftJoin('users as u', 'u.id', 'b.requested_by')
    .selectAll('b')
    .select('u.name as requester')

export const listRows = (tx: Transaction, limit: number) =>
  rows(tx).orderBy('b.created_at', 'desc').orderBy('b.id', 'desc').limit(limit).execute()

export const findRow = (tx: Transaction, id: string) => rows(tx).where('b.id', '=', id).executeTakeFirst()

/** The newest one that the schedule started. */
export const findScheduled = (tx: Transaction) =>
  tx
    .selectFrom('backups')
    .select('created_at')
    .where('cause', '=', 'schedule')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findNewestMade = (tx: Transaction) =>
  tx
    .selectFrom('backups')
    .select(['created_at', 'test_status'])
    .where('status', '=', 'made')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** False if another one waits or is being made. */
export async function insertRow(tx: Transaction, row: NewRow<'backups'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('backups')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateRow(tx: Transaction, id: string, change: BackupChange): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('backups')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Those that are over: made ones beyond the newest `kept`, and failed ones that are older than any of these. */
export async function listOver(tx: Transaction, kept: number): Promise<{ id: string; file_name: string }[]> {
  const oldestKept = await tx
    .selectFrom('backups')
    .select('created_at')
    .where('status', '=', 'made')
    .orderBy('created_at', 'desc')
    .offset(kept - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldestKept) return []
  return tx
    .selectFrom('backups')
    .select(['id', 'file_name'])
    .where('created_at', '<', oldestKept.created_at)
    .where('status', 'in', ['made', 'failed'])
    .execute()
}

export const deleteRow = (tx: Transaction, id: string) =>
  tx.deleteFrom('backups').where('id', '=', id).execute()
