import type { Verdict } from '@exempta/contract/verdict'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** What certificates say belongs to a customer's record, and ids of both are in use. */
const ofRecord = (customerId: string) => sql<boolean>`customer_id in (
  select v.id from coverage_customers v where v.record_id = (select current_customer(${customerId})))`

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
        .where(ofRecord(customerId))
        .where('business_id', '=', businessId)
        .groupBy(['share_id', 'customer_id'])
        .as('i'),
    )
    .innerJoin('coverage_facts as f', 'f.share_id', 'i.share_id')
    .innerJoin('coverage_customers as v', 'v.id', 'i.customer_id')
    .innerJoin('customers as r', 'r.id', 'v.record_id')
    .selectAll('f')
    .select(['i.customer_id', 'i.customer_name', 'i.last_purchase_on'])
    .select(['r.id as record_id', 'r.name as record_name'])
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
  if (customerIds) {
    page = page.where(
      sql<boolean>`customer_id in (
        select v.id from coverage_customers v where v.record_id = any(${[...customerIds]}::uuid[]))`,
    )
  }
  if (position) {
    const [name, shareId, lastState] = position
    page = page.where(
      sql<boolean>`(customer_name, share_id, state) > (${name} collate "C", ${shareId}::uuid, ${lastState})`,
    )
  }
  return tx
    .selectFrom(page.as('i'))
    .innerJoin('coverage_facts as f', 'f.share_id', 'i.share_id')
    .innerJoin('coverage_customers as v', 'v.id', 'i.customer_id')
    .selectAll('f')
    .select('v.record_id')
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
