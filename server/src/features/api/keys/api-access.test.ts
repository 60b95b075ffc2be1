import type { ApiAccessRequest, ApiKey } from '@exempta/contract/api/keys'
import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeKey } from '../../../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { readEmails } from '../../../../test/mailbox.ts'
import { addMember, createPerson, signInAs } from '../../../../test/people.ts'
import { createTestBusiness, type TestBusiness } from '../../../../test/sharing.ts'
import { newKeyText } from './api-keys.ts'

let test: TestApp
let business: TestBusiness
let viewer: string
let admin: string
beforeAll(async () => {
  test = await startTestApp()
  business = await createTestBusiness(test)
  viewer = await signInAs(test, await addMember(test, business.manager, 'viewer'))
  admin = await signInAs(test, await createPerson(test, 'admin'))
})
afterAll(() => test.close())
beforeEach(() => test.clock.advance(1000))

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, cookie: string, payload?: object) =>
  test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })
const codeOf = (answer: { json(): { code?: string } }) => answer.json().code
const access = async (as = business.cookie) => (await send('GET', '/api/business/api-access', as)).json()
const request = (as = business.cookie, purpose = 'Our ERP fetches certificates') =>
  send('POST', '/api/business/api-access', as, { purpose })
const decide = (decision: string, reason?: string, id = business.id) =>
  send('POST', `/api/admin/api-access/${id}/decision`, admin, { decision, ...(reason && { reason }) })
const requests = async (query = ''): Promise<ApiAccessRequest[]> =>
  (await send('GET', `/api/admin/api-access?${query}`, admin)).json().items
const keys = async (as = business.cookie): Promise<ApiKey[]> =>
  (await send('GET', '/api/business/api-keys', as)).json().items
const newKey = { name: 'Warehouse', scopes: ['read'], expiresInDays: 30, ranges: ['192.0.2.7'] }
const make = (body: object = newKey, as = business.cookie) => send('POST', '/api/business/api-keys', as, body)
const newest = async (as: string) =>
  (await send('GET', '/api/notifications?limit=1', as)).json().items[0] as { title: string; message: string }

it('can be requested, approved and withdrawn, and notifies everyone concerned', async () => {
  expect(await access()).toEqual({ state: null, requestedAt: null, decidedAt: null, reason: null })
  expect(codeOf(await make())).toBe('api-access-off')
  expect((await request(viewer)).statusCode).toBe(403)
  expect(codeOf(await decide('approve'))).toBe('not-found')

  expect((await request()).json().state).toBe('requested')
  expect(codeOf(await request())).toBe('conflict')
  expect((await newest(admin)).title).toBe(`${business.manager.name} requested API access`)
  const [asked] = await requests('state=requested&search=Person')
  expect(asked).toMatchObject({
    business: { id: business.id },
    state: 'requested',
    requestedBy: business.manager.name,
    purpose: 'Our ERP fetches certificates',
    keys: 0,
  })
  expect(await requests('state=approved')).toEqual([])
  expect(await requests('search=nobody')).toEqual([])

  expect((await decide('decline', 'Please sign the agreement first')).json().state).toBe('declined')
  expect(await access(viewer)).toMatchObject({ state: 'declined', reason: 'Please sign the agreement first' })
  expect((await newest(business.cookie)).message).toContain('Please sign the agreement first')
  expect(codeOf(await decide('withdraw'))).toBe('conflict')
  expect((await request()).json()).toMatchObject({ state: 'requested', reason: null })
  expect((await decide('approve')).statusCode).toBe(200)
  const emails = await readEmails(test, business.manager.email)
  expect(emails.map(({ subject }) => subject)).toEqual([
    `${business.manager.name}’s API request was declined`,
    `${business.manager.name} can use the API`,
  ])

  const { id } = (await make()).json() as ApiKey
  expect((await requests())[0]?.keys).toBe(1)
  expect((await decide('withdraw', 'The agreement ended')).json()).toMatchObject({
    state: 'withdrawn',
    keys: 0,
  })
  expect((await keys()).find((key) => key.id === id)?.revokedAt).not.toBeNull()
  expect(codeOf(await make())).toBe('api-access-off')
  expect((await decide('approve')).json()).toMatchObject({ state: 'approved', reason: null, keys: 0 })
  const acts = (await auditOf(test, business.id)).map(({ action }) => action)
  expect(acts.filter((action) => action.startsWith('api-access'))).toEqual([
    'api-access.request',
    'api-access.decline',
    'api-access.request',
    'api-access.approve',
    'api-access.withdraw',
    'api-access.approve',
  ])
})

it('shows a key once, stores only its hash, and lets managers of the business revoke it', async () => {
  const answer = await make({ ...newKey, scopes: ['review'], ranges: ['192.0.2.7', '192.0.2.7/32'] })
  const { key, ...made } = answer.json() as ApiKey & { key: string }
  expect(answer.statusCode).toBe(201)
  expect(key).toMatch(/^exk_[\w-]{43}$/)
  expect(made).toMatchObject({
    prefix: key.slice(0, 10),
    scopes: ['read', 'review'],
    ranges: ['192.0.2.7/32'],
    createdBy: business.manager.name,
    expiresAt: new Date(test.clock.now().getTime() + 30 * dayMs).toISOString(),
    lastUsedAt: null,
    revokedAt: null,
  })
  const list = await keys()
  expect(list[0]).toEqual(made)
  expect(JSON.stringify(list)).not.toContain(key)
  const { rows } = await test.database.executeAsOwner('select * from api_keys where id = $1', [made.id])
  expect(JSON.stringify(rows)).not.toContain(key.slice(10))
  expect(test.logged()).not.toContain(key.slice(0, 10))
  expect((await send('GET', '/api/business/api-keys', viewer)).statusCode).toBe(403)
  expect((await make(newKey, viewer)).statusCode).toBe(403)

  const rival = await createTestBusiness(test)
  const revoke = (as: string) => send('DELETE', `/api/business/api-keys/${made.id}`, as)
  expect((await revoke(rival.cookie)).statusCode).toBe(404)
  expect((await revoke(viewer)).statusCode).toBe(403)
  expect((await revoke(business.cookie)).statusCode).toBe(204)
  expect((await revoke(business.cookie)).statusCode).toBe(204)
  expect((await auditOf(test, made.id)).map(({ action }) => action)).toEqual([
    'api-key.create',
    'api-key.revoke',
  ])
})

it('creates no key for an inactive business', async () => {
  const idle = await createTestBusiness(test)
  await makeKey(test, idle)
  await test.database.executeAsOwner(`update businesses set status = 'inactive' where id = $1`, [idle.id])
  expect(codeOf(await make(newKey, idle.cookie))).toBe('business-not-active')
})

it('creates a new key of 256 random bits each time', () => {
  expect(newKeyText()).not.toBe(newKeyText())
  expect(Buffer.from(newKeyText().slice(4), 'base64url')).toHaveLength(32)
})
