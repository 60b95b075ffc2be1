import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'

export type CustomerRecord = Row<'customers'>

/** In C order no text that begins with the part comes after this. */
const last = '\u{10FFFF}'

export const findRecord = (
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<CustomerRecord | undefined> =>
  tx
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst()

/** In the order of their ids, so that two changes of the same records wait for each other instead of failing. */
export const lockRecords = (
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<CustomerRecord[]> =>
  tx
    .selectFrom('customers')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('business_id', '=', businessId)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Whatever the case of the number. Also a record that was merged into another one. */
export const findByNumber = (
  tx: Transaction,
  businessId: string,
  number: string,
): Promise<CustomerRecord | undefined> =>
  tx
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(sql<boolean>`lower(number) = lower(${number})`)
    .executeTakeFirst()

/** Only known names, so that a record can be named beside another one. */
export const namesOf = (
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('customers')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('business_id', '=', businessId)
    .execute()

export const listChildren = (tx: Transaction, businessId: string, parentId: string, limit: number) =>
  tx
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('parent_id', '=', parentId)
    .where('business_id', '=', businessId)
    .where('merged_into', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute()

/** The parents above a record, the nearest first. */
export async function listAncestors(tx: Transaction, id: string, depth: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, step) as (
      select c.parent_id, 1 from customers c where c.id = ${id} and c.parent_id is not null
      union all
      select c.parent_id, a.step + 1 from above a join customers c on c.id = a.id
        where c.parent_id is not null and a.step <= ${sql.lit(depth)})
    select id from above order by step`.execute(tx)
  return rows.map((row) => row.id)
}

export async function insertRecord(tx: Transaction, row: NewRow<'customers'>): Promise<void> {
  await tx.insertInto('customers').values(row).execute()
}

export async function updateRecord(
  tx: Transaction,
  businessId: string,
  id: string,
  change: RowChange<'customers'>,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set(change)
    .set('version', sql<number>`version + 1`)
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .execute()
}

export async function deleteRecord(tx: Transaction, businessId: string, id: string): Promise<void> {
  await tx.deleteFrom('customers').where('id', '=', id).where('business_id', '=', businessId).execute()
}

export async function hasCertificates(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('coverage_customers')
    .select('id')
    .where(sql<boolean>`record_id in (select customer_family(${id}))`)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row !== undefined
}

/** The terms replace those that are stored. */
export async function putRecordTerms(
  tx: Transaction,
  businessId: string,
  customerId: string,
  terms: readonly string[],
): Promise<void> {
  await sql`
    delete from customer_terms
    where customer_id = ${customerId} and term <> all(${[...terms]}::text[])`.execute(tx)
  await sql`
    insert into customer_terms (business_id, term, customer_id)
    select ${businessId}, term, ${customerId} from unnest(${[...terms]}::text[]) term
    on conflict do nothing`.execute(tx)
}

/** The next tag after one, through the index: as many steps as there are tags, however many customers have them. */
export async function listTags(tx: Transaction, businessId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with recursive tags (tag) as (
      (select t.tag from customer_tags t where t.business_id = ${businessId} order by t.tag limit 1)
      union all
      select (select t.tag from customer_tags t where t.business_id = ${businessId} and t.tag > g.tag
        order by t.tag limit 1) from tags g where g.tag is not null)
    select tag from tags where tag is not null limit ${sql.lit(limit)}`.execute(tx)
  return rows.map((row) => row.tag)
}

/** Records with a word that begins with each of the parts, in what they say or in what their certificates say. */
export async function findRecordIds(
  tx: Transaction,
  businessId: string,
  parts: readonly string[],
  limit: number,
): Promise<string[]> {
  const [first, ...others] = [...parts].sort((one, other) => other.length - one.length)
  if (first === undefined) return []
  const within = sql.lit(others.length === 0 ? limit * 3 : walked)
  const { rows } = await sql<{ id: string }>`
    with found (id) as (
      select customer_id from (
        select customer_id from customer_terms
        where business_id = ${businessId} and term >= ${first} collate "C" and term < ${first + last} collate "C"
        order by term, customer_id limit ${within}) own
      union
      select v.record_id from (
        select customer_id from coverage_terms
        where business_id = ${businessId} and term >= ${first} collate "C" and term < ${first + last} collate "C"
        order by term, customer_id limit ${within}) stated
        join coverage_customers v on v.id = stated.customer_id)
    select id from found f
    where ${others.length === 0 ? sql`true` : sql.join(others.map(hasTerm), sql` and `)}
    limit ${sql.lit(limit)}`.execute(tx)
  return rows.map((row) => row.id)
}

/** How many records with the first word are looked at for the others. */
const walked = 2000

const hasTerm = (part: string) => sql<boolean>`(
  exists (select from customer_terms o where o.customer_id = f.id
    and o.term >= ${part} collate "C" and o.term < ${part + last} collate "C")
  or exists (select from coverage_customers v join coverage_terms o on o.customer_id = v.id
    where v.record_id = f.id and o.term >= ${part} collate "C" and o.term < ${part + last} collate "C"))`

/** Customers are also found by the numbers of records that were merged into them. */
export async function listMergedNumbers(tx: Transaction, businessId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from customers
    where id in (select customer_family(${id})) and id <> ${id} and business_id = ${businessId}
      and number is not null`.execute(tx)
  return rows.map(({ number }) => number)
}

export interface FoundCustomer {
  id: string
  name: string
  email: string | null
  /** Of the first address that the record has. */
  city: string | null
  state: string | null
}

/** For the counter: the first ones that a search finds, by name. */
export async function findCustomers(
  tx: Transaction,
  businessId: string,
  parts: readonly string[],
  limit: number,
): Promise<FoundCustomer[]> {
  const ids = await findRecordIds(tx, businessId, parts, limit)
  if (ids.length === 0) return []
  return tx
    .selectFrom('customers as c')
    .select((row) => [
      'c.id',
      'c.name',
      row.fn
        .coalesce(
          row
            .selectFrom('coverage_customers as v')
            .select('v.email')
            .whereRef('v.record_id', '=', 'c.id')
            .where('v.email', '<>', '')
            .orderBy('v.id')
            .limit(1),
          sql<string | null>`c.contacts -> 0 ->> 'email'`,
        )
        .as('email'),
      sql<string | null>`c.addresses -> 0 ->> 'city'`.as('city'),
      sql<string | null>`c.addresses -> 0 ->> 'state'`.as('state'),
    ])
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
    .where('c.business_id', '=', businessId)
    .where('c.merged_into', 'is', null)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}

/** By the id of a record, of one that was merged into it, or of what its certificates say. */
export const findCurrent = (
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<CustomerRecord | undefined> =>
  tx
    .selectFrom('customers')
    .selectAll()
    .where(sql<boolean>`id = (select current_customer(${id}))`)
    .where('business_id', '=', businessId)
    .executeTakeFirst()

export interface CurrentCustomer {
  id: string
  name: string
  number: string | null
}

/** The same for several: the records that these have become, by the ids that were asked for. */
export async function findAllCurrent(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, CurrentCustomer>> {
  const { rows } = await sql<CurrentCustomer & { asked: string }>`
    select a.id as asked, c.id, c.name, c.number
    from unnest(${[...ids]}::uuid[]) a (id) join customers c on c.id = current_customer(a.id)
    where c.business_id = ${businessId}`.execute(tx)
  return new Map(rows.map(({ asked, ...customer }) => [asked, customer]))
}

/** Records that have exactly this term, by themselves or in what their certificates say. */
export async function customersWithTerm(
  tx: Transaction,
  businessId: string,
  term: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select customer_id as id from customer_terms
      where business_id = ${businessId} and term = ${term} collate "C"
    union
    select v.record_id from coverage_terms t join coverage_customers v on v.id = t.customer_id
      where t.business_id = ${businessId} and t.term = ${term} collate "C"
    order by id limit ${sql.lit(limit)}`.execute(tx)
  return rows.map((row) => row.id)
}

export interface ListedRecord {
  line: number
  customer_id: string
  /** The states that are covered today. */
  covered: string[]
}

/** The records of the lines of a list: by the number, otherwise by an address that only one record has. */
export async function findListed(
  tx: Transaction,
  businessId: string,
  lines: readonly { line: number; email: string; number: string | null }[],
): Promise<Map<number, ListedRecord>> {
  if (lines.length === 0) return new Map()
  const { rows } = await sql<ListedRecord>`
    with given as (
      select r.line, r.email, r.number
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r (line integer, email text, number text)
    ), by_number as (
      select g.line, current_customer(c.id) as id
      from given g join customers c on c.business_id = ${businessId} and lower(c.number) = lower(g.number)
    ), by_email as (
      select g.line, min(f.id::text)::uuid as id
      from given g cross join lateral (
        select t.customer_id as id from customer_terms t
          where t.business_id = ${businessId} and t.term = g.email collate "C"
        union
        select v.record_id from coverage_customers v
          where v.business_id = ${businessId} and lower(v.email) = g.email) f
      group by g.line having count(*) = 1
    ), found as (
      select g.line, coalesce(n.id, e.id) as id
      from given g left join by_number n on n.line = g.line left join by_email e on e.line = g.line
    )
    select f.line, f.id as customer_id, coalesce(
      (select array_agg(a.state) from customer_answers a where a.customer_id = f.id and a.answer = 'covered'),
      '{}') as covered
    from found f where f.id is not null`.execute(tx)
  return new Map(rows.map((row) => [row.line, row]))
}
