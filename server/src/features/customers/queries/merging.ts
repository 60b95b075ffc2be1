import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

/** Moves every certificate of a record and answers which. */
export async function moveLinks(tx: Transaction, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update coverage_customers set record_id = ${to} where record_id = ${from} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Of those that moved, the ones that are still there. */
export async function returnLinks(
  tx: Transaction,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update coverage_customers set record_id = ${to}
    where id = any(${[...ids]}::uuid[]) and record_id = ${from}`.execute(tx)
}

export async function countLinked(tx: Transaction, recordId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct i.share_id)::int as count
    from coverage_customers v join coverage_index i on i.customer_id = v.id
    where v.record_id = ${recordId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function listChildIds(tx: Transaction, parentId: string): Promise<string[]> {
  const rows = await tx.selectFrom('customers').select('id').where('parent_id', '=', parentId).execute()
  return rows.map(({ id }) => id)
}

export async function moveChildren(
  tx: Transaction,
  ids: readonly string[],
  from: string,
  to: string | null,
): Promise<void> {
  await sql`
    update customers set parent_id = ${to}
    where id = any(${[...ids]}::uuid[]) and parent_id = ${from}`.execute(tx)
}

export async function insertMerge(tx: Transaction, row: NewRow<'customer_merges'>): Promise<void> {
  await tx.insertInto('customer_merges').values(row).execute()
}

export const findMerge = (
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<Row<'customer_merges'> | undefined> =>
  tx
    .selectFrom('customer_merges')
    .selectAll()
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirst()

export async function endMerge(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`update customer_merges set undone_at = ${at}, moved = null where id = ${id}`.execute(tx)
}

/** Those that can still be undone. */
export const listMerges = (tx: Transaction, targetId: string, since: Date) =>
  tx
    .selectFrom('customer_merges as m')
    .innerJoin('customers as c', 'c.id', 'm.source_id')
    .select(['m.id', 'm.merged_at', 'c.id as customer_id', 'c.name'])
    .where('m.target_id', '=', targetId)
    .where('m.undone_at', 'is', null)
    .where('m.moved', 'is not', null)
    .where('m.merged_at', '>', since)
    .orderBy('m.merged_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(sql.lit(50))
    .execute()

export async function forgetMoved(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    update customer_merges set moved = null
    where id in (select id from customer_merges where moved is not null and merged_at < ${before}
      limit ${sql.lit(limit)})
    returning id`.execute(tx)
  return rows.length
}
