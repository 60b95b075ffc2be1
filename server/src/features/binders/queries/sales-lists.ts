/** Lists of sales. Their lines are those of one draft binder for each state. */
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'

export type SalesListPosition = readonly [createdAt: string, id: string]

export async function insertSalesList(tx: Transaction, row: NewRow<'sales_lists'>): Promise<void> {
  await tx.insertInto('sales_lists').values(row).execute()
}

export async function updateSalesList(
  tx: Transaction,
  id: string,
  change: RowChange<'sales_lists'>,
): Promise<void> {
  await tx.updateTable('sales_lists').set(change).where('id', '=', id).execute()
}

const lists = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('sales_lists as l')
    .leftJoin('team_members as m', 'm.user_id', 'l.created_by')
    .selectAll('l')
    .select('m.name as creator_name')
    .select(
      sql<number>`(select count(*)::integer from certificate_requests r where r.campaign_id = l.campaign_id)`.as(
        'asked_count',
      ),
    )
    .select(
      sql<{ state: string; binderId: string; rows: number }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('state', b.state, 'binderId', b.id, 'rows', (
            select count(*) from binder_sales s where s.binder_id = b.id)) order by b.state), '[]')
        from binders b where b.sales_list_id = l.id)`.as('states'),
    )
    .where('l.business_id', '=', businessId)

export const findSalesList = (tx: Transaction, businessId: string, id: string) =>
  lists(tx, businessId).where('l.id', '=', id).executeTakeFirst()

export function salesListPage(
  tx: Transaction,
  businessId: string,
  before: SalesListPosition | undefined,
  limit: number,
) {
  let page = lists(tx, businessId)
  if (before) {
    page = page.where(sql<boolean>`(l.created_at, l.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('l.created_at', 'desc').orderBy('l.id', 'desc').limit(sql.lit(limit)).execute()
}

export type SalesListRow = Awaited<ReturnType<typeof salesListPage>>[number]

export const lockSalesList = (tx: Transaction, businessId: string, id: string) =>
  tx
    .selectFrom('sales_lists')
    .selectAll()
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirst()

export async function countSalesLists(tx: Transaction, businessId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('sales_lists')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  return count
}

/** Binders whose file was made from the list stay. */
export async function deleteSalesList(tx: Transaction, id: string): Promise<void> {
  await tx
    .deleteFrom('binders')
    .where('sales_list_id', '=', id)
    .where('status', 'in', ['draft', 'failed'])
    .execute()
  await tx.deleteFrom('sales_lists').where('id', '=', id).execute()
}

export const listExpiredLists = (tx: Transaction, now: Date, limit: number) =>
  tx
    .selectFrom('sales_lists')
    .select(['id', 'business_id'])
    .where('expires_at', '<=', now)
    .limit(sql.lit(limit))
    .execute()

/** Lists that a person added, for the copy of their data. */
export function salesListsBy(tx: Transaction, personId: string, after: string | undefined, limit: number) {
  let page = tx
    .selectFrom('sales_lists')
    .select(['id', 'created_at as createdAt'])
    .where('created_by', '=', personId)
  if (after) page = page.where('id', '>', after)
  return page.orderBy('id').limit(sql.lit(limit)).execute()
}

export const bindersOf = (tx: Transaction, listId: string): Promise<Row<'binders'>[]> =>
  tx.selectFrom('binders').selectAll().where('sales_list_id', '=', listId).orderBy('state').execute()

export const countLines = (tx: Transaction, listId: string) =>
  tx
    .selectFrom('binder_sales as s')
    .innerJoin('binders as b', 'b.id', 's.binder_id')
    .leftJoin('coverage_checks as c', 'c.id', 's.check_id')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('s.is_twice', '=', true).as('twice'),
      fn
        .countAll<number>()
        .filterWhere('s.sale_on', 'is', null)
        .filterWhere('c.on_date', 'is', null)
        .as('undated'),
    ])
    .where('b.sales_list_id', '=', listId)
    .executeTakeFirstOrThrow()

export async function insertRehearsal(tx: Transaction, row: NewRow<'audit_rehearsals'>): Promise<void> {
  await tx.insertInto('audit_rehearsals').values(row).execute()
}

export const listRehearsals = (
  tx: Transaction,
  listId: string,
  limit: number,
): Promise<Row<'audit_rehearsals'>[]> =>
  tx
    .selectFrom('audit_rehearsals')
    .selectAll()
    .where('sales_list_id', '=', listId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .execute()
