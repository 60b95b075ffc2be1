import { type BusinessReport, pendingAges } from '@exempta/contract/businesses/reports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { addMember, createAccount, createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { receive } from '../../../../test/received.ts'
import { createTestBusiness, type TestBusiness } from '../../../../test/sharing.ts'

let test: TestApp
let business: TestBusiness
let rival: TestBusiness
let viewer: TestPerson
let owner: TestPerson
const cookies = { viewer: '', pending: '', homeless: '', user: '', admin: '' }
type Who = keyof typeof cookies

const at = (text: string) => new Date(text)
// The clock is at Monday, March 2.
const range = '?from=2026-02-10&to=2026-03-02'
const dashboardPath = '/api/received/dashboard'
const reportPath = `/api/received/reports${range}`
const csvPath = `/api/received/reports/csv${range}`
const get = (url: string, as = business.cookie) => test.call({ method: 'GET', url, headers: { cookie: as } })

beforeAll(async () => {
  test = await startTestApp()
  business = await createTestBusiness(test)
  rival = await createTestBusiness(test)
  owner = await createPerson(test)
  test.clock.advance(1000)
  viewer = await addMember(test, business.manager, 'viewer')
  const people: Record<Who, TestPerson> = {
    viewer,
    pending: await addMember(test, business.manager, 'manager', 'pending'),
    homeless: await createAccount(test, 'business'),
    user: owner,
    admin: await createPerson(test, 'admin'),
  }
  for (const [who, person] of Object.entries(people)) cookies[who as Who] = await signInAs(test, person)
  const former = await createAccount(test, 'business')
  const between = { ownerId: owner.id, businessId: business.id }
  await receive(test, between, [
    { name: 'before.pdf', sharedAt: at('2026-02-09T23:59:59.999Z') },
    {
      name: '=HYPERLINK("x")',
      status: 'verified',
      sharedAt: at('2026-02-10T00:00:00Z'),
      reviewedAt: at('2026-02-10T01:00:00Z'),
      reviewedBy: business.manager.id,
    },
    {
      name: 'photo.jpg',
      type: 'image/jpeg',
      status: 'verified',
      sharedAt: at('2026-02-11T00:00:00Z'),
      reviewedAt: at('2026-02-11T04:00:00Z'),
      reviewedBy: business.manager.id,
    },
    {
      name: 'blurred.png',
      type: 'image/png',
      status: 'rejected',
      sharedAt: at('2026-02-24T00:00:00Z'),
      reviewedAt: at('2026-02-26T00:00:00Z'),
      reviewedBy: former.id,
    },
    { name: 'waits.pdf', sharedAt: at('2026-02-25T00:00:00Z') },
    { name: 'new.pdf', sharedAt: at('2026-03-02T14:00:00Z') },
    { name: 'taken back.pdf', status: 'revoked', sharedAt: at('2026-03-02T14:30:00Z') },
  ])
  await test.database.executeAsOwner(
    `insert into exemptions (document_id, owner_id, version, pages, form, purchaser, has_signature, expires_on, confirmed_at)
     select id, owner_id, version, '{1}', case name when 'photo.jpg' then 'ny-st-120' end, 'Prairie Wind', true,
       case name when 'photo.jpg' then date '2026-12-31' end, $1
     from documents where name in ('photo.jpg', 'blurred.png')`,
    [test.clock.now()],
  )
  await test.database.executeAsOwner(
    `insert into exemption_states (document_id, state, number)
     select d.id, x.state, x.number from documents d join (values
       ('photo.jpg', 'NY', '43-1234567'), ('photo.jpg', 'NJ', '=7'), ('blurred.png', 'TX', null)
     ) x (name, state, number) on x.name = d.name`,
    [],
  )
  await receive(test, { ownerId: owner.id, businessId: rival.id }, [{ name: 'elsewhere.pdf' }])
})
afterAll(() => test.close())

describe('the dashboard', () => {
  it('counts what can be opened, and shows the newest documents and members', async () => {
    const dashboard = (await get(dashboardPath, cookies.viewer)).json()
    expect(dashboard).toMatchObject({
      business: { name: business.manager.name, status: 'active', isVerified: false },
      counts: { received: 6, pending: 3, verified: 2, activeUsers: 2 },
    })
    expect(dashboard.recent.map(({ document }: { document: string }) => document)).toEqual([
      'new.pdf',
      'waits.pdf',
      'blurred.png',
      'photo.jpg',
      '=HYPERLINK("x")',
    ])
    expect(dashboard.recent[0]).toMatchObject({
      user: owner.name,
      status: 'pending',
      receivedAt: '2026-03-02T14:00:00.000Z',
    })
    expect(dashboard.users).toHaveLength(3)
    expect(dashboard.users.at(-1)).toMatchObject({
      email: business.manager.email,
      role: 'manager',
      isSelf: false,
    })
    const setStatus = (status: string) =>
      test.database.executeAsOwner('update businesses set status = $2 where id = $1', [business.id, status])
    await setStatus('inactive')
    expect((await get(dashboardPath)).json().business.status).toBe('inactive')
    await setStatus('active')
  })
})

describe('the report', () => {
  it('covers whole days and every week of them, and what is pending now', async () => {
    const report: BusinessReport = (await get(reportPath, cookies.viewer)).json()
    expect(report).toMatchObject({
      from: '2026-02-10',
      to: '2026-03-02',
      generatedAt: test.clock.now().toISOString(),
      total: 5,
      outcome: { pending: 2, verified: 2, rejected: 1 },
      medianReviewHours: 4,
    })
    const none = { received: 0, pending: 0, verified: 0, rejected: 0 }
    expect(report.weeks).toEqual([
      { ...none, start: '2026-02-09', received: 2, verified: 2 },
      { ...none, start: '2026-02-16' },
      { ...none, start: '2026-02-23', received: 2, pending: 1, rejected: 1 },
      { ...none, start: '2026-03-02', received: 1, pending: 1 },
    ])
    expect(report.forms).toEqual([
      { ...none, name: null, received: 3, pending: 2, verified: 1 },
      { ...none, name: 'ST-120', received: 1, verified: 1 },
      { ...none, name: 'Other forms', received: 1, rejected: 1 },
    ])
    expect(report.reviewers).toEqual([
      { name: business.manager.name, verified: 2, rejected: 0, medianReviewHours: 2.5 },
      { name: null, verified: 0, rejected: 1, medianReviewHours: 48 },
    ])
    const counts = report.pendingAges.map(({ count }) => count)
    expect(counts).toEqual([1, 0, 1, 1, 0])
    expect(report.pendingAges.map(({ label }) => label)).toEqual(pendingAges.map(({ label }) => label))
  })

  it('of a period without documents is all zeros', async () => {
    const report: BusinessReport = (await get('/api/received/reports?from=2025-01-01&to=2025-01-01')).json()
    expect(report).toMatchObject({ total: 0, medianReviewHours: null, forms: [], reviewers: [] })
    expect(report.weeks).toHaveLength(1)
  })

  it.each([
    ['?from=2026-03-02&to=2026-03-01', 'to', 'The end date must be after the start date'],
    ['?from=2020-01-01&to=2026-03-01', 'from', 'Please choose at most 732 days'],
    ['?from=yesterday&to=2026-03-01', 'from', 'Please choose a day'],
    ['?from=2026-02-30&to=2026-03-01', 'from', 'Please choose a day'],
  ])('refuses the range %s', async (query, path, message) => {
    for (const url of ['/api/received/reports', '/api/received/reports/csv']) {
      const answer = await get(url + query)
      expect([answer.statusCode, answer.json().fields], url).toEqual([422, [{ path, message }]])
    }
  })
})

describe('the table of a report', () => {
  it('contains every document of the range, and none of its texts runs as a formula', async () => {
    const answer = await get(csvPath, cookies.viewer)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('received-documents-2026-02-10-to-2026-03-02.csv'),
    })
    const lines = answer.body.split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFF"Document","User","Type","Received","Status","Reviewed","Reviewer","Hours to review","Reason","State","Form","Number","Expires"',
    )
    expect(lines.slice(1)).toEqual([
      `"new.pdf","${owner.name}","application/pdf","2026-03-02T14:00:00.000Z","pending",,,,,,,,`,
      `"waits.pdf","${owner.name}","application/pdf","2026-02-25T00:00:00.000Z","pending",,,,,,,,`,
      `"blurred.png","${owner.name}","image/png","2026-02-24T00:00:00.000Z","rejected","2026-02-26T00:00:00.000Z",,48,"'=blurred","TX","Other forms",,`,
      expect.stringMatching(/^"photo.jpg".*,"NJ, NY","ST-120","'=7, 43-1234567","2026-12-31"$/),
      `"'=HYPERLINK(""x"")","${owner.name}","application/pdf","2026-02-10T00:00:00.000Z","verified","2026-02-10T01:00:00.000Z","${business.manager.name}",1,,,,,`,
      '',
    ])
    const downloads = (await auditOf(test, business.id)).filter(({ action }) => action === 'report.download')
    expect(downloads).toMatchObject([{ actor_id: viewer.id }])
    expect(test.logged()).not.toContain('HYPERLINK')
  })

  it('is read in batches, each row once', async () => {
    const many = await createTestBusiness(test)
    await receive(test, { ownerId: owner.id, businessId: many.id }, [{ name: 'seed.pdf' }])
    await test.database.executeAsOwner(
      `with made as (
         insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original,
           page_count, version, created_at, updated_at, processed_at)
         select gen_random_uuid(), d.owner_id, 'many ' || n, d.type, d.status, 1, d.content_hash, false, 1, 1, $2, $2, $2
         from documents d join document_shares s on s.document_id = d.id, generate_series(1, 1100) n
         where s.business_id = $1 returning id, owner_id)
       insert into document_shares (id, document_id, owner_id, business_id, can_download, has_watermark,
         tells_first_view, shared_at, created_at, updated_at)
       select gen_random_uuid(), id, owner_id, $1, true, false, false, $2, $2, $2 from made`,
      [many.id, test.clock.now()],
    )
    const names = (await get(csvPath, many.cookie)).body.split('\r\n').slice(1, -1)
    expect([names.length, new Set(names.map((line) => line.split(',')[0])).size]).toEqual([1101, 1101])
  })
})

it('reports are for members only, each of their own business', async () => {
  for (const url of [dashboardPath, reportPath, csvPath]) {
    for (const who of ['pending', 'homeless', 'user', 'admin'] as const) {
      expect((await get(url, cookies[who])).statusCode, `${url} ${who}`).toBe(403)
    }
    expect((await test.call({ method: 'GET', url })).statusCode, url).toBe(401)
  }
  expect((await get(dashboardPath, rival.cookie)).json().counts).toMatchObject({
    received: 1,
    activeUsers: 1,
  })
  expect((await get(reportPath, rival.cookie)).json().total).toBe(1)
  expect((await get(csvPath, rival.cookie)).body.split('\r\n')).toHaveLength(3)
})
