import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dayMs } from '@exempta/contract/durations'
import { type ErrorCode, errorTable } from '@exempta/contract/errors'
import type { ReceivedDocument } from '@exempta/contract/review'
import type { Share } from '@exempta/contract/sharing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeKey, type TestKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { auditOf } from '../../test/audit.ts'
import { fakeSandbox } from '../../test/fake-sandbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../test/people.ts'
import { createDocument, createTestBusiness, type TestBusiness } from '../../test/sharing.ts'
import { clearCalls } from '../platform/idempotency/idempotent-calls.ts'

let test: TestApp
let base: string
let owner: TestPerson
let user: string
let business: TestBusiness
let reader: TestKey
let reviewer: TestKey
let stranger: TestKey

beforeAll(async () => {
  test = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs: true })
  base = await test.app.listen({ host: '127.0.0.1', port: 0 })
  owner = await createPerson(test)
  user = await signInAs(test, owner)
  business = await createTestBusiness(test)
  reader = await makeKey(test, business, { name: 'Reader', scopes: ['read'] })
  reviewer = await makeKey(test, business)
  stranger = await makeKey(test, await createTestBusiness(test))
})
afterAll(() => test.close())
beforeEach(() => test.clock.advance(1000))

const api = (path: string, { key }: Pick<TestKey, 'key'>, init: RequestInit = {}) =>
  fetch(`${base}/api/v1${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } })
const post = (path: string, body: object, key: TestKey, headers: Record<string, string> = {}) =>
  api(path, key, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
const problemOf = async (answer: Response) => {
  expect(answer.headers.get('content-type'), answer.url).toMatch('application/problem+json')
  return `${answer.status} ${(await answer.json()).code}`
}
const refused = async (key: Pick<TestKey, 'key'>) => problemOf(await api('/documents', key))
const listed = async (query: string, key = reader) => {
  const answer = await api(`/documents?${query}`, key)
  return (await answer.json()) as { items: ReceivedDocument[]; nextCursor: string | null }
}
const bySession = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  cookie: string,
  payload?: object,
) => test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })

/** Shares a new document with the business and returns the ids of the share and the document. */
async function receive(name?: string): Promise<{ id: string; documentId: string }> {
  const documentId = await createDocument(test, user, name)
  await bySession('POST', '/api/shares', user, { documentIds: [documentId], businessIds: [business.id] })
  const shares = await bySession('GET', `/api/shares?documentId=${documentId}`, user)
  test.clock.advance(1000)
  return { id: (shares.json().items as Share[])[0]?.id ?? '', documentId }
}

it('lists what changed since a time', async () => {
  const first = await receive()
  const second = await receive()
  const since = test.clock.now().toISOString()
  const ids = async (query: string) => (await listed(query)).items.map(({ id }) => id)
  expect(await ids(`updatedSince=${since}`)).toEqual([])
  test.clock.advance(1000)
  await post(`/documents/${first.id}/verify`, { version: 1 }, reviewer)
  expect(await ids(`updatedSince=${since}`)).toEqual([first.id])
  expect(await ids(`updatedSince=${since}&status=pending`)).toEqual([])
  await bySession('PATCH', `/api/documents/${second.documentId}`, user, { name: 'Renamed.pdf' })
  expect(await ids(`updatedSince=${since}&search=Renamed`)).toEqual([second.id])
  expect(await ids(`updatedSince=${since}`)).toEqual([second.id, first.id])
  expect(await problemOf(await api('/documents?updatedSince=yesterday', reader))).toBe('422 invalid-input')
})

it('says what a certificate says, and finds it by that', async () => {
  const { id, documentId } = await receive()
  const since = test.clock.now().toISOString()
  const stated = {
    form: 'ny-st-120',
    purchaser: 'Prairie Wind',
    seller: null,
    reason: 'resale',
    isBlanket: true,
    hasSignature: true,
    signedOn: '2026-01-02',
    expiresOn: '2026-12-31',
    states: [{ state: 'NY', number: '43-1234567' }],
  }
  test.clock.advance(1000)
  const confirmed = await bySession('PUT', `/api/documents/${documentId}/exemption`, user, {
    ...stated,
    pages: [1],
    version: 1,
    shown: null,
  })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  const body = await (await api(`/documents/${id}`, reader)).json()
  expect(body.exemption).toEqual({
    form: 'ST-120',
    purchaser: 'Prairie Wind',
    states: stated.states,
    expiresOn: '2026-12-31',
    confirmedAt: test.clock.now().toISOString(),
  })
  expect(body.reading).toMatchObject({
    confirmed: { ...stated, pages: [1] },
    confirmedNotes: expect.any(Array),
  })
  expect(Object.keys(body.reading).sort()).toEqual([
    'certificates',
    'confirmed',
    'confirmedNotes',
    'isRead',
    'notACertificate',
  ])
  const ids = async (query: string) => (await listed(query)).items.map((item) => item.id)
  expect(await ids('state=NY&form=ny-st-120')).toEqual([id])
  expect(await ids('state=TX')).toEqual([])
  expect(await ids('search=431234567')).toEqual([id])
  expect(await ids(`updatedSince=${since}`)).toEqual([id])
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
  'answers 415 to a body of type %s',
  async (type) => {
    const { id } = await receive()
    const init = { method: 'POST', body: '{"version":1}', headers: { 'content-type': type } }
    expect(await problemOf(await api(`/documents/${id}/verify`, reviewer, init))).toBe('415 unsupported-type')
  },
)

it('accepts only valid keys, from their allowed networks, with the scope of the call', async () => {
  const { id } = await receive()
  const changed = `${reader.key.slice(0, -2)}${reader.key.endsWith('AA') ? 'BB' : 'AA'}`
  expect(await refused({ key: '' })).toBe('401 key-invalid')
  expect(await refused({ key: changed })).toBe('401 key-invalid')
  expect((await api('/documents', reader)).status).toBe(200)
  expect(await problemOf(await post(`/documents/${id}/verify`, { version: 1 }, reader))).toBe(
    '403 scope-missing',
  )
  const elsewhere = await makeKey(test, business, { ranges: ['192.0.2.0/24'] })
  expect(await refused(elsewhere)).toBe('403 address-not-allowed')
  const here = await makeKey(test, business, { ranges: ['127.0.0.0/8'] })
  expect((await api('/documents', here)).status).toBe(200)
  // The business's network list applies to keys as well.
  const listOf = `insert into business_ip_lists values ($1, '{192.0.2.0/24}', now())`
  await test.database.executeAsOwner(listOf, [business.id])
  expect(await refused(here)).toBe('403 address-not-allowed')
  await test.database.executeAsOwner('delete from business_ip_lists')

  const short = await makeKey(test, business, { expiresInDays: 1 })
  expect((await api('/documents', short)).status).toBe(200)
  await bySession('DELETE', `/api/business/api-keys/${here.id}`, business.cookie)
  expect(await refused(here)).toBe('401 key-revoked')
  test.clock.advance(dayMs)
  expect(await refused(short)).toBe('401 key-expired')
  business.cookie = await signInAs(test, business.manager)
  user = await signInAs(test, owner)

  const set = (text: string) => test.database.executeAsOwner(text, [business.id])
  await set(`update businesses set status = 'inactive' where id = $1`)
  expect(await refused(reader)).toBe('403 business-not-active')
  await set(`update businesses set status = 'active' where id = $1`)
  await set(`update api_access set state = 'withdrawn' where business_id = $1`)
  expect(await refused(reader)).toBe('403 api-access-off')
  await set(`update api_access set state = 'approved' where business_id = $1`)

  const answer = await api('/documents', reader)
  const allowance = (name: string) => answer.headers.get(`x-ratelimit-${name}`)
  expect(allowance('limit')).toBe('100000')
  expect(Number(allowance('remaining'))).toBeLessThan(99_999)
  // Each key has its own limit.
  const unused = await makeKey(test, business)
  expect((await api('/documents', unused)).headers.get('x-ratelimit-remaining')).toBe('99999')
  const keys = (await bySession('GET', '/api/business/api-keys', business.cookie)).json().items as TestKey[]
  expect(keys.find((key) => key.id === reader.id)?.lastUsedAt).toBe(test.clock.now().toISOString())
})

it('keeps keys and sessions apart', async () => {
  const withCookie = await fetch(`${base}/api/v1/documents`, { headers: { cookie: business.cookie } })
  expect(await problemOf(withCookie)).toBe('401 key-invalid')
  for (const url of ['/api/received', '/api/business/api-keys', '/api/sessions']) {
    const withKey = await fetch(base + url, { headers: { authorization: `Bearer ${reviewer.key}` } })
    expect(await problemOf(withKey), url).toBe('401 not-signed-in')
  }
  const answer = await api('/documents', reader, { headers: { origin: 'https://elsewhere.example' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

it('lists, gets and downloads what the business received, like the pages do', async () => {
  const [first, second] = [await receive('Resale.pdf'), await receive('Permit.pdf')]
  const page = await listed('limit=1&search=.pdf&status=pending')
  expect(page.items.map((item) => item.id)).toEqual([second.id])
  expect((await listed(`limit=1&search=.pdf&cursor=${page.nextCursor}`)).items[0]?.id).toBe(first.id)
  expect((await listed('sort=oldest&search=permit')).items.map((item) => item.id)).toEqual([second.id])
  expect((await listed('', stranger)).items).toEqual([])

  const got = await api(`/documents/${first.id}`, reader)
  const body = await got.json()
  expect(body).toMatchObject({ id: first.id, user: { email: owner.email }, status: 'pending' })
  expect(body.pages).toHaveLength(2)
  const etag = got.headers.get('etag') ?? ''
  const again = await api(`/documents/${first.id}`, reader, {
    headers: { 'if-none-match': `"x", W/${etag}` },
  })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])

  const file = await api(`/documents/${first.id}/file`, reader)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(await file.text()).toMatch('%PDF')
  const known = { 'if-none-match': file.headers.get('etag') ?? '' }
  expect((await api(`/documents/${first.id}/file`, reader, { headers: known })).status).toBe(304)
  const picture = await api(`/documents/${first.id}/pages/2`, reader)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  await picture.arrayBuffer()
  expect(await problemOf(await api(`/documents/${first.id}/pages/3`, reader))).toBe('404 not-found')
  for (const path of ['', '/file', '/pages/1', '/history']) {
    expect(await problemOf(await api(`/documents/${first.id}${path}`, stranger)), `document${path}`).toBe(
      '404 not-found',
    )
  }
  const team = await (await api('/team', reader)).json()
  expect(team.items).toMatchObject([{ email: business.manager.email, role: 'manager' }])
  expect(team.items[0]).not.toHaveProperty('isSelf')

  const history = await (await api(`/documents/${first.id}/history`, reader)).json()
  expect(
    history.items.map((event: { act: string; person: string }) => `${event.act} ${event.person}`),
  ).toEqual(['downloaded Reader (API key)', 'shared null'])
  const acts = await auditOf(test, first.documentId)
  expect(acts.find(({ action }) => action === 'document.download')).toMatchObject({
    actor_kind: 'key',
    actor_id: reader.id,
    actor_role: null,
    details: { business: business.id, share: first.id },
  })
  // The owner can read which business acted.
  const seen = await bySession('GET', `/api/documents/${first.documentId}/activity`, user)
  expect(seen.json().items[0]).toMatchObject({ action: 'document.download', by: 'someone' })
  expect(seen.json().items[0].name).not.toBeNull()
})

it('reviews like a manager, in the name of the key', async () => {
  const [first, second] = [await receive(), await receive()]
  const verify = (id: string, key = reviewer, version = 1) =>
    post(`/documents/${id}/verify`, { version }, key)
  expect(await problemOf(await verify(first.id, stranger))).toBe('404 not-found')
  expect(await problemOf(await verify(first.id, reviewer, 2))).toBe('409 conflict')
  const verified = await (await verify(first.id)).json()
  expect(verified).toMatchObject({ status: 'verified', reviewer: 'Warehouse (API key)' })
  expect(await problemOf(await verify(first.id))).toBe('409 already-reviewed')
  const reason = 'Card 4111 1111 1111 1111 is on it'
  const rejected = await post(`/documents/${second.id}/reject`, { version: 1, reason }, reviewer)
  expect((await rejected.json()).rejectReason).not.toContain('4111')
  const onPage = await bySession('GET', `/api/received/${first.id}`, business.cookie)
  expect(onPage.json().reviewer).toBe('Warehouse (API key)')
  const notified = await bySession('GET', '/api/notifications?limit=2', user)
  const titles = (notified.json().items as { title: string }[]).map(({ title }) => title)
  expect(titles.sort()).toEqual([
    expect.stringMatching(/ rejected form \d+\.pdf$/),
    expect.stringMatching(/ verified form \d+\.pdf$/),
  ])
  const [act] = (await auditOf(test, first.documentId)).filter(({ action }) => action === 'share.verify')
  expect(act).toMatchObject({ actor_kind: 'key', actor_id: reviewer.id, details: { business: business.id } })
  const admin = await signInAs(test, await createPerson(test, 'admin'))
  const log = await bySession('GET', `/api/admin/audit-log?actorKind=key&targetId=${first.documentId}`, admin)
  expect(log.json().items[0].actor).toMatchObject({ kind: 'key', name: 'Warehouse' })
  const day = test.clock.now().toISOString().slice(0, 10)
  const report = await bySession('GET', `/api/received/reports?from=${day}&to=${day}`, business.cookie)
  expect(report.json().reviewers).toMatchObject([{ name: 'Warehouse (API key)', verified: 1, rejected: 1 }])
  // A person reopens and reviews the document, after which the key's review no longer shows.
  await bySession('POST', `/api/received/${first.id}/reopen`, business.cookie)
  const documents = [{ id: first.id, version: 1 }]
  const byPerson = await bySession('POST', '/api/received/verify', business.cookie, { documents })
  expect(byPerson.json().verified[0].reviewer).toBe(business.manager.name)
})

it('executes a call with an idempotency key once, even when many arrive at once', async () => {
  const { id, documentId } = await receive()
  const name = { 'idempotency-key': 'order-1' }
  const send = (body: object = { version: 1 }, key = reviewer, headers = name) =>
    post(`/documents/${id}/verify`, body, key, headers)
  // A failed call changed nothing and frees its idempotency key.
  expect(await problemOf(await send({ version: 2 }))).toBe('409 conflict')
  const answers = await Promise.all(Array.from({ length: 12 }, () => send()))
  const outcomes = await Promise.all(
    answers.map(async (answer) => (answer.ok ? (await answer.json()).status : problemOf(answer))),
  )
  expect(outcomes).toContain('verified')
  expect(outcomes.filter((one) => one !== 'verified' && one !== '409 idempotency-in-progress')).toEqual([])
  const acts = (await auditOf(test, documentId)).filter(({ action }) => action === 'share.verify')
  expect(acts).toHaveLength(1)

  const replayed = await send()
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  expect(replayed.headers.get('content-type')).toMatch('application/json')
  expect(await replayed.json()).toMatchObject({ id, status: 'verified' })
  const { rows } = await test.database.executeAsOwner('select answer from idempotent_calls')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('verified')
  expect(await problemOf(await send({ version: 3 }))).toBe('422 idempotency-mismatch')
  const other = await makeKey(test, business)
  expect(await problemOf(await send({ version: 1 }, other))).toBe('409 already-reviewed')
  for (const bad of ['', ' ', 'x'.repeat(201)]) {
    const answer = await send({ version: 1 }, reviewer, { 'idempotency-key': bad })
    expect([400, 422], `key of ${bad.length} characters`).toContain(answer.status)
  }
  // A call whose process died frees its key after a while; after a day the key is forgotten.
  await test.database.executeAsOwner('update idempotent_calls set status = null, answer = null')
  expect(await problemOf(await send())).toBe('409 idempotency-in-progress')
  test.clock.advance(6 * 60_000)
  expect(await problemOf(await send())).toBe('409 already-reviewed')
  await post(`/documents/${(await receive()).id}/verify`, { version: 1 }, reviewer, name)
  await clearCalls(test.services)
  const kept = () => test.database.executeAsOwner('select name from idempotent_calls')
  expect((await kept()).rows).toHaveLength(1)
  test.clock.advance(dayMs + 1)
  await clearCalls(test.services)
  expect((await kept()).rows).toEqual([])
})

it('follows the quick start exactly as it is written', async () => {
  business.cookie = await signInAs(test, business.manager)
  user = await signInAs(test, owner)
  const [first, second] = [await receive('First.pdf'), await receive('Second.pdf')]
  const key = await makeKey(test, business, { name: 'Quick start' })
  const page = await readFile(new URL('../../../web/content/pages/developers.md', import.meta.url), 'utf8')
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code)
  const folder = await mkdtemp(join(tmpdir(), 'quick-start-'))
  const env = { PATH: process.env.PATH, EXEMPTA_URL: base, EXEMPTA_KEY: key.key, DOCUMENT_ID: first.id }
  const run = async (program: string, file: string, code: string) => {
    await writeFile(join(folder, file), code)
    return (await promisify(execFile)(program, [file], { cwd: folder, env })).stdout
  }
  try {
    const [ask = '', list = '', download = '', verify = ''] = blocks('bash')
    expect(JSON.parse(await run('bash', 'ask.sh', ask))).toMatchObject({
      verdict: 'not-covered',
      receipt: null,
    })
    const listed = JSON.parse(await run('bash', 'list.sh', list)) as { items: { id: string }[] }
    expect(listed.items.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]))
    await run('bash', 'download.sh', download)
    expect(await readFile(join(folder, 'certificate.pdf'), 'utf8')).toMatch('%PDF')
    expect(JSON.parse(await run('bash', 'verify.sh', verify))).toMatchObject({ status: 'verified' })
    const [program = ''] = blocks('typescript')
    expect(await run(process.execPath, 'check-coverage.ts', program)).toContain('Charge tax No receipt')
    const verified = await (await api(`/documents/${first.id}`, key)).json()
    expect(verified).toMatchObject({ status: 'verified', reviewer: 'Quick start (API key)' })
    const untouched = await (await api(`/documents/${second.id}`, key)).json()
    expect(untouched, 'no program verifies what no one has looked at').toMatchObject({ status: 'pending' })
  } finally {
    await rm(folder, { recursive: true })
  }
  const notified = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+) \|/gm)].map(
    ([, code, status]) => `${code} ${status}`,
  )
  const published = (await (await fetch(`${base}/api/openapi.json`)).json()) as OpenApi
  const ofApi = Object.entries(published.paths).filter(([path]) => path.startsWith('/api/v1/'))
  const codes = ofApi.flatMap(([, methods]) =>
    Object.values(methods).flatMap(({ description }) =>
      [...description.matchAll(/`([a-z-]+)` \((\d+)\)/g)].map(([, code, status]) => `${code} ${status}`),
    ),
  )
  expect(codes.length).toBeGreaterThan(100)
  expect(codes.filter((code) => !notified.includes(code))).toEqual([])
  expect(
    notified.filter((one) => errorTable[one.split(' ')[0] as ErrorCode].status !== Number(one.split(' ')[1])),
  ).toEqual([])
  const listing = published.paths['/api/v1/documents']?.get
  expect(listing?.security).toEqual([{ apiKey: [] }])
  expect(JSON.stringify(listing)).toContain('exemption-certificate.pdf')
})

interface OpenApi {
  paths: Record<string, Record<string, { description: string; security: object[] }>>
}
