import pg from 'pg'
import { makeKey } from '../../server/test/api-keys.ts'
import { startTestApp } from '../../server/test/app.ts'
import { createPerson, signInAs } from '../../server/test/people.ts'
import { createTestBusiness } from '../../server/test/sharing.ts'

const owners = 20

/** The product with one business that has so many verified certificates, each of another buyer. */
export async function startFilledCounter(certificates: number) {
  const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
  const business = await createTestBusiness(test)
  const people: string[] = []
  for (let made = 0; made < owners; made++) people.push((await createPerson(test)).id)
  const client = new pg.Client({ connectionString: test.database.location.url })
  await client.connect()
  await fill(client, people, business.id, business.manager.name, certificates, test.clock.now())
  const { rows } = await client.query<{ id: string; name: string; share_id: string }>(
    `select c.id, c.name, i.share_id from coverage_customers c join coverage_index i on i.customer_id = c.id
     order by c.name limit 1 offset $1`,
    [Math.floor(certificates / 2)],
  )
  await client.end()
  const [customer] = rows
  if (!customer) throw new Error('There are no customers.')
  const cookie = await signInAs(test, business.manager)
  const { key } = await makeKey(test, business)
  const call = async (options: {
    method: 'GET' | 'POST'
    url: string
    payload?: object
    isKey?: boolean
  }) => {
    const { isKey, ...request } = options
    const headers = isKey ? { authorization: `Bearer ${key}` } : { cookie }
    const answer = await test.call({ ...request, headers })
    if (answer.statusCode !== 200)
      throw new Error(`${options.url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  return { test, business, customer, cookie, call, close: () => test.close() }
}

/** Words as a real list has them: some are rare, some are in every tenth name. */
const nameOf = `'Buyer' || n || ' ' || (array['Foods', 'School', 'Supply', 'Clinic', 'Church', 'Mill', 'Farms',
  'Market', 'Works', 'Traders'])[1 + n % 10] || ' Co'`

const filledTables = [
  'documents',
  'document_shares',
  'exemptions',
  'exemption_states',
  'coverage_customers',
  'coverage_terms',
  'coverage_index',
]

async function fill(
  client: pg.Client,
  people: string[],
  businessId: string,
  seller: string,
  count: number,
  now: Date,
): Promise<void> {
  // Indexes are built at once, which takes a fraction of adding a million to them one by one.
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = any($1) and indexname like '%\\_by\\_%'
       and indexdef not like '% UNIQUE %'`,
    [filledTables],
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  // What triggers and foreign keys look after is right by the statements themselves, and takes most of the time.
  await client.query('set session_replication_role = replica')
  await client.query(
    `create temporary table made (n int, document_id uuid, share_id uuid, customer_id uuid, owner_id uuid, name text)`,
  )
  await client.query(
    `insert into made
     select n, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ($1::uuid[])[1 + n % cardinality($1::uuid[])],
       ${nameOf}
     from generate_series(1, $2::int) n`,
    [people, count],
  )
  await client.query(
    `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count, version,
       created_at, updated_at, processed_at)
     select document_id, owner_id, name || '.pdf', 'application/pdf', 'processed', 1,
       sha256(convert_to(n::text, 'UTF8')), false, 1, 1, $1, $1, $1 from made`,
    [now],
  )
  await client.query(
    `insert into document_shares (id, document_id, owner_id, business_id, status, reviewed_at, can_download,
       has_watermark, tells_first_view, shared_at, created_at, updated_at)
     select share_id, document_id, owner_id, $2, 'verified', $1, true, false, false, $1, $1, $1 from made`,
    [now, businessId],
  )
  await client.query(
    `insert into exemptions (document_id, owner_id, version, pages, form, purchaser, seller, reason, is_blanket,
       has_signature, signed_on, confirmed_at)
     select document_id, owner_id, 1, '{1}', 'ny-st-120', name, $2, 'resale', true, true, '2026-01-05', $1 from made`,
    [now, seller],
  )
  await client.query(
    `insert into exemption_states (document_id, state, number) select document_id, 'NY', '43-' || n from made`,
  )
  await client.query(
    `insert into coverage_customers (id, business_id, owner_id, name, email)
     select customer_id, $1, owner_id, name, 'buyer' || n || '@example.org' from made`,
    [businessId],
  )
  await client.query(
    `insert into coverage_terms (business_id, term, customer_id)
     select $1, term, customer_id from made,
       unnest(array[lower(split_part(name, ' ', 1)), lower(split_part(name, ' ', 2)), 'co',
         'buyer' || n || '@example.org', right('000' || n, 4)]) term
     on conflict do nothing`,
    [businessId],
  )
  await client.query(
    `insert into coverage_index (share_id, state, business_id, owner_id, customer_id, customer_name, verdict,
       judge_again_at, knowledge_version)
     select share_id, 'NY', $1, owner_id, customer_id, name, 'covered', 'infinity', '' from made`,
    [businessId],
  )
  for (const { indexdef } of indexes) await client.query(indexdef)
  for (const table of filledTables) {
    await client.query(`vacuum analyze ${table}`)
  }
  // What was written must not be saved to disk while answers are timed.
  await client.query('checkpoint')
}
