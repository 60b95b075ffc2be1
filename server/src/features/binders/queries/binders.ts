import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, RowChange } from '../../../platform/db/schema.ts'

export type BinderPosition = readonly [createdAt: string, id: string]

export async function insertBinder(tx: Transaction, row: NewRow<'binders'>): Promise<void> {
  await tx.insertInto('binders').values(row).execute()
}

export async function updateBinder(tx: Transaction, id: string, change: RowChange<'binders'>): Promise<void> {
  await tx.updateTable('binders').set(change).where('id', '=', id).execute()
}

const binders = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('binders as b')
    .leftJoin('team_members as m', 'm.user_id', 'b.requested_by')
    .selectAll('b')
    .select('m.name as requester_name')
    .select(
      sql<number>`(select count(*)::integer from certificate_requests r where r.campaign_id = b.campaign_id)`.as(
        'asked_count',
      ),
    )
    .where('b.business_id', '=', businessId)

export const findBinder = (tx: Transaction, businessId: string, id: string) =>
  binders(tx, businessId).where('b.id', '=', id).executeTakeFirst()

export function binderPage(
  tx: Transaction,
  businessId: string,
  before: BinderPosition | undefined,
  limit: number,
) {
  // Drafts of a list of sales are opened from that list.
  let page = binders(tx, businessId).where((row) =>
    row.or([row('b.sales_list_id', 'is', null), row('b.status', '<>', 'draft')]),
  )
  if (before) {
    page = page.where(sql<boolean>`(b.created_at, b.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('b.created_at', 'desc').orderBy('b.id', 'desc').limit(sql.lit(limit)).execute()
}

export type BinderRow = Awaited<ReturnType<typeof binderPage>>[number]

export const lockBinder = (tx: Transaction, businessId: string, id: string) =>
  tx
    .selectFrom('binders')
    .selectAll()
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirst()

export async function countPreparing(tx: Transaction, businessId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from binders
    where business_id = ${businessId} and status = 'preparing'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Undefined if the binder no longer waits for its file. */
export const findPreparing = (tx: Transaction, id: string) =>
  tx
    .selectFrom('binders as b')
    .innerJoin('businesses as o', 'o.id', 'b.business_id')
    .selectAll('b')
    .select('o.name as business_name')
    .where('b.id', '=', id)
    .where('b.status', '=', 'preparing')
    .executeTakeFirst()

export type PreparingBinder = NonNullable<Awaited<ReturnType<typeof findPreparing>>>

/** Returns false if the binder no longer waits for its file. */
export async function finishBinder(
  tx: Transaction,
  id: string,
  end: RowChange<'binders'> & { status: 'ready' | 'failed' },
): Promise<boolean> {
  const row = await tx
    .updateTable('binders')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'preparing')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Foreign keys delete its list. */
export async function deleteBinder(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('binders').where('id', '=', id).execute()
}

export const listExpired = (tx: Transaction, now: Date, limit: number) =>
  tx
    .selectFrom('binders')
    .select(['id', 'business_id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()

/** Binders whose job was lost. */
export const failStuck = (tx: Transaction, before: Date, now: Date) =>
  tx
    .updateTable('binders')
    .set({ status: 'failed', updated_at: now })
    .where('status', '=', 'preparing')
    .where('updated_at', '<=', before)
    .returning(['id', 'business_id'])
    .execute()

/** Binders that the person asked for. */
export const bindersBy = (tx: Transaction, personId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('binders')
    .select(['id', 'state', 'from_on as from', 'to_on as to', 'status', 'created_at as createdAt'])
    .where('requested_by', '=', personId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
