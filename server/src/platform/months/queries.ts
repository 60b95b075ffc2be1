import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'

/** Tables with a partition for each month. */
export type MonthlyTable = 'audit_origins' | 'mails'

/** Creates the missing partitions up to so many months ahead. Returns the names of the new ones. */
export async function createMonths(database: Database, now: Date, ahead: number): Promise<string[]> {
  const { rows } = await database.executeAsOwner('select * from exempta_prepare_months($1, $2) as name', [
    now,
    ahead,
  ])
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** Drops the partitions that ended before. Returns their names. */
export async function dropMonths(database: Database, table: MonthlyTable, before: Date): Promise<string[]> {
  const { rows } = await database.executeAsOwner('select * from exempta_drop_months($1, $2) as name', [
    table,
    before,
  ])
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** The partitions that hold more than a month: what is older than partitioning, and what no month was ready for. */
export async function listMixedPartitions(tx: Transaction, table: MonthlyTable): Promise<string[]> {
  const { rows } = await sql<{ partition: string }>`
    select partition from exempta_months(${table}::regclass) where not is_month`.execute(tx)
  return rows.map(({ partition }) => partition)
}

/** Deletes rows of a mixed partition, the oldest first. Returns how many were deleted. */
export async function deleteRowsBefore(
  tx: Transaction,
  { table, partition, before }: { table: MonthlyTable; partition: string; before: Date },
  limit: number,
): Promise<number> {
  const [name, [key, end]] = [sql.table(partition), keyBefore(table, before)]
  const { numAffectedRows } = await sql`
    delete from ${name} where ctid = any(array(
      select ctid from ${name} where ${key} < ${end} order by ${key} limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** The column that decides about a row's month, and its value at that moment. */
const keyBefore = (table: MonthlyTable, before: Date) =>
  ({
    audit_origins: [sql.ref('entry_id'), sql`exempta_first_id(${before})`],
    mails: [sql.ref('created_at'), sql`${before}::timestamptz`],
  })[table] as [RawBuilder<unknown>, RawBuilder<unknown>]
