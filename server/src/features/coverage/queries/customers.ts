import type { Verdict } from '@exempta/contract/verdict'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type CustomerRow = Pick<Row<'coverage_customers'>, 'id' | 'name' | 'email'>

/** How many customers of the first word are looked at for the others. */
const walked = 2000

/** In C order no text that begins with the part comes after this. */
const beginsWith = (column: RawBuilder<unknown>, part: string) =>
  sql<boolean>`${column} >= ${part} collate "C" and ${column} < ${`${part}\u{10FFFF}`} collate "C"`

const hasTerm = (businessId: string, part: string) => sql<boolean>`exists (
  select from coverage_terms o where o.customer_id = t.customer_id and o.business_id = ${businessId}
    and ${beginsWith(sql`o.term`, part)})`

/** Customers who have a word that begins with each of the parts. The longest part is usually the rarest. */
export async function findCustomers(
  tx: Transaction,
  businessId: string,
  parts: readonly string[],
  limit: number,
): Promise<CustomerRow[]> {
  const [first, ...others] = [...parts].sort((one, other) => other.length - one.length)
  if (first === undefined) return []
  const candidates = tx
    .selectFrom('coverage_terms')
    .select('customer_id')
    .where('business_id', '=', businessId)
    .where(beginsWith(sql`term`, first))
    .orderBy('term')
    .orderBy('customer_id')
    .limit(sql.lit(others.length === 0 ? limit * 3 : walked))
  let found = tx.selectFrom(candidates.as('t')).select('t.customer_id').distinct().limit(sql.lit(limit))
  for (const part of others) found = found.where(hasTerm(businessId, part))
  return tx
    .selectFrom(found.as('found'))
    .innerJoin('coverage_customers as c', (join) =>
      join.onRef('c.id', '=', 'found.customer_id').on('c.business_id', '=', businessId),
    )
    .select(['c.id', 'c.name', 'c.email'])
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}

/** Those that have exactly this term. */
export const customersWithTerm = (
  tx: Transaction,
  businessId: string,
  term: string,
  limit: number,
): Promise<CustomerRow[]> =>
  tx
    .selectFrom('coverage_terms as t')
    .innerJoin('coverage_customers as c', 'c.id', 't.customer_id')
    .select(['c.id', 'c.name', 'c.email'])
    .where('t.business_id', '=', businessId)
    .where(sql<boolean>`t.term = ${term} collate "C"`)
    .orderBy('c.id')
    .limit(sql.lit(limit))
    .execute()

/** Every certificate of a customer, the newest first. The last purchase is that of the state that is asked about. */
export const certificatesOf = (tx: Transaction, businessId: string, customerId: string, state: string) =>
  tx
    .selectFrom((query) =>
      query
        .selectFrom('coverage_index')
        .select(['share_id', 'customer_id'])
        .select(({ fn }) => [
          fn.min('customer_name').as('customer_name'),
          fn.max('last_purchase_on').filterWhere('state', '=', state).as('last_purchase_on'),
        ])
        .where('customer_id', '=', customerId)
        .where('business_id', '=', businessId)
        .groupBy(['share_id', 'customer_id'])
        .as('i'),
    )
    .innerJoin('coverage_facts as f', 'f.share_id', 'i.share_id')
    .selectAll('f')
    .select(['i.customer_id', 'i.customer_name', 'i.last_purchase_on'])
    .orderBy('f.shared_at', 'desc')
    .orderBy('f.share_id')
    .execute()

export type CustomerCertificate = Awaited<ReturnType<typeof certificatesOf>>[number]
export type ListedRow = Awaited<ReturnType<typeof coveragePage>>[number]

export type ListPosition = [name: string, shareId: string, state: string]

interface ListFilter {
  state?: string | undefined
  verdict?: Verdict | undefined
  expiresBefore?: string | undefined
  /** Only these customers. */
  customerIds?: readonly string[] | undefined
}

export function coveragePage(
  tx: Transaction,
  businessId: string,
  { state, verdict, expiresBefore, customerIds }: ListFilter,
  position: ListPosition | undefined,
  limit: number,
) {
  let page = tx
    .selectFrom('coverage_index')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('customer_name')
    .orderBy('share_id')
    .orderBy('state')
    .limit(sql.lit(limit))
  if (state) page = page.where('state', '=', state)
  if (verdict) page = page.where('verdict', '=', verdict)
  if (expiresBefore) page = page.where('ends_on', '<', expiresBefore)
  if (customerIds) page = page.where(sql<boolean>`customer_id = any(${[...customerIds]}::uuid[])`)
  if (position) {
    const [name, shareId, lastState] = position
    page = page.where(
      sql<boolean>`(customer_name, share_id, state) > (${name} collate "C", ${shareId}::uuid, ${lastState})`,
    )
  }
  return tx
    .selectFrom(page.as('i'))
    .innerJoin('coverage_facts as f', 'f.share_id', 'i.share_id')
    .selectAll('f')
    .select(['i.customer_id', 'i.customer_name', 'i.state', 'i.verdict', 'i.last_purchase_on'])
    .orderBy('i.customer_name')
    .orderBy('i.share_id')
    .orderBy('i.state')
    .execute()
}

/** The states that customers with these addresses are covered in today. */
export const findCovered = (
  tx: Transaction,
  businessId: string,
  emails: readonly string[],
): Promise<{ email: string; state: string }[]> =>
  tx
    .selectFrom('coverage_customers as c')
    .innerJoin('coverage_index as i', 'i.customer_id', 'c.id')
    .select(['i.state', sql<string>`lower(c.email)`.as('email')])
    .distinct()
    .where('c.business_id', '=', businessId)
    .where(sql<boolean>`lower(c.email) = any(${emails.map((email) => email.toLowerCase())}::text[])`)
    .where('i.verdict', '=', 'covered')
    .execute()
