import { randomUUID } from 'node:crypto'
import { settingDefinitions } from '@exempta/contract/admin/settings'
import type { Share } from '@exempta/contract/sharing'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allowApi, makeKey } from '../../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { createDocument, createTestBusiness, type TestBusiness } from '../../../test/sharing.ts'
import { limits } from '../../features/public/limits.ts'
import { createOutgoingPost } from '../outgoing/outgoing-post.ts'

let test: TestApp
let user: string
let admin: string
let business: TestBusiness
beforeAll(async () => {
  test = await startTestApp({
    sandbox: fakeSandbox().sandbox,
    runJobs: true,
    outgoing: createOutgoingPost({ allowsPrivate: true }),
  })
  user = await signInAs(test, await createPerson(test))
  admin = await signInAs(test, await createPerson(test, 'admin'))
  business = await createTestBusiness(test)
  await allowApi(test, business)
})
afterAll(() => test.close())
beforeEach(() => test.clock.advance(1000))

async function send(method: InjectOptions['method'], url: string, cookie: string, payload?: object) {
  const answer = await test.call({
    method,
    url,
    headers: { cookie },
    ...(payload && { payload }),
  } as InjectOptions)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body === '' ? undefined : answer.json()
}

/** A document shared with the business, with the id of its share. */
async function shareOne(message = 'Please check'): Promise<{ id: string; documentId: string; share: Share }> {
  const documentId = await createDocument(test, user)
  await send('POST', '/api/shares', user, { documentIds: [documentId], businessIds: [business.id], message })
  const [share] = (await send('GET', `/api/shares?documentId=${documentId}`, user)).items
  return { id: share.id, documentId, share }
}

async function saveProfile(change: object) {
  const url = '/api/business/profile'
  const { name, email, phone, website, address, taxId, type, version } = await send(
    'GET',
    url,
    business.cookie,
  )
  const payload = { name, email, phone, website, address, taxId, type, version, ...change }
  return send('PUT', url, business.cookie, payload)
}

const template = (change: object) =>
  send('POST', '/api/reports/templates', admin, {
    name: 'Documents',
    description: '',
    type: 'documents',
    settings: { columns: ['name'], filters: {}, joins: [], groupBy: [], aggregations: [] },
    ...change,
  })
const newUser = (change: object) =>
  send('POST', '/api/admin/users', admin, {
    name: 'Nora',
    email: `${randomUUID()}@example.org`,
    password: 'temporary',
    ...change,
  })

async function contact(change: object) {
  const { stamp } = await send('GET', '/api/form-stamp', user)
  test.clock.advance(limits.formFilledMinMs)
  const email = `${randomUUID()}@example.org`
  const payload = { name: 'Cleo', email, subject: 'Hello', message: 'Hello', website: '', stamp, ...change }
  await send('POST', '/api/contact', user, payload)
  const [chat] = (await send('GET', `/api/chats?show=all&search=${email}`, admin)).items
  return send('GET', `/api/chats/${chat.id}`, admin)
}

type Keep = (typed: string) => Promise<string>

/** Sends a text by one route, and reads what was kept of it. */
const oneLine: [field: string, keep: Keep][] = [
  ['the own name', async (name) => (await send('PATCH', '/api/profile', user, { name })).name],
  ['the name of a new user', async (name) => (await newUser({ name })).name],
  [
    'the name of a new user’s business',
    async (businessName) => (await newUser({ role: 'business', businessName })).business.name,
  ],
  ['the name of the own business', async (name) => (await saveProfile({ name })).name],
  ['the name of an API key', async (name) => (await makeKey(test, business, { name })).name],
  [
    'the description of a webhook',
    async (description) =>
      (
        await send('POST', '/api/business/webhooks', business.cookie, {
          url: 'https://127.0.0.1:1/',
          description,
          events: ['document.received'],
        })
      ).description,
  ],
  ['the name of a report', async (name) => (await template({ name })).name],
  [
    'the text of a setting',
    async (hours) => {
      const key = 'support.hours'
      const payload = { changes: { [key]: hours }, seen: { [key]: settingDefinitions[key].fallback } }
      const { settings } = await send('PATCH', '/api/admin/settings', admin, payload)
      return settings.find((setting: { key: string }) => setting.key === key).value
    },
  ],
  ['the subject of a contact message', async (subject) => (await contact({ subject })).subject],
  ['the name in a contact message', async (name) => (await contact({ name })).person.name],
  [
    'the name of a guest in the chat',
    async (name) => {
      const email = `${randomUUID()}@example.org`
      const { thread } = await send('POST', '/api/chat/guest', '', { name, email })
      const kept = await test.database.executeAsOwner('select guest_name from chats where id = $1', [
        thread.id,
      ])
      return (kept.rows[0] as { guest_name: string }).guest_name
    },
  ],
]

const manyLines: [field: string, keep: Keep][] = [
  ['the address of the own business', async (address) => (await saveProfile({ address })).address],
  ['the message of a share', async (message) => (await shareOne(message)).share.message ?? ''],
  [
    'the reason of a reject',
    async (reason) => {
      const { id } = await shareOne()
      const answer = await send('POST', `/api/received/${id}/reject`, business.cookie, { version: 1, reason })
      return answer.rejectReason
    },
  ],
  [
    'the reason of a reject over the API',
    async (reason) => {
      const { id } = await shareOne()
      const { key } = await makeKey(test, business)
      const answer = await test.call({
        method: 'POST',
        url: `/api/v1/documents/${id}/reject`,
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
        payload: { version: 1, reason },
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().rejectReason
    },
  ],
  [
    'the purpose of API access',
    async (purpose) => {
      const asking = await createTestBusiness(test)
      await send('POST', '/api/business/api-access', asking.cookie, { purpose })
      const { items } = await send('GET', '/api/admin/api-access?state=requested', admin)
      return items.find(({ business }: { business: { id: string } }) => business.id === asking.id).purpose
    },
  ],
  [
    'the reason to decline API access',
    async (reason) => {
      const asking = await createTestBusiness(test)
      await send('POST', '/api/business/api-access', asking.cookie, { purpose: 'Orders' })
      const url = `/api/admin/api-access/${asking.id}/decision`
      return (await send('POST', url, admin, { decision: 'decline', reason })).reason
    },
  ],
  ['the description of a report', async (description) => (await template({ description })).description],
  ['the text of a contact message', async (message) => (await contact({ message })).items[0].text],
  [
    'a chat message',
    async (text) => {
      await send('POST', '/api/chat/open', user)
      return (await send('POST', '/api/chat/messages', user, { clientId: randomUUID(), text })).text
    },
  ],
]

const typed = ' Room\t7,\u00a0desk\u200b 2 \r\n\u202eNorth\u0007 wing\t'

describe('a tab, a line break and hidden characters', () => {
  it.each(oneLine)('become one line in %s', async (_field, keep) => {
    expect(await keep(typed)).toBe('Room 7, desk 2 North wing')
  })

  it.each(manyLines)('leave the lines of %s', async (_field, keep) => {
    expect(await keep(typed)).toBe('Room 7, desk 2\nNorth wing')
  })
})

it('a reason of two lines is shown to the owner, with its lines', async () => {
  const { id, documentId } = await shareOne()
  test.clock.advance(1000)
  const reason = 'The stamp is missing.\nPlease sign page 2.'
  await send('POST', `/api/received/${id}/reject`, business.cookie, { version: 1, reason })
  const [share] = (await send('GET', `/api/shares?documentId=${documentId}`, user)).items
  const [event] = (await send('GET', `/api/shares/${id}/history`, user)).items
  const [news] = (await send('GET', '/api/notifications?limit=1', user)).items
  expect([share.rejectReason, event.reason]).toEqual([reason, reason])
  expect(news.message).toContain(`: ${reason}`)
})

it.each([
  ['a zero character', 'Ro\u0000sa'],
  ['half of a surrogate pair', 'Ro\ud800sa'],
])('refuses %s in a name and in an email address, and says so', async (_what, text) => {
  const unusual = (path: string) => [
    422,
    [{ path, message: 'Please remove the characters that can’t be used here' }],
  ]
  const calls: [path: string, InjectOptions][] = [
    ['name', { method: 'PATCH', url: '/api/profile', payload: { name: text } }],
    ['email', { method: 'POST', url: '/api/session', payload: { email: text, password: 'x' } }],
  ]
  for (const [path, options] of calls) {
    const answer = await test.call({ ...options, headers: { cookie: user } })
    expect([answer.statusCode, answer.json().fields], path).toEqual(unusual(path))
  }
})

it('a search ignores what is hidden in it', async () => {
  const url = '/api/documents?search=%E2%80%8Bform%09'
  expect((await send('GET', url, user)).items.length).toBeGreaterThan(0)
})

describe('a card number where text is used as it was typed is refused, and nothing is stored', () => {
  const number = '4111111111111111'
  const request = `/api/r/${'x'.repeat(43)}`
  const calls: Record<string, { path: string; call(): InjectOptions }> = {
    'a business’s website': {
      path: 'website',
      call: () => ({
        method: 'PUT',
        url: '/api/business/profile',
        headers: { cookie: business.cookie },
        payload: profileWith({ website: `https://example.org/${number}` }),
      }),
    },
    'the address of a guest of a request': {
      path: 'email',
      call: () => ({ method: 'POST', url: `${request}/codes`, payload: { email: `x${number}@example.org` } }),
    },
    'the address of a guest of the chat': {
      path: 'email',
      call: () => ({
        method: 'POST',
        url: '/api/chat/guest',
        payload: { name: 'Ada', email: `${number}@example.org`, website: '' },
      }),
    },
    'the address of a new account': {
      path: 'email',
      call: () => ({
        method: 'POST',
        url: '/api/accounts',
        payload: { type: 'user', name: 'Ada', email: `${number}@example.org`, password: 'gravel lantern 88' },
      }),
    },
  }
  const profileWith = (change: object) => ({
    name: 'Maple',
    email: 'maple@example.org',
    phone: null,
    website: null,
    address: null,
    taxId: null,
    type: null,
    version: 1,
    ...change,
  })

  it.each(Object.entries(calls))('%s', async (_name, { path, call }) => {
    const answer = await test.call(call())
    expect(answer.statusCode, answer.body).toBe(422)
    const message = 'Please remove what looks like a card number'
    expect(answer.json().fields).toEqual([{ path, message }])
    expect(answer.body).not.toContain(number)
  })
})
