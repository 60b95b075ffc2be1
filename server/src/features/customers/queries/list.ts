import type { CustomerAnswerCode, CustomerFilter } from '@exempta/contract/customers'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type CustomerPosition = [name: string, id: string]

type Filter = Omit<CustomerFilter, 'search'> & {
  /** Only these. */
  ids?: readonly string[] | undefined
}

/**
 * A page by name. The rows that a filter names are read in the order of an index that begins with the filter, so a page
 * costs the same however many customers there are.
 */
export async function customerPage(
  tx: Transaction,
  businessId: string,
  filter: Filter,
  position: CustomerPosition | undefined,
  limit: number,
): Promise<Row<'customers'>[]> {
  const { rows } = await sql<Row<'customers'>>`
    select c.* from (${candidates(businessId, filter, position)}) found (name, id)
      join customers c on c.id = found.id and c.merged_into is null
    where c.business_id = ${businessId}
      and c.inactive_at is ${filter.inactive ? sql`not null` : sql`null`}
      ${filter.ids ? sql`and c.id = any(${[...filter.ids]}::uuid[])` : sql``}
      ${filter.tag === undefined ? sql`` : sql`and ${filter.tag} = any(c.tags)`}
      ${hasAnswer(filter) ? sql`and exists (select from customer_answers a where a.customer_id = c.id ${answered(filter)})` : sql``}
    order by found.name, found.id
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

const hasAnswer = ({ state, answer, missing, expiresBefore }: Filter) =>
  state !== undefined || answer !== undefined || missing === true || expiresBefore !== undefined

/** The names and ids in order, without the limit: whoever reads them stops when the page is full. */
function candidates(businessId: string, filter: Filter, position: CustomerPosition | undefined) {
  if (filter.ids) {
    return sql`select name, id from customers where id = any(${[...filter.ids]}::uuid[]) ${after(position)}`
  }
  if (hasAnswer(filter)) {
    return sql`
      select distinct a.customer_name, a.customer_id from customer_answers a
      where a.business_id = ${businessId} ${answered(filter)} ${after(position, 'customer_name', 'customer_id')}
      order by a.customer_name, a.customer_id`
  }
  if (filter.tag !== undefined) {
    return sql`
      select t.customer_name, t.customer_id from customer_tags t
      where t.business_id = ${businessId} and t.tag = ${filter.tag} collate "C"
        ${after(position, 'customer_name', 'customer_id')}
      order by t.customer_name, t.customer_id`
  }
  return sql`
    select name, id from customers
    where business_id = ${businessId} and merged_into is null
      and inactive_at is ${filter.inactive ? sql`not null` : sql`null`} ${after(position)}
    order by name, id`
}

function answered({ state, answer, missing, expiresBefore }: Filter): RawBuilder<unknown> {
  const wanted: readonly CustomerAnswerCode[] = ['not-covered', 'none']
  return sql.join(
    [
      state === undefined ? sql`` : sql`and a.state = ${state}`,
      answer === undefined ? sql`` : sql`and a.answer = ${answer}`,
      missing ? sql`and a.answer in (${sql.join(wanted.map((one) => sql.lit(one)))})` : sql``,
      expiresBefore === undefined ? sql`` : sql`and a.ends_on < ${expiresBefore}::date`,
    ],
    sql` `,
  )
}

const after = (position: CustomerPosition | undefined, name = 'name', id = 'id') =>
  position === undefined
    ? sql``
    : sql`and (${sql.ref(name)}, ${sql.ref(id)}) > (${position[0]} collate "C", ${position[1]}::uuid)`

export const listAnswers = (tx: Transaction, businessId: string, ids: readonly string[]) =>
  tx
    .selectFrom('customer_answers')
    .select(['customer_id', 'state', 'answer', 'ends_on', 'share_id'])
    .where(sql<boolean>`customer_id = any(${[...ids]}::uuid[])`)
    .where('business_id', '=', businessId)
    .orderBy('customer_id')
    .orderBy('state')
    .execute()

export type AnswerRow = Awaited<ReturnType<typeof listAnswers>>[number]

/** Since when the certificates behind answers don't cover anymore: revoked, rejected or expired. */
export const listEnds = (tx: Transaction, shareIds: readonly string[]) =>
  tx
    .selectFrom('document_shares')
    .select((share) => [
      'id as share_id',
      'revoked_at',
      share.case().when('status', '=', 'rejected').then(share.ref('reviewed_at')).end().as('rejected_at'),
    ])
    .where(sql<boolean>`id = any(${[...shareIds]}::uuid[])`)
    .execute()

/** What was done to a record and to those that were merged into it, the newest first. */
export async function activityPage(
  tx: Transaction,
  recordId: string,
  position: readonly [at: string, id: string] | undefined,
  limit: number,
): Promise<Row<'customer_activity'>[]> {
  let page = tx
    .selectFrom('customer_activity')
    .selectAll()
    .where(sql<boolean>`customer_id in (select one::text from customer_family(${recordId}) one)`)
  if (position)
    page = page.where(sql<boolean>`(at, id) < (${position[0]}::timestamptz, ${position[1]}::uuid)`)
  return page.orderBy('at', 'desc').orderBy('id', 'desc').limit(sql.lit(limit)).execute()
}
