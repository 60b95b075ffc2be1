import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

/** What the rules are asked with: a share, its review, and what its certificate says. */
export type CertificateRow = Row<'coverage_facts'>

export type IndexRow = Awaited<ReturnType<typeof listIndexed>>[number]

/**
 * Two people can change the same share at once: the owner confirms while the business reviews. Whoever comes second
 * waits here and then sees what the first one did.
 */
export async function lockCoverageOf(tx: Transaction, ownerIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('coverage of ' || id, 0))
    from (select unnest(${[...ownerIds].sort()}::text[]) as id) owners`.execute(tx)
}

const isOneOf = (shareIds: readonly string[]) => sql<boolean>`share_id = any(${[...shareIds]}::uuid[])`

export const listCertificates = (tx: Transaction, shareIds: readonly string[]): Promise<CertificateRow[]> =>
  tx.selectFrom('coverage_facts').selectAll().where(isOneOf(shareIds)).execute()

export async function isReceived(tx: Transaction, businessId: string, shareId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('document_shares')
    .select('id')
    .where('id', '=', shareId)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row !== undefined
}

/** A page of everything that is indexed, in the order of its key. */
export const indexedPage = (
  tx: Transaction,
  after: { share_id: string; state: string } | undefined,
  limit: number,
) =>
  tx
    .selectFrom('coverage_index')
    .select(['share_id', 'state', 'customer_id', 'business_id', 'last_purchase_on'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(share_id, state) > (${after?.share_id}::uuid, ${after?.state})`),
    )
    .orderBy('share_id')
    .orderBy('state')
    .limit(limit)
    .execute()

/**
 * What customers have for a state, by who they are or by the name on a list; revoked and rejected certificates, too. A
 * certificate is there once for each id of its customer that is asked about.
 */
export async function certificatesForState(
  tx: Transaction,
  { businessId, state }: { businessId: string; state: string },
  customers: { ids: readonly string[]; names: readonly string[] },
) {
  const linked = await listLinked(tx, businessId, customers.ids)
  const askedBy = Map.groupBy(linked, ({ id }) => id)
  const found = await tx
    .selectFrom('coverage_index as i')
    .innerJoin('coverage_facts as f', 'f.share_id', 'i.share_id')
    .selectAll('f')
    .select(['i.customer_id', 'i.customer_name', 'i.last_purchase_on'])
    .where('i.business_id', '=', businessId)
    .where('i.state', '=', state)
    .where(
      sql<boolean>`(i.customer_id = any(${[...askedBy.keys()]}::uuid[])
        or i.customer_name = any(${[...customers.names]}::text[]))`,
    )
    .orderBy('f.shared_at', 'desc')
    .orderBy('f.share_id')
    .execute()
  return found.flatMap((row) => {
    const asked = askedBy.get(row.customer_id)
    return asked ? asked.map((one) => ({ ...row, customer_id: one.asked_id })) : [row]
  })
}

type LinkedCustomer = Pick<Row<'coverage_customers'>, 'id'> & { asked_id: Row<'customers'>['id'] }

/** Everything that certificates say of the same records. */
async function listLinked(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<LinkedCustomer[]> {
  const { rows } = await sql<LinkedCustomer>`
    select one.id as asked_id, v.id from unnest(${[...ids]}::uuid[]) as one (id)
      join coverage_customers v on v.record_id = current_customer(one.id)
    where v.business_id = ${businessId}`.execute(tx)
  return rows
}

/** What a business can open of these shares: what is shared with it, and the copies that it keeps for the state. */
export const findOpen = (
  tx: Transaction,
  { businessId, state, shareIds }: { businessId: string; state: string; shareIds: readonly string[] },
) =>
  tx
    .selectFrom('document_shares as s')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .select(['s.id', 's.id as shareId'])
    .where(sql<boolean>`s.id = any(${[...shareIds]}::uuid[])`)
    .where('s.business_id', '=', businessId)
    .where('s.status', 'in', ['pending', 'verified'])
    .where('s.can_download', '=', true)
    .where('d.status', '=', 'processed')
    .where('d.needs_check', '=', false)
    .unionAll(
      tx
        .selectFrom('kept_copies as k')
        .select(['k.id', 'k.share_id as shareId'])
        .where(sql<boolean>`k.share_id = any(${[...shareIds]}::uuid[])`)
        .where('k.business_id', '=', businessId)
        .where('k.state', '=', state)
        .where('k.ended_at', 'is', null),
    )
    .execute()

export const listIndexed = (tx: Transaction, shareIds: readonly string[]) =>
  tx
    .selectFrom('coverage_index')
    .select(['share_id', 'state', 'customer_id', 'verdict', 'last_purchase_on'])
    .where(isOneOf(shareIds))
    .execute()

export async function putCustomer(tx: Transaction, row: NewRow<'coverage_customers'>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into coverage_customers (id, business_id, owner_id, name, email)
    values (${row.id}, ${row.business_id}, ${row.owner_id}, ${row.name}, ${row.email})
    on conflict (business_id, owner_id, name) do update set email = excluded.email
    returning id`.execute(tx)
  return rows[0]?.id ?? row.id
}

/** The terms replace those that are stored. */
export async function putTerms(
  tx: Transaction,
  businessId: string,
  customerId: string,
  terms: readonly string[],
): Promise<void> {
  await sql`
    delete from coverage_terms where customer_id = ${customerId} and term <> all(${[...terms]}::text[])`.execute(
    tx,
  )
  await sql`
    insert into coverage_terms (business_id, term, customer_id)
    select ${businessId}, term, ${customerId} from unnest(${[...terms]}::text[]) term
    on conflict do nothing`.execute(tx)
}

/** What customers are named by: all certificates of a customer name the same buyer. */
export const listNamed = (tx: Transaction, customerIds: readonly string[]) =>
  tx
    .selectFrom('coverage_index as i')
    .innerJoin('coverage_facts as f', 'f.share_id', 'i.share_id')
    .select(['i.customer_id', 'f.business_id', 'f.purchaser', 'f.owner_name', 'f.owner_email'])
    .distinct()
    .where(sql<boolean>`i.customer_id = any(${[...customerIds]}::uuid[])`)
    .execute()

/** Numbers of all certificates that make a customer. */
export async function numbersOf(tx: Transaction, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select distinct one ->> 'number' as number
    from (select distinct share_id from coverage_index where customer_id = ${customerId}) i
      join coverage_facts f on f.share_id = i.share_id, jsonb_array_elements(f.states) one
    where one ->> 'number' is not null and f.status <> 'revoked'`.execute(tx)
  return rows.map(({ number }) => number)
}

export type NewIndexRow = Omit<NewRow<'coverage_index'>, 'last_purchase_on'>

export async function putIndexed(tx: Transaction, rows: readonly NewIndexRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('coverage_index')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['share_id', 'state']).doUpdateSet((row) => ({
        customer_id: row.ref('excluded.customer_id'),
        customer_name: row.ref('excluded.customer_name'),
        verdict: row.ref('excluded.verdict'),
        ends_on: row.ref('excluded.ends_on'),
        judge_again_at: row.ref('excluded.judge_again_at'),
        knowledge_version: row.ref('excluded.knowledge_version'),
      })),
    )
    .execute()
}

export async function deleteIndexed(
  tx: Transaction,
  gone: readonly Pick<IndexRow, 'share_id' | 'state'>[],
): Promise<void> {
  if (gone.length === 0) return
  await sql`
    delete from coverage_index i using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb)
      as g (share_id uuid, state text)
    where i.share_id = g.share_id and i.state = g.state`.execute(tx)
}

/** Customers whose certificates name another buyer now. */
export async function deleteUnusedCustomers(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from coverage_customers c where c.id = any(${[...ids]}::uuid[])
      and not exists (select from coverage_index i where i.customer_id = c.id)`.execute(tx)
}

/** Shares whose answer may have changed with the time or with the rules. */
export async function listDue(
  tx: Transaction,
  now: Date,
  knowledgeVersion: string,
  limit: number,
): Promise<{ id: string; owner_id: string; business_id: string }[]> {
  const { rows } = await sql<{ id: string } & Pick<Row<'coverage_index'>, 'owner_id' | 'business_id'>>`
    select distinct share_id as id, owner_id, business_id from (
      (select share_id, owner_id, business_id from coverage_index
        where judge_again_at <= ${now}::timestamptz order by judge_again_at limit ${sql.lit(limit)})
      union all
      (select share_id, owner_id, business_id from coverage_index
        where knowledge_version < ${knowledgeVersion} limit ${sql.lit(limit)})
      union all
      (select share_id, owner_id, business_id from coverage_index
        where knowledge_version > ${knowledgeVersion} limit ${sql.lit(limit)})) due
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** A sale that relied on a certificate. Rules about customers who no longer buy ask for the last one. */
export async function notePurchase(
  tx: Transaction,
  shareId: string,
  state: string,
  on: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coverage_index')
    .set({ last_purchase_on: on })
    .where('share_id', '=', shareId)
    .where('state', '=', state)
    .where((row) => row.or([row('last_purchase_on', 'is', null), row('last_purchase_on', '<', on)]))
    .executeTakeFirst()
  return numUpdatedRows > 0
}
