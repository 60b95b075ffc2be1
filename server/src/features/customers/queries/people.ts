import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

/** Records with a contact that has the person's confirmed address. */
const withAddressOf = (personId: string) => sql`
  (select lower(u.email) as email from users u where u.id = ${personId} and u.email_verified_at is not null) me
    join customer_terms t on t.term = me.email collate "C" and position('@' in t.term) > 0
    join customers c on c.id = t.customer_id`

export type ContactOf = Pick<Row<'customers'>, 'id' | 'contacts'> & { business: string; customer: string }

/** The contacts with the person's address, by the id of the record. */
export async function contactsOf(
  tx: Transaction,
  personId: string,
  after: string | undefined,
  limit: number,
): Promise<ContactOf[]> {
  const { rows } = await sql<ContactOf>`
    select c.id, b.name as business, c.name as customer,
      (select jsonb_agg(one) from jsonb_array_elements(c.contacts) one where one ->> 'email' = me.email) as contacts
    from ${withAddressOf(personId)} join businesses b on b.id = c.business_id
    where true ${after ? sql`and c.id > ${after}::uuid` : sql``}
    order by c.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** What a business wrote down about its customer stays; the person isn't named in it anymore. */
export async function forgetContacts(
  tx: Transaction,
  personId: string,
  now: Date,
): Promise<Pick<Row<'customers'>, 'id' | 'business_id'>[]> {
  await sql`
    update customer_merges m set moved = null
    from ${withAddressOf(personId)} where c.id in (m.source_id, m.target_id) and m.moved is not null`.execute(
    tx,
  )
  const { rows } = await sql<Pick<Row<'customers'>, 'id' | 'business_id'>>`
    with mine as (select c.id, me.email from ${withAddressOf(personId)})
    update customers c
    set contacts = (select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(c.contacts) one
        where one ->> 'email' is distinct from mine.email),
      version = c.version + 1, updated_at = ${now}
    from mine where c.id = mine.id
    returning c.id, c.business_id`.execute(tx)
  return rows
}
