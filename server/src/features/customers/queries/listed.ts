/** Reads and writes many customers at once, for lists. */
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'
import type { ListedCustomer } from '../import/apply-entry.ts'

export type ListedRow = Pick<
  Row<'customers'>,
  | 'id'
  | 'number'
  | 'name'
  | 'other_names'
  | 'contacts'
  | 'addresses'
  | 'parent_id'
  | 'tags'
  | 'note'
  | 'inactive_at'
  | 'merged_into'
  | 'version'
>

const listed = (tx: Transaction) =>
  tx
    .selectFrom('customers')
    .select([
      'id',
      'number',
      'name',
      'other_names',
      'contacts',
      'addresses',
      'parent_id',
      'tags',
      'note',
      'inactive_at',
      'merged_into',
      'version',
    ])

/** By their numbers in small letters, also those that were merged into others. */
export async function findNumbered(
  tx: Transaction,
  businessId: string,
  numbers: readonly string[],
): Promise<Map<string, ListedRow>> {
  if (numbers.length === 0) return new Map()
  const rows = await listed(tx)
    .where('business_id', '=', businessId)
    .where(sql<boolean>`number is not null and lower(number) = any(${[...numbers]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.number?.toLowerCase() ?? '', row]))
}

/** Customers without a number, by their names. */
export async function findUnnumbered(
  tx: Transaction,
  businessId: string,
  names: readonly string[],
): Promise<Map<string, ListedRow[]>> {
  const byName = new Map<string, ListedRow[]>()
  if (names.length === 0) return byName
  // Active and inactive ones are in two indexes.
  for (const operator of ['is', 'is not'] as const) {
    const rows = await listed(tx)
      .where('business_id', '=', businessId)
      .where(sql<boolean>`name = any(${[...names]}::text[])`)
      .where('merged_into', 'is', null)
      .where('inactive_at', operator, null)
      .where('number', 'is', null)
      .execute()
    for (const row of rows) byName.set(row.name, [...(byName.get(row.name) ?? []), row])
  }
  return byName
}

export const listedByIds = (tx: Transaction, ids: readonly string[]): Promise<ListedRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : listed(tx)
        .where('id', 'in', [...ids])
        .execute()

/** In the order of their ids, so that two lists that change the same customers don't wait for each other in a circle. */
export const lockListed = (tx: Transaction, ids: readonly string[]): Promise<ListedRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : listed(tx)
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()

export interface SavedCustomer {
  id: string
  customer: ListedCustomer
}

const asJson = (rows: readonly SavedCustomer[]) =>
  JSON.stringify(rows.map(({ id, customer }) => ({ id, ...customer })))

const recordset = (rows: readonly SavedCustomer[]) => sql`
  jsonb_to_recordset(${asJson(rows)}::jsonb) as r (id uuid, number text, name text, "otherNames" text[], contacts jsonb,
    addresses jsonb, tags text[], note text, "isInactive" boolean)`

/** Returns the ids of those that were taken; the others have a number that another customer got meanwhile. */
export async function insertListed(
  tx: Transaction,
  businessId: string,
  rows: readonly SavedCustomer[],
  at: Date,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const inserted = await sql<{ id: string }>`
    insert into customers (id, business_id, number, name, other_names, contacts, addresses, tags, note, inactive_at,
      is_kept, created_at, updated_at)
    select r.id, ${businessId}::uuid, r.number, r.name, r."otherNames", r.contacts, r.addresses, r.tags, r.note,
      case when r."isInactive" then ${at}::timestamptz end, true, ${at}::timestamptz, ${at}::timestamptz
    from ${recordset(rows)}
    on conflict do nothing
    returning id`.execute(tx)
  return new Set(inserted.rows.map(({ id }) => id))
}

/** The rows are locked. */
export async function updateListed(tx: Transaction, rows: readonly SavedCustomer[], at: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update customers c set name = r.name, other_names = r."otherNames", contacts = r.contacts, addresses = r.addresses,
      tags = r.tags, note = r.note, is_kept = true, version = c.version + 1, updated_at = ${at},
      inactive_at = case when r."isInactive" then coalesce(c.inactive_at, ${at}::timestamptz) end
    from ${recordset(rows)} where c.id = r.id`.execute(tx)
}

type Parent = Record<'id' | 'parent_id', Row<'customers'>['id']>

/** Who is above these customers, and above them, as pairs. */
export async function parentsAbove(
  tx: Transaction,
  ids: readonly string[],
  depth: number,
): Promise<Parent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Parent>`
    with recursive above (id, parent_id, steps) as (
      select c.id, c.parent_id, 1 from customers c where c.id = any(${[...ids]}::uuid[]) and c.parent_id is not null
      union
      select c.id, c.parent_id, a.steps + 1 from above a join customers c on c.id = a.parent_id
      where c.parent_id is not null and a.steps <= ${depth}
    )
    select distinct id, parent_id from above`.execute(tx)
  return rows
}

export async function setParents(tx: Transaction, parents: readonly Parent[], at: Date): Promise<void> {
  if (parents.length === 0) return
  await sql`
    update customers c set parent_id = r.parent_id, is_kept = true, version = c.version + 1, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(parents)}::jsonb) as r (id uuid, parent_id uuid)
    where c.id = r.id and c.parent_id is distinct from r.parent_id`.execute(tx)
}

export type ExportPosition = { name: string; id: string }

/** By name: active and inactive customers are in two indexes. */
export const exportPage = (
  tx: Transaction,
  businessId: string,
  { isInactive, after }: { isInactive: boolean; after: ExportPosition | undefined },
  limit: number,
) =>
  listed(tx)
    .select(({ selectFrom }) =>
      selectFrom('customers as p')
        .select('p.number')
        .whereRef('p.id', '=', 'customers.parent_id')
        .as('parent_number'),
    )
    .where('business_id', '=', businessId)
    .where('merged_into', 'is', null)
    .where('inactive_at', isInactive ? 'is not' : 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(name, id) > (${after?.name} collate "C", ${after?.id}::uuid)`),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute()

/** The numbers of records that were merged into these. */
export async function mergedNumbersOf(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; number: string }[]> {
  const { rows } = await sql<{ id: string; number: string }>`
    select f.id, c.number from unnest(${[...ids]}::uuid[]) as f (id)
      join customers m on m.merged_into = f.id
      cross join lateral customer_family(m.id) as part (id)
      join customers c on c.id = part.id
    where c.number is not null`.execute(tx)
  return rows
}

export async function removeListedTerms(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from customer_terms where customer_id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Of records that have none, in the order of the index, where neighbors share a page. */
export async function insertListedTerms(
  tx: Transaction,
  businessId: string,
  rows: readonly { id: string; terms: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into customer_terms (business_id, term, customer_id)
    select ${businessId}::uuid, t.term, r.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, terms text[]), unnest(r.terms) as t (term)
    order by t.term collate "C", r.id`.execute(tx)
}
