/**
 * Whatever people do, and in whatever order, what is derived from shares, certificates and accounts says the same as a
 * fresh calculation: what triggers keep as well as what `applyShareChange` does (0270).
 */
import type { DocumentDetails } from '@exempta/contract/documents'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allowApi } from '../test/api-keys.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { fakeSandbox } from '../test/fake-sandbox.ts'
import { addMember, createPerson, signInAs, type TestPerson } from '../test/people.ts'
import { createDocument, createTestBusiness, type TestBusiness } from '../test/sharing.ts'
import { formOf, pdfBytes, untilDocument } from '../test/uploads.ts'
import { countAddedDays } from './features/admin/jobs.ts'
import { countReceivedDays } from './features/businesses/jobs.ts'
import { renewCoverage } from './features/coverage/index.ts'
import { renewDueCoverage } from './features/coverage/jobs.ts'
import { runImport } from './features/customers/import/import-job.ts'
import { reviewAutomatically } from './features/review/automatic-review.ts'
import { sweepShares } from './features/sharing/jobs.ts'
import { systemActor } from './platform/db/actor.ts'
import type { Transaction } from './platform/db/database.ts'

/** `npm run test:long` makes more of them, with DERIVED_RUNS. */
const runs = Number(process.env.DERIVED_RUNS ?? 6)
const runTimeoutMs = 60_000
// The same work in every run: a failure comes back, and another seed is for a person to choose.
const seed = 1

/** Lists are imported at once, without the queue. */
const importJob = {
  signal: new AbortController().signal,
  isLastAttempt: false,
  completeWithin: async () => {},
  othersWait: async () => false,
  goOnLaterWithin: async () => {},
}

let test: TestApp
let admin: TestPerson
let owner: TestPerson
let stores: TestBusiness[]
const cookies = new Map<string, string>()

beforeAll(async () => {
  const runJobs = ['process-document', 'black-out-document']
  test = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs })
  admin = await createPerson(test, 'admin')
  owner = await createPerson(test)
  stores = [await newStore(), await newStore()]
})
afterAll(() => test.close())

/** With a webhook that subscribes to everything. */
async function newStore(): Promise<TestBusiness> {
  const business = await createTestBusiness(test)
  await allowApi(test, business)
  const answer = await send(business.manager, 'POST', '/api/business/webhooks', {
    url: 'https://hooks.example.com/exempta',
    description: '',
    events: ['document.received', 'document.verified', 'document.rejected', 'document.revoked'],
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return business
}

async function send(
  as: TestPerson,
  method: InjectOptions['method'],
  url: string,
  payload?: object | Buffer,
  headers = {},
) {
  const cookie = cookies.get(as.id) ?? (await signInAs(test, as))
  cookies.set(as.id, cookie)
  const answer = await test.call({
    method,
    url,
    headers: { cookie, ...headers },
    ...(payload && { payload }),
  } as InjectOptions)
  // Much is refused, because it makes no sense at this moment. That is fine as long as it changes nothing.
  expect(answer.statusCode, `${method} ${url} ${answer.body}`).toBeLessThan(500)
  expect(answer.statusCode, `${method} ${url}`).not.toBe(401)
  return answer
}

async function rowsOf<Row = object>(text: string, tx?: Transaction): Promise<Row[]> {
  const read = async (within: Transaction) => (await sql.raw<Row>(text).execute(within)).rows
  return tx ? read(tx) : test.services.database.transact(systemActor, read)
}

/** Where a verb acts: one of the documents and one of the businesses of this run, and one of several ways. */
interface Scene {
  documents: string[]
  businesses: TestBusiness[]
  document: string
  business: TestBusiness
  way: number
  at: number
}

const shareOf = async ({ document, business }: Scene) =>
  (
    await rowsOf<{ id: string; version: number }>(
      `select s.id, d.version from document_shares s join documents d on d.id = s.document_id
       where s.document_id = '${document}' and s.business_id = '${business.id}'`,
    )
  )[0] ?? { id: '00000000-0000-4000-8000-000000000000', version: 1 }

/** The records of a business that can be changed, beginning with another one in each way. */
async function recordsOf(business: TestBusiness, way: number): Promise<{ id: string; version: number }[]> {
  const rows = await rowsOf<{ id: string; version: number }>(
    `select id, version from customers where business_id = '${business.id}' and merged_into is null order by id`,
  )
  const first = rows.length === 0 ? 0 : way % rows.length
  return [...rows.slice(first), ...rows.slice(0, first)]
}

const certificates = [
  {
    form: 'ny-st-120',
    purchaser: 'Prairie Wind',
    expiresOn: null,
    states: [{ state: 'NY', number: '43-1234567' }],
  },
  {
    form: null,
    purchaser: 'Prairie Wind',
    expiresOn: '2027-01-31',
    states: [
      { state: 'TX', number: '32012345678' },
      { state: 'OK', number: null },
    ],
  },
  {
    form: 'ny-st-120',
    purchaser: 'Lake House Supply',
    expiresOn: '2026-02-20',
    states: [{ state: 'NY', number: null }],
  },
]

const verbs = {
  'share with a business': ({ document, business }: Scene) =>
    send(owner, 'POST', '/api/shares', { documentIds: [document], businessIds: [business.id] }),
  'share by email': ({ document, way }: Scene) =>
    send(owner, 'POST', '/api/shares', {
      documentIds: [document],
      emails: [`reader-${way % 2}@example.org`],
      expiresInDays: 1,
    }),
  revoke: async (scene: Scene) =>
    send(owner, 'POST', '/api/shares/revoke', { ids: [(await shareOf(scene)).id] }),
  verify: async (scene: Scene) =>
    send(scene.business.manager, 'POST', '/api/received/verify', { documents: [await shareOf(scene)] }),
  reject: async (scene: Scene) => {
    const { id, version } = await shareOf(scene)
    return send(scene.business.manager, 'POST', `/api/received/${id}/reject`, { version, reason: 'Blurred' })
  },
  'reopen a review': async (scene: Scene) =>
    send(scene.business.manager, 'POST', `/api/received/${(await shareOf(scene)).id}/reopen`, {}),
  'look a number up': async (scene: Scene) => {
    const { payload, headers } = await formOf([], { kind: 'state-site', state: 'TX', result: 'active' })
    const url = `/api/received/${(await shareOf(scene)).id}/verifications`
    return send(scene.business.manager, 'POST', url, payload, headers)
  },
  confirm: async ({ document, business, way }: Scene) => {
    const reading = (await send(owner, 'GET', `/api/documents/${document}/reading`)).json()
    const seller = way < 3 ? business.manager.name : null
    return send(owner, 'PUT', `/api/documents/${document}/exemption`, {
      ...{
        ...certificates[way % certificates.length],
        seller,
        reason: 'resale',
        isBlanket: true,
        hasSignature: true,
      },
      ...{ signedOn: '2026-01-04', pages: [1], version: reading.version ?? 1 },
      shown: reading.confirmed?.confirmedAt ?? null,
    })
  },
  'withdraw a confirmation': ({ document }: Scene) =>
    send(owner, 'DELETE', `/api/documents/${document}/exemption`),
  'rename a document': ({ document, at }: Scene) =>
    send(owner, 'PATCH', `/api/documents/${document}`, { name: `Renamed ${at}.pdf` }),
  'rename the owner': ({ at }: Scene) => send(owner, 'PATCH', '/api/profile', { name: `Owner ${at}` }),
  'rename a business': async ({ business, at }: Scene) => {
    const { version } = (await send(business.manager, 'GET', '/api/business/profile')).json()
    const nothing = { phone: '', website: '', address: '', taxId: '', type: null }
    const change = { version, name: `Store ${at}`, email: business.manager.email, ...nothing }
    return send(business.manager, 'PUT', '/api/business/profile', change)
  },
  'save a sale': async ({ business }: Scene) => {
    const [customer] = await rowsOf<{ id: string }>(
      `select id from coverage_customers where business_id = '${business.id}' order by id limit 1`,
    )
    if (!customer) return
    return send(business.manager, 'POST', '/api/coverage/checks', {
      ...{
        customerId: customer.id,
        state: 'NY',
        reference: '',
        locationId: null,
        allowedReason: 'We know them',
      },
    })
  },
  'write down a customer': ({ business, way, at }: Scene) =>
    send(business.manager, 'POST', '/api/customers', {
      name: ['Prairie Wind', 'Lake House Supply', 'Someone Else'][way % 3],
      number: way < 2 ? `C-${at}` : null,
      contacts: [{ email: owner.email }],
      addresses: [{ state: 'NY' }, { state: 'CA' }],
      tags: ['wholesale', `tag ${way}`],
    }),
  'change a customer': async ({ business, way, at }: Scene) => {
    const [record] = await recordsOf(business, way)
    if (!record) return
    const change = { name: `Customer ${at}`, addresses: [{ state: 'TX' }], version: record.version }
    return send(business.manager, 'PUT', `/api/customers/${record.id}`, change)
  },
  'delete a customer': async ({ business, way }: Scene) => {
    const [record] = await recordsOf(business, way)
    if (record) await send(business.manager, 'DELETE', `/api/customers/${record.id}`)
  },
  'import customers': async ({ business, way, at }: Scene) => {
    const lines = [
      'Customer number,Name,Email,State,Tags,Parent customer number',
      `I-${way},Prairie Wind,${owner.email},NY,imported,`,
      `J-${at},Lake House Supply,,TX,wholesale,I-${way}`,
      `C-${at - 1},Someone Else,,CA,,J-${at}`,
      `J-${at},The same number again,,,,`,
    ]
    const form = new FormData()
    form.append('file', new Blob([lines.join('\n')]), 'customers.csv')
    const body = new Response(form)
    const payload = Buffer.from(await body.arrayBuffer())
    const headers = { 'content-type': body.headers.get('content-type') ?? '' }
    const answer = await send(business.manager, 'POST', '/api/customers/imports', payload, headers)
    if (answer.statusCode >= 400) return
    const { id } = answer.json()
    await runImport(test.services, id, importJob)
    await send(business.manager, 'POST', `/api/customers/imports/${id}/start`, {})
    return runImport(test.services, id, importJob)
  },
  'merge customers': async ({ business, way }: Scene) => {
    const [source, target] = await recordsOf(business, way)
    if (!source || !target) return
    return send(business.manager, 'POST', '/api/customers/merges', {
      ...{ sourceId: source.id, sourceVersion: source.version },
      ...{ targetId: target.id, targetVersion: target.version },
    })
  },
  'take customers apart': async ({ business }: Scene) => {
    const [merge] = await rowsOf<{ id: string }>(
      `select id from customer_merges where business_id = '${business.id}' and undone_at is null
       order by merged_at desc, id desc limit 1`,
    )
    if (merge) await send(business.manager, 'POST', `/api/customers/merges/${merge.id}/undo`, {})
  },
  'accept a suggestion': async ({ business }: Scene) => {
    const [found] = (await send(business.manager, 'GET', '/api/customers/suggestions')).json().items
    if (found) await send(business.manager, 'POST', `/api/customers/suggestions/${found.id}/accept`, {})
  },
  'move certificates': async ({ business, way }: Scene) => {
    const [link] = await rowsOf<{ id: string }>(
      `select id from coverage_customers where business_id = '${business.id}' order by id desc limit 1`,
    )
    const [record] = await recordsOf(business, way)
    if (!link) return
    const customerId = way % 2 === 0 ? null : (record?.id ?? null)
    return send(business.manager, 'PUT', `/api/customers/certificates/${link.id}`, { customerId })
  },
  'black out more': async ({ document }: Scene) => {
    const before = (await send(owner, 'GET', `/api/documents/${document}`)).json()
    const boxes = [{ page: 1, x: 0.5, y: 0.5, width: 0.1, height: 0.1 }]
    const answer = await send(owner, 'POST', `/api/documents/${document}/versions`, {
      version: before.version,
      boxes,
    })
    if (answer.statusCode === 202) await untilReady(document, before.version + 1)
  },
  'upload a corrected version': async (scene: Scene) => {
    const file = {
      name: `corrected ${scene.at}.pdf`,
      bytes: pdfBytes(`corrected ${scene.at} ${scene.document}`),
    }
    const { payload, headers } = await formOf([file])
    const answer = await send(owner, 'POST', `/api/documents/${scene.document}/corrections`, payload, headers)
    const taken = answer.statusCode < 400 ? answer.json().file : undefined
    if (taken?.outcome !== 'accepted') return
    const { id } = taken.document
    await untilReady(id, 1)
    const { version } = (await send(owner, 'GET', `/api/documents/${id}`)).json()
    await send(owner, 'POST', `/api/documents/${id}/send`, { version })
  },
  'delete a document': async (scene: Scene) => {
    const answer = await send(owner, 'DELETE', `/api/documents/${scene.document}`)
    const at = scene.documents.indexOf(scene.document)
    if (answer.statusCode < 400) scene.documents[at] = await createDocument(test, cookies.get(owner.id) ?? '')
  },
  'review by the rules': async ({ document, business }: Scene) => {
    await send(business.manager, 'PUT', '/api/business/automatic-review', { isOn: true })
    await reviewAutomatically(test.services, document)
  },
  'add a team member': async ({ business }: Scene) =>
    void (await addMember(test, business.manager, 'viewer')),
  'remove a business': async ({ businesses, business }: Scene) => {
    // The other two stay, so that something can be shared with them.
    if (businesses.indexOf(business) !== 2) return
    const { name } = (await send(admin, 'GET', `/api/admin/businesses/${business.id}`)).json()
    const answer = await send(admin, 'DELETE', `/api/admin/businesses/${business.id}`, { name })
    if (answer.statusCode < 400) businesses[2] = await newStore()
  },
  'let two days pass': async () => {
    test.clock.advance(2 * 86_400_000)
    cookies.clear()
    await sweepShares(test.services)
  },
}

const untilReady = (id: string, version: number) =>
  untilDocument<DocumentDetails>(
    test,
    cookies.get(owner.id) ?? '',
    id,
    (document) => document.status === 'processed' && document.version === version,
  )

const actions = `(values ('shared', 'share.create'), ('reopened', 'share.reopen'), ('verified', 'share.verify'),
  ('rejected', 'share.reject'), ('review-reopened', 'share.reopen-review'), ('returned', 'share.return'),
  ('revoked', 'share.revoke'), ('corrected', 'share.correct'), ('expired', 'share.expire')) a (act, action)`

const liveStates = `from document_shares s join exemption_states x on x.document_id = s.document_id
  where s.business_id is not null and s.status <> 'revoked'`

/** What is kept, and a fresh calculation from what it's derived from. */
const derived: Record<string, { kept: string; fresh: string }> = {
  'what shares are found by': {
    kept: 'select id, search_text, form, expires_on from document_shares where business_id is not null order by id',
    fresh: `select s.id, concat_ws(E'\\n', d.name, u.name, u.email, e.purchaser, (
          select string_agg(distinct n, E'\\n') from exemption_states x, unnest(array[x.number,
            regexp_replace(x.number, '[^[:alnum:]]', '', 'g')]) n where x.document_id = d.id and n <> '')) as search_text,
        case when e.document_id is not null then coalesce(e.form, 'other') end as form, e.expires_on
      from document_shares s join documents d on d.id = s.document_id join users u on u.id = d.owner_id
        left join exemptions e on e.document_id = d.id
      where s.business_id is not null order by s.id`,
  },
  'the states of shares': {
    kept: 'select share_id, state, business_id, shared_at from share_states order by 1, 2',
    fresh: `select s.id as share_id, x.state, s.business_id, s.shared_at ${liveStates} order by 1, 2`,
  },
  'the counts of businesses': {
    kept: 'select id, user_count, documents_received from businesses order by id',
    fresh: `select b.id, (select count(*)::int from business_users m where m.business_id = b.id) as user_count,
        (select count(*)::int from document_shares s where s.business_id = b.id) as documents_received
      from businesses b order by b.id`,
  },
  'what was received by day and form': {
    kept: `select business_id, day::text, form, pending, verified, rejected from received_day_forms
      where pending + verified + rejected > 0 order by 1, 2, 3`,
    fresh: `select business_id, (shared_at at time zone 'UTC')::date::text as day, form,
        count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status = 'verified')::int as verified,
        count(*) filter (where status = 'rejected')::int as rejected
      from document_shares where business_id is not null and status <> 'revoked' group by 1, 2, 3 order by 1, 2, 3`,
  },
  'what was reviewed by day and reviewer': {
    kept: `select business_id, day::text, reviewed_by, verified, rejected from received_day_reviewers order by 1, 2, 3`,
    fresh: `select business_id, (shared_at at time zone 'UTC')::date::text as day, reviewed_by,
        count(*) filter (where status = 'verified')::int as verified,
        count(*) filter (where status = 'rejected')::int as rejected
      from document_shares where business_id is not null and status <> 'revoked' and reviewed_at is not null
      group by 1, 2, 3 order by 1, 2, 3`,
  },
  'people and documents by day': {
    kept: 'select kind, day::text, added from added_days order by 1, 2',
    fresh: `select kind, day, count(*)::int as added from (
        select 'document' as kind, (created_at at time zone 'UTC')::date::text as day from documents
        union all select 'user', (created_at at time zone 'UTC')::date::text from users u
          where status <> 'guest' and not exists (select from account_erasures e where e.user_id = u.id)) all_of_them
      group by 1, 2 order by 1, 2`,
  },
  // A business learns nothing new from a share that was revoked, so only customers with a live one are compared.
  'the customers of businesses': {
    kept: `select distinct c.business_id, c.owner_id, c.name, c.email from coverage_customers c
      join coverage_index i on i.customer_id = c.id
      join document_shares s on s.id = i.share_id and s.revoked_at is null order by 1, 2, 3`,
    fresh: `select distinct f.business_id, f.owner_id, f.purchaser as name, f.owner_email as email
      from coverage_facts f where f.revoked_at is null order by 1, 2, 3`,
  },
  'the answers of customers': {
    kept: `select customer_id, state, business_id, customer_name, answer, ends_on from customer_answers order by 1, 2`,
    fresh: `select c.id as customer_id, s.state, c.business_id, c.name as customer_name,
        coalesce(b.verdict, 'none') as answer, b.ends_on
      from customers c
        cross join lateral (
          select a ->> 'state' as state from jsonb_array_elements(c.addresses) a
          union select i.state from coverage_index i join coverage_customers v on v.id = i.customer_id
            where v.record_id = c.id) s
        left join lateral (
          select i.verdict, i.ends_on from coverage_index i join coverage_customers v on v.id = i.customer_id
          where v.record_id = c.id and i.state = s.state
          order by case i.verdict when 'covered' then 0 when 'charge-part' then 1 when 'check' then 2 else 3 end,
            i.ends_on desc nulls first limit 1) b on true
      where c.merged_into is null order by 1, 2`,
  },
  'the tags of customers': {
    kept: 'select business_id, tag, customer_name, customer_id from customer_tags order by customer_id, tag',
    fresh: `select c.business_id, t.tag collate "C" as tag, c.name as customer_name, c.id as customer_id
      from customers c, unnest(c.tags) t (tag) where c.merged_into is null order by 4, 2`,
  },
  // Everything that certificates say belongs to a record that can be opened, and no record is left behind.
  'certificates without a record, and records that nobody wrote down without certificates': {
    kept: `select v.id from coverage_customers v left join customers c on c.id = v.record_id
        where c.id is null or c.merged_into is not null or c.business_id <> v.business_id
      union all select c.id from customers c where not c.is_kept
        and not exists (select from coverage_customers v where v.record_id = c.id)`,
    fresh: 'select where false',
  },
  'what merged and deleted customers are found by': {
    kept: `select t.customer_id from customer_terms t left join customers c on c.id = t.customer_id
      where c.id is null or c.merged_into is not null`,
    fresh: 'select where false',
  },
  'the history of shares': {
    kept: 'select id, status from document_shares order by id',
    fresh: `select distinct on (s.id) s.id, case when e.act in ('verified', 'rejected', 'revoked') then e.act
        else 'pending' end as status
      from document_shares s join share_events e on e.share_id = s.id join ${actions} on a.act = e.act
      order by s.id, e.at desc, e.id desc`,
  },
  'the audit log of shares': {
    kept: `select details ->> 'share' as share, action, count(*)::int as entries from audit_entries
      where action like 'share.%' and (details ->> 'share')::uuid in (select id from document_shares)
      group by 1, 2 order by 1, 2`,
    fresh: `select e.share_id::text as share, a.action, count(*)::int as entries
      from share_events e join ${actions} on a.act = e.act group by 1, 2 order by 1, 2`,
  },
  'the events of webhooks': {
    kept: `select share_id, type, count(*)::int as events from webhook_events
      where type like 'document.%' and share_id in (select id from document_shares) group by 1, 2 order by 1, 2`,
    fresh: `select e.share_id, 'document.' || case when e.act in ('verified', 'rejected', 'revoked') then e.act
        else 'received' end as type, count(*)::int as events
      from share_events e join document_shares s on s.id = e.share_id and s.business_id is not null
      where e.act in ('shared', 'reopened', 'corrected', 'verified', 'rejected', 'revoked')
      group by 1, 2 order by 1, 2`,
  },
  'shares whose open pages were not updated': {
    kept: `select e.share_id, s.business_id, count(*)::int as acts
      from share_events e join document_shares s on s.id = e.share_id join ${actions} on a.act = e.act
      where s.business_id is not null group by 1, 2, s.owner_id
      having count(*) > (select count(*) from live_events l where l.stream = 'business:' || s.business_id
          and l.payload ->> 'topic' = 'received' and l.payload::jsonb -> 'ids' ? e.share_id::text)
        or count(*) > (select count(*) from live_events l where l.stream = 'person:' || s.owner_id
          and l.payload ->> 'topic' = 'shares' and l.payload::jsonb -> 'ids' ? e.share_id::text)`,
    fresh: 'select where false',
  },
}

const coverageIndex = [
  `select i.share_id, i.state, i.business_id, i.owner_id, c.name, i.customer_name, i.verdict, i.ends_on, i.last_purchase_on,
     i.judge_again_at, i.knowledge_version from coverage_index i join coverage_customers c on c.id = i.customer_id order by 1, 2`,
  `select t.business_id, c.owner_id, c.name, t.term from coverage_terms t join coverage_customers c on c.id = t.customer_id
   order by 1, 2, 3, 4`,
]

class Undone extends Error {}

/** Judges every certificate anew, takes that back, and compares. */
async function compareCoverage(after: string): Promise<void> {
  let kept: object[][] = []
  let fresh: object[][] = []
  const judgeAll = test.services.database.transact(systemActor, async (tx) => {
    const read = () => Promise.all(coverageIndex.map((text) => rowsOf(text, tx)))
    kept = await read()
    const shares = await rowsOf<{ id: string; owner_id: string; business_id: string }>(
      'select id, owner_id, business_id from document_shares where business_id is not null and revoked_at is null',
      tx,
    )
    await renewCoverage(test.services, tx, shares)
    fresh = await read()
    throw new Undone()
  })
  const undone = await judgeAll.catch((error: unknown) => error)
  expect(undone, `what is covered, after: ${after}`).toBeInstanceOf(Undone)
  expect(kept, `what is covered, after: ${after}`).toEqual(fresh)
}

async function compareAll(after: string): Promise<void> {
  // What these jobs still have to do is marked, and every reader takes it into account.
  await renewDueCoverage(test.services)
  await countReceivedDays(test.services)
  await countAddedDays(test.services)
  for (const [name, { kept, fresh }] of Object.entries(derived)) {
    expect(await rowsOf(kept), `${name}, after: ${after}`).toEqual(await rowsOf(fresh))
  }
  await compareCoverage(after)
}

const step = fc.record({
  verb: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom<keyof typeof verbs>('share with a business', 'confirm', 'verify'),
    },
    { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(verbs) as (keyof typeof verbs)[])) },
  ),
  document: fc.nat(1),
  business: fc.nat(2),
  way: fc.nat(5),
})

it('derived data is what a fresh calculation gives, after every step of random work', {
  timeout: runs * runTimeoutMs,
}, async () => {
  let at = 0
  const work = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
    cookies.clear()
    await send(owner, 'GET', '/api/profile')
    const cookie = cookies.get(owner.id) ?? ''
    const documents = [await createDocument(test, cookie), await createDocument(test, cookie)]
    const businesses = [...stores, await newStore()]
    const done: string[] = []
    for (const { verb, way, ...chosen } of steps) {
      at += 1
      test.clock.advance(1000)
      const document = documents[chosen.document] ?? ''
      const business = businesses[chosen.business] ?? newStore()
      await verbs[verb]({ documents, businesses, document, business: await business, way, at })
      done.push(verb)
      await compareAll(done.join(', '))
    }
  })
  // What a failed run leaves behind would fail every shorter one, too.
  await fc.assert(work, { seed, numRuns: runs, endOnFailure: true })
})
