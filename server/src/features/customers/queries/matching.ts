import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

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

export type SuggestionRow = Pick<Row<'customer_suggestions'>, 'id' | 'reasons' | 'suggested_at'> & {
  stated_id: string
  record_id: string
  record_name: string
  share_id: string | null
  email: string
  customer_id: string
  customer_name: string
  customer_number: string | null
}

export type SuggestionPosition = [at: string, id: string]

const suggestions = sql`
  select s.id, v.id as stated_id, v.record_id, o.name as record_name, v.email, c.id as customer_id,
    c.name as customer_name, c.number as customer_number, s.reasons, s.suggested_at,
    (select i.share_id from coverage_index i where i.customer_id = v.id order by i.share_id desc limit 1) as share_id
  from customer_suggestions s
    join coverage_customers v on v.id = s.coverage_customer_id and v.matched_by = 'own'
    join customers o on o.id = v.record_id and o.merged_into is null
    join customers c on c.id = s.customer_id and c.merged_into is null and c.id <> v.record_id
  where s.declined_at is null`

export async function suggestionPage(
  tx: Transaction,
  businessId: string,
  { customerId, receivedId }: { customerId?: string | undefined; receivedId?: string | undefined },
  position: SuggestionPosition | undefined,
  limit: number,
): Promise<SuggestionRow[]> {
  const about = customerId ? sql`and ${customerId}::uuid in (v.record_id, c.id)` : sql``
  const ofShare = receivedId
    ? sql`and exists (select from coverage_index i where i.customer_id = v.id and i.share_id = ${receivedId})`
    : sql``
  const after = position
    ? sql`and (s.suggested_at, s.id) < (${position[0]}::timestamptz, ${position[1]}::uuid)`
    : sql``
  const { rows } = await sql<SuggestionRow>`
    ${suggestions} and s.business_id = ${businessId} ${about} ${ofShare} ${after}
    order by s.suggested_at desc, s.id desc limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

export async function findSuggestion(
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<SuggestionRow | undefined> {
  const { rows } = await sql<SuggestionRow>`
    ${suggestions} and s.business_id = ${businessId} and s.id = ${id}`.execute(tx)
  return rows[0]
}

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
