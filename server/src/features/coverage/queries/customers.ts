import type { Verdict } from '@exempta/contract/verdict'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'
import type { CertificateRow } from './certificates.ts'

export type CustomerRow = Pick<Row<'coverage_customers'>, 'id' | 'name' | 'email'>

/** How many customers of the first word are looked at for the others. */
const walked = 2000

/** In C order no text that begins with the part comes after this. */
const beginsWith = (column: RawBuilder<unknown>, part: string) =>
  sql`${column} >= ${part} collate "C" and ${column} < ${`${part}\u{10FFFF}`} collate "C"`

const hasTerm = (businessId: string, part: string) => sql`exists (
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
  const { rows } = await sql<CustomerRow>`
    select c.id, c.name, c.email from (
      select distinct t.customer_id from (
        select customer_id from coverage_terms
        where business_id = ${businessId} and ${beginsWith(sql`term`, first)}
        order by term, customer_id limit ${sql.lit(others.length === 0 ? limit * 3 : walked)}) t
      where true ${sql.join(
        others.map((part) => sql`and ${hasTerm(businessId, part)}`),
        sql` `,
      )}
      limit ${sql.lit(limit)}) found
      join coverage_customers c on c.id = found.customer_id and c.business_id = ${businessId}
    order by c.name, c.id`.execute(tx)
  return rows
}

/** Those that have exactly this term. */
export async function customersWithTerm(
  tx: Transaction,
  businessId: string,
  term: string,
  limit: number,
): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select c.id, c.name, c.email from coverage_terms t
      join coverage_customers c on c.id = t.customer_id
    where t.business_id = ${businessId} and t.term = ${term} collate "C"
    order by c.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

export interface CustomerCertificate extends CertificateRow {
  customer_id: string
  customer_name: string
  /** Of the state that is asked about. */
  last_purchase_on: string | null
}

/** Every certificate of a customer, the newest first. */
export async function certificatesOf(
  tx: Transaction,
  businessId: string,
  customerId: string,
  state: string,
): Promise<CustomerCertificate[]> {
  const { rows } = await sql<CustomerCertificate>`
    select f.*, i.customer_id, i.customer_name, i.last_purchase_on
    from (
      select share_id, customer_id, min(customer_name) as customer_name,
        max(last_purchase_on) filter (where state = ${state}) as last_purchase_on
      from coverage_index where customer_id = ${customerId} and business_id = ${businessId}
      group by share_id, customer_id) i
      join coverage_facts f on f.share_id = i.share_id
    order by f.shared_at desc, f.share_id`.execute(tx)
  return rows
}

export interface ListedRow extends CertificateRow {
  customer_id: string
  customer_name: string
  state: string
  verdict: Verdict
  last_purchase_on: string | null
}

export type ListPosition = [name: string, shareId: string, state: string]

interface ListFilter {
  state?: string | undefined
  verdict?: Verdict | undefined
  expiresBefore?: string | undefined
  /** Only these customers. */
  customerIds?: readonly string[] | undefined
}

export async function coveragePage(
  tx: Transaction,
  businessId: string,
  { state, verdict, expiresBefore, customerIds }: ListFilter,
  position: ListPosition | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select f.*, i.customer_id, i.customer_name, i.state, i.verdict, i.last_purchase_on from (
      select * from coverage_index where business_id = ${businessId}
        ${state ? sql`and state = ${state}` : sql``}
        ${verdict ? sql`and verdict = ${verdict}` : sql``}
        ${expiresBefore ? sql`and ends_on < ${expiresBefore}::date` : sql``}
        ${customerIds ? sql`and customer_id = any(${[...customerIds]}::uuid[])` : sql``}
        ${
          position
            ? sql`and (customer_name, share_id, state) >
                (${position[0]} collate "C", ${position[1]}::uuid, ${position[2]})`
            : sql``
        }
      order by customer_name, share_id, state limit ${sql.lit(limit)}) i
      join coverage_facts f on f.share_id = i.share_id
    order by i.customer_name, i.share_id, i.state`.execute(tx)
  return rows
}
