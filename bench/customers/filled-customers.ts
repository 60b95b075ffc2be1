import pg from 'pg'
import { startTestApp } from '../../server/test/app.ts'
import { createTestBusiness } from '../../server/test/sharing.ts'

/** Words as a real list has them: some are in every tenth name, and one is in each only once. */
const nameOf = `'Buyer' || n || ' ' || (array['Foods', 'School', 'Supply', 'Clinic', 'Church', 'Mill', 'Farms',
  'Market', 'Works', 'Traders'])[1 + n % 10] || ' Co'`

/** The product with one business that has so many customers, who buy in one of four states. */
export async function startFilledCustomers(count: number) {
  const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
  const business = await createTestBusiness(test)
  const client = new pg.Client({ connectionString: test.database.location.url })
  await client.connect()
  await fill(client, business.id, count)
  await client.end()
  const get = async (query: string): Promise<{ items: unknown[]; nextCursor: string | null }> => {
    const answer = await test.call({
      method: 'GET',
      url: `/api/customers?${query}`,
      headers: { cookie: business.cookie },
    })
    if (answer.statusCode !== 200) throw new Error(`${query} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  return { test, business, count, get, close: () => test.close() }
}
export type FilledCustomers = Awaited<ReturnType<typeof startFilledCustomers>>

const customersAtOnce = 50_000

/** Triggers do their part, so what is derived is there as it would be. */
async function fill(client: pg.Client, businessId: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += customersAtOnce) {
    await client.query(
      `with made as (
         insert into customers (id, business_id, number, name, contacts, addresses, tags, is_kept, created_at, updated_at)
         select gen_random_uuid(), $1, 'C-' || n, ${nameOf},
           jsonb_build_array(jsonb_build_object('name', null, 'email', 'buyer' || n || '@example.org', 'phone', null)),
           jsonb_build_array(jsonb_build_object('street', n || ' Main St', 'city', 'Town',
             'state', (array['TX', 'NY', 'OH', 'CA'])[1 + n % 4], 'postalCode', '10000')),
           case when n % 100 = 0 then array['wholesale'] else '{}' end, true, at, at
         from (select n, date_trunc('milliseconds', now() - make_interval(mins => n)) as at
           from generate_series($2::int, $3::int) n) each
         returning id, number, name)
       insert into customer_terms (business_id, term, customer_id)
       select $1, t.term, made.id from made,
         unnest(regexp_split_to_array(lower(made.name), ' ') || array['c', substr(made.number, 3),
           'c' || substr(made.number, 3), 'buyer' || substr(made.number, 3) || '@example.org']) t (term)
       on conflict do nothing`,
      [businessId, from, Math.min(from + customersAtOnce - 1, count)],
    )
  }
  await client.query('vacuum analyze customers, customer_terms, customer_answers, customer_tags')
}
