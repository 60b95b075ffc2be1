import pg from 'pg'
import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import { countAddedDays } from '../server/src/features/admin/jobs.ts'
import { countReceivedDays } from '../server/src/features/businesses/jobs.ts'
import { startTestApp, type TestApp } from '../server/test/app.ts'
import { createPerson, signInAs, type TestPerson } from '../server/test/people.ts'
import { createTestBusiness, type TestBusiness } from '../server/test/sharing.ts'
import { type Bench, percentile, takeTurns } from './bench.ts'

const sharers = 20

interface FilledInbox {
  shares: number
  get<Answer>(address: string): Promise<Answer>
  getAsAdministrator<Answer>(address: string): Promise<Answer>
  test: TestApp
  business: TestBusiness
  /** The address of one of those who shared. */
  sharer: string
  /** The cursor of a page far from the first. */
  later: string
  close(): Promise<void>
}

/**
 * The product with one business that received so many documents, one a minute; a tenth of them are reviewed, and two
 * thirds are certificates that their owners confirmed. Those of Wyoming are the oldest ones.
 */
async function startFilledInbox(shares: number): Promise<FilledInbox> {
  const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
  const business = await createTestBusiness(test)
  const owners: TestPerson[] = []
  for (let made = 0; made < sharers; made++) owners.push(await createPerson(test))
  const ids = owners.map(({ id }) => id)
  const client = new pg.Client({ connectionString: test.database.location.url })
  await client.connect()
  await shareDocuments(client, ids, business.id, shares, test.clock.now())
  await client.query(
    `insert into received_day_notes (business_id, day)
     select distinct business_id, day_of(shared_at) from document_shares where business_id = $1`,
    [business.id],
  )
  await client.query(
    `insert into added_day_notes (kind, day) select distinct 'document', day_of(created_at) from documents`,
  )
  await countReceivedDays(test.services)
  await countAddedDays(test.services)
  await client.query(
    'vacuum analyze received_day_notes, received_day_forms, received_day_reviewers, added_day_notes, added_days',
  )
  await client.end()
  const getAs = (cookie: string) => async (url: string) => {
    const answer = await test.call({ method: 'GET', url, headers: { cookie } })
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  const get: FilledInbox['get'] = getAs(await signInAs(test, business.manager))
  const getAsAdministrator = getAs(await signInAs(test, await createPerson(test, 'admin')))
  let later = ''
  for (let page = 0; page < 5; page++) {
    const cursor = later && `&cursor=${later}`
    const { nextCursor } = await get<{ nextCursor: string | null }>(`/api/received?limit=100${cursor}`)
    later = nextCursor ?? ''
  }
  const sharer = owners[0]?.email ?? ''
  return { shares, test, business, sharer, get, getAsAdministrator, later, close: () => test.close() }
}

async function shareDocuments(
  client: pg.Client,
  owners: string[],
  businessId: string,
  count: number,
  now: Date,
): Promise<void> {
  // The indexes of parts are built at once, which takes a fraction of adding a million to them one by one.
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'document_shares' and indexdef like '% USING gin %'`,
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  // What triggers and foreign keys look after is right by the statement itself, and takes most of the time.
  await client.query('set session_replication_role = replica')
  await client.query(
    `with made as (
       insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
         version, finding_counts, created_at, updated_at, processed_at)
       select gen_random_uuid(), ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'Exemption ' || n || '.pdf',
         'application/pdf', 'processed', 100000 + n, sha256(convert_to(n::text, 'UTF8')), false, 2, 1, '{"ssn": 1}',
         at, at, at
       from (select n, $4::timestamptz - make_interval(mins => n) as at from generate_series(1, $3::int) n) each
       returning id, owner_id, name, created_at, size_bytes
     ), versions as (
       insert into document_versions (document_id, version, size_bytes, created_at, ready_at)
       select id, 1, size_bytes, created_at, created_at from made
     ), read as (
       select made.*, size_bytes - 100000 as n,
         case when size_bytes - 100000 > $3::int * 0.99 then 'WY' when size_bytes % 3 = 1 then 'NY' else 'TX' end as state,
         case when size_bytes % 3 = 1 then 'ny-st-120' else 'tx-01-339' end as form,
         ($4::timestamptz)::date + ((size_bytes * 7919) % 1000)::int - 500 as expires_on
       from made where size_bytes % 3 > 0
     ), confirmed as (
       insert into exemptions (document_id, owner_id, version, pages, form, purchaser, has_signature, expires_on,
         confirmed_at)
       select id, owner_id, 1, '{1}', form, 'Purchaser ' || n, true, expires_on, created_at from read
     ), stated as (
       insert into exemption_states (document_id, state, number) select id, state, 'E-' || lpad(n::text, 7, '0') from read
     ), shared as (
       insert into document_shares (id, document_id, owner_id, business_id, status, reviewed_at, can_download,
         has_watermark, tells_first_view, shared_at, created_at, updated_at, search_text, form, expires_on)
       select gen_random_uuid(), made.id, made.owner_id, $2::uuid,
         case when made.size_bytes % 10 = 0 then 'verified' else 'pending' end,
         case when made.size_bytes % 10 = 0 then made.created_at + interval '5 hours' end, true, false, false,
         made.created_at, made.created_at, made.created_at,
         concat_ws(E'\\n', made.name, u.name, u.email, 'Purchaser ' || r.n, 'E-' || lpad(r.n::text, 7, '0') || E'\\nE' || lpad(r.n::text, 7, '0')),
         r.form, r.expires_on
       from made join users u on u.id = made.owner_id left join read r on r.id = made.id
       returning id, document_id, business_id, shared_at
     )
     insert into share_states (share_id, state, business_id, shared_at)
     select s.id, r.state, s.business_id, s.shared_at from shared s join read r on r.id = s.document_id`,
    [owners, businessId, count, now],
  )
  for (const { indexdef } of indexes) await client.query(indexdef)
  const tables = [
    'documents',
    'document_versions',
    'document_shares',
    'users',
    'exemptions',
    'exemption_states',
  ]
  for (const table of [...tables, 'share_states']) {
    await client.query(`vacuum analyze ${table}`)
  }
}

const shares = { small: 1_000, large: 1_000_000 }

/** What the page Received Documents asks for. */
const views: Record<string, (inbox: FilledInbox) => string> = {
  firstPage: () => '',
  toReview: () => 'status=pending&sort=oldest',
  verified: () => 'status=verified',
  later: ({ later }) => `cursor=${later}`,
  foundInMany: () => 'search=exemption',
  foundInFew: () => 'search=exemption%20777.',
  foundAmongVerified: () => 'search=exemption%207&status=verified',
  foundByUser: ({ sharer }) => `search=${sharer}`,
  foundLater: ({ later }) => `search=exemption&cursor=${later}`,
  foundNowhere: () => 'search=lighthouse',
  twoLetters: () => 'search=ex',
  twoLettersNowhere: () => 'search=zq',
  ofState: () => 'state=NY',
  ofRareState: () => 'state=WY',
  ofForm: () => 'form=tx-01-339',
  verifiedOfState: () => 'state=NY&status=verified',
  ofStateLater: ({ later }) => `state=NY&cursor=${later}`,
  expired: () => 'expires=expired',
  expiresSoon: () => 'expires=soon',
  foundByNumber: () => 'search=E-0000778',
  foundOfState: () => 'search=exemption&state=TX',
}

/** What the choices of the filters are asked for with. */
const choices = '/api/received/choices'

/** What counts everything; not part of the ratio, but within limits of its own. */
const counted = {
  dashboard: '/api/received/dashboard',
  reportOfTwelveWeeks: '/api/received/reports?from=2025-12-08&to=2026-03-01',
  reportOfTwoYears: '/api/received/reports?from=2024-03-02&to=2026-03-01',
}
const countedRounds = 5

async function medianMs(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < countedRounds; round++) {
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  return percentile(times, 50)
}

export const bench: Bench = {
  summary: 'Received Documents of a business with 1,000 documents and of one with 1,000,000',
  async run(print) {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const inboxes = {
        small: await startFilledInbox(shares.small),
        large: await startFilledInbox(shares.large),
      }
      print(`  ${inboxes.small.shares} and ${inboxes.large.shares} received documents`)
      const figures: Record<string, number> = {}
      const all = { small: [] as number[], large: [] as number[] }
      for (const [view, query] of Object.entries(views)) {
        const times = await takeTurns(inboxes, (inbox) => inbox.get(`/api/received?${query(inbox)}`))
        all.small.push(...times.small)
        all.large.push(...times.large)
        const [small, large] = [percentile(times.small, 95), percentile(times.large, 95)]
        print(`  ${view}: p95 ${small.toFixed(1)} and ${large.toFixed(1)} ms`)
        figures[`${view}Ratio`] = large / small
      }
      const chosen = await takeTurns(inboxes, (inbox) => inbox.get(choices))
      figures.choicesRatio = percentile(chosen.large, 95) / percentile(chosen.small, 95)
      const { large } = inboxes
      for (const [page, address] of Object.entries(counted)) {
        figures[`${page}MedianMs`] = await medianMs(() => large.get(address))
      }
      figures.adminDashboardMedianMs = await medianMs(() => large.getAsAdministrator('/api/admin/dashboard'))
      const [smallP95, largeP95] = [percentile(all.small, 95), percentile(all.large, 95)]
      await inboxes.small.close()
      await inboxes.large.close()
      return {
        figures: { ...figures, smallP95Ms: smallP95, largeP95Ms: largeP95, ratio: largeP95 / smallP95 },
        limits: {
          ratio: { atMost: 1.5 },
          dashboardMedianMs: { atMost: 50 },
          reportOfTwelveWeeksMedianMs: { atMost: 50 },
          reportOfTwoYearsMedianMs: { atMost: 150 },
          adminDashboardMedianMs: { atMost: 50 },
        },
      }
    } finally {
      await postgres.stop()
    }
  },
}
