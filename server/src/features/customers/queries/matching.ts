import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** The rows of `coverage_customers` that the certificates of these shares made. */
export async function statedBy(tx: Transaction, shareIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct customer_id as id from coverage_index
    where share_id = any(${[...shareIds]}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function matchStated(tx: Transaction, stated: readonly string[], at: Date): Promise<void> {
  await sql`select match_customers(${[...stated]}::uuid[], ${at})`.execute(tx)
}

/** What arrived earlier and has one of these names or addresses. */
export async function listMatchable(
  tx: Transaction,
  businessId: string,
  { names, emails }: { names: readonly string[]; emails: readonly string[] },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select v.id from coverage_customers v
        where v.business_id = ${businessId} and v.matched_by = 'own' and lower(v.email) = any(${[...emails]}::text[])
      union
      select i.customer_id from coverage_index i join coverage_customers v on v.id = i.customer_id
        where i.business_id = ${businessId} and i.customer_name = any(${[...names]}::text[]) and v.matched_by = 'own'
    ) stated limit ${sql.lit(limit)}`.execute(tx)
  return rows.map(({ id }) => id)
}

export type SuggestionPosition = [at: string, id: string]

const suggestions = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('customer_suggestions as s')
    .innerJoin('coverage_customers as v', 'v.id', 's.coverage_customer_id')
    .innerJoin('customers as own', 'own.id', 'v.record_id')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .where('s.business_id', '=', businessId)
    .where('s.declined_at', 'is', null)
    .where('v.matched_by', '=', 'own')
    .where('own.merged_into', 'is', null)
    .where('c.merged_into', 'is', null)
    .whereRef('c.id', '<>', 'v.record_id')
    .select((row) => [
      's.id',
      's.reasons',
      's.suggested_at',
      'v.id as stated_id',
      'v.email',
      'own.id as record_id',
      'own.name as record_name',
      'c.id as customer_id',
      'c.name as customer_name',
      'c.number as customer_number',
      row
        .selectFrom('coverage_index as i')
        .select('i.share_id')
        .whereRef('i.customer_id', '=', 'v.id')
        .orderBy('i.share_id', 'desc')
        .limit(1)
        .as('share_id'),
    ])

export type SuggestionRow = Awaited<ReturnType<ReturnType<typeof suggestions>['execute']>>[number]

export function suggestionPage(
  tx: Transaction,
  businessId: string,
  { customerId, receivedId }: { customerId?: string | undefined; receivedId?: string | undefined },
  position: SuggestionPosition | undefined,
  limit: number,
): Promise<SuggestionRow[]> {
  let page = suggestions(tx, businessId)
  if (customerId) page = page.where(sql<boolean>`${customerId}::uuid in (v.record_id, c.id)`)
  if (receivedId)
    page = page.where(
      sql<boolean>`exists (select from coverage_index i where i.customer_id = v.id and i.share_id = ${receivedId})`,
    )
  if (position)
    page = page.where(
      sql<boolean>`(s.suggested_at, s.id) < (${position[0]}::timestamptz, ${position[1]}::uuid)`,
    )
  return page.orderBy('s.suggested_at', 'desc').orderBy('s.id', 'desc').limit(sql.lit(limit)).execute()
}

export const findSuggestion = (
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<SuggestionRow | undefined> => suggestions(tx, businessId).where('s.id', '=', id).executeTakeFirst()

export async function declineSuggestion(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.updateTable('customer_suggestions').set({ declined_at: at }).where('id', '=', id).execute()
}

export const findStated = (tx: Transaction, businessId: string, id: string) =>
  tx
    .selectFrom('coverage_customers')
    .select(['id', 'name', 'record_id', 'matched_by'])
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirst()

/** By a team member, so that nothing is matched by itself anymore. */
export async function linkStated(tx: Transaction, id: string, recordId: string): Promise<void> {
  await tx
    .updateTable('coverage_customers')
    .set({ record_id: recordId, matched_by: 'hand' })
    .where('id', '=', id)
    .execute()
}
