import type { listCustomers } from '@exempta/contract/api/v1-customers'
import type { RouteOutput } from '@exempta/contract/route'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKey, type TestKey } from '../../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { createTestBusiness, type TestBusiness } from '../../../test/sharing.ts'

let test: TestApp
let business: TestBusiness
let writer: TestKey
let reader: TestKey
let stranger: TestKey

beforeAll(async () => {
  test = await startTestApp({ runJobs: false })
  business = await createTestBusiness(test)
  writer = await makeKey(test, business, { scopes: ['write-customers'] })
  reader = await makeKey(test, business, { scopes: ['read-customers'] })
  stranger = await makeKey(test, await createTestBusiness(test), { scopes: ['write-customers'] })
})
afterAll(() => test.close())
beforeEach(() => test.clock.advance(1000))

const call = (method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object, { key }: TestKey = writer) =>
  test.call({
    method,
    url: `/api/v1/customers${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  })
const put = async (number: string, body: object, key = writer) => {
  const answer = await call('PUT', `/${encodeURIComponent(number)}`, body, key)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const codeOf = async (answer: ReturnType<typeof call>) => {
  const { statusCode, body } = await answer
  return `${statusCode} ${body ? JSON.parse(body).code : ''}`
}

describe('customers by their numbers', () => {
  it('are added and replaced, and the same again changes nothing', async () => {
    const body = {
      name: 'Prairie Wind',
      otherNames: ['Prairie'],
      contacts: [{ name: 'Ann', email: 'Ann@Prairie.example' }],
      addresses: [{ state: 'tx', city: 'Austin' }],
      tags: ['wholesale'],
      note: 'Paper',
    }
    const made = await put('A/1', body)
    expect(made).toMatchObject({
      number: 'A/1',
      contacts: [{ name: 'Ann', email: 'ann@prairie.example', phone: null }],
      addresses: [{ street: null, city: 'Austin', state: 'TX', postalCode: null }],
      answers: [{ state: 'TX', answer: 'none', expiresOn: null }],
      isInactive: false,
    })
    test.clock.advance(1000)
    expect(await put('A/1', body)).toEqual(made)
    expect((await auditOf(test, made.id)).map(({ action }) => action)).toEqual(['customer.create'])
    test.clock.advance(1000)
    const changed = await put('a/1', { name: 'Prairie Wind', isInactive: true })
    expect(changed).toMatchObject({
      id: made.id,
      number: 'a/1',
      otherNames: [],
      contacts: [],
      isInactive: true,
    })
    expect(changed.updatedAt > made.updatedAt).toBe(true)
    expect((await call('GET', '/A%2F1')).json()).toEqual(changed)
  })

  it('belong to the customer with the parent number, without loops', async () => {
    await put('P-1', { name: 'Parent' })
    expect(await put('P-2', { name: 'Child', parentNumber: 'p-1' })).toMatchObject({ parentNumber: 'P-1' })
    const unknown = await call('PUT', '/P-2', { name: 'Child', parentNumber: 'P-9' })
    expect(unknown.json().fields).toMatchObject([{ path: 'parentNumber' }])
    expect(await codeOf(call('PUT', '/P-1', { name: 'Parent', parentNumber: 'P-2' }))).toBe(
      '422 invalid-input',
    )
  })

  it('are listed by their changes, page by page', async () => {
    const since = test.clock.now().toISOString()
    for (const number of ['L-1', 'L-2', 'L-3']) {
      test.clock.advance(1000)
      await put(number, { name: number })
    }
    test.clock.advance(1000)
    await put('L-1', { name: 'Changed' })
    const names: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: RouteOutput<typeof listCustomers> = (
        await call('GET', `?limit=2&updatedSince=${since}${cursor && `&cursor=${cursor}`}`)
      ).json()
      names.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor
    }
    expect(names).toEqual(['L-2', 'L-3', 'Changed'])
    expect((await call('GET', '?updatedSince=2090-01-01T00:00:00Z', undefined, reader)).json().items).toEqual(
      [],
    )
  })

  it('are deleted, and then gone', async () => {
    await put('D-1', { name: 'Elm' })
    expect((await call('DELETE', '/D-1')).statusCode).toBe(204)
    expect(await codeOf(call('GET', '/D-1'))).toBe('404 not-found')
    expect(await codeOf(call('DELETE', '/D-1'))).toBe('404 not-found')
  })

  it('are another business’s own, whatever their numbers', async () => {
    await put('S-1', { name: 'Mine' })
    expect(await codeOf(call('GET', '/S-1', undefined, stranger))).toBe('404 not-found')
    expect(await codeOf(call('DELETE', '/S-1', undefined, stranger))).toBe('404 not-found')
    await put('S-1', { name: 'Theirs' }, stranger)
    expect((await call('GET', '/S-1')).json().name).toBe('Mine')
  })

  it('need scopes of their own, which open nothing else', async () => {
    expect(await codeOf(call('PUT', '/X-1', { name: 'Elm' }, reader))).toBe('403 scope-missing')
    const documents = (key: TestKey) =>
      test.call({ method: 'GET', url: '/api/v1/documents', headers: { authorization: `Bearer ${key.key}` } })
    expect((await documents(writer)).json().code).toBe('scope-missing')
    const ordinary = await makeKey(test, business)
    expect(await codeOf(call('GET', '', undefined, ordinary))).toBe('403 scope-missing')
    expect(writer.scopes).toEqual(['read-customers', 'write-customers'])
    expect(ordinary.scopes).toEqual(['read', 'review'])
  })

  it.each<[string, object]>([
    ['a name of 300 letters', { name: 'x'.repeat(300) }],
    ['no name', {}],
    ['a card number as a name', { name: '4111 1111 1111 1111' }],
    ['a state that there isn’t', { name: 'Elm', addresses: [{ state: 'ZZ' }] }],
    ['an address that is none', { name: 'Elm', contacts: [{ email: 'elm' }] }],
    ['a field that there isn’t', { name: 'Elm', balance: 1 }],
  ])('are refused with %s', async (_, body) => {
    expect(await codeOf(call('PUT', '/X-2', body))).toBe('422 invalid-input')
    expect(await codeOf(call('GET', '/X-2'))).toBe('404 not-found')
  })

  it('are told to webhooks when they change, in order', async () => {
    await test.database.executeAsOwner(
      `insert into webhooks (id, business_id, url, description, events, is_active, version, created_at, updated_at)
       values (gen_random_uuid(), $1, 'https://example.org/', '', '{customer.changed}', true, 1, now(), now())`,
      [business.id],
    )
    const { id } = await put('W-1', { name: 'Elm' })
    await put('W-1', { name: 'Elm' })
    test.clock.advance(1000)
    await put('W-1', { name: 'Oak' })
    await call('DELETE', '/W-1')
    const { rows } = await test.database.executeAsOwner(
      `select e.data from webhook_deliveries d join webhook_events e on e.id = d.event_id
       where d.customer_id = $1 and d.type = 'customer.changed' order by d.seq`,
      [id],
    )
    const told = (isDeleted: boolean) => ({ data: { customerId: id, number: 'W-1', isDeleted } })
    expect(rows).toEqual([told(false), told(false), told(true)])
  })

  it('may share an email address', async () => {
    const contacts = [{ email: 'office@example.org' }]
    await put('E-1', { name: 'One', contacts })
    expect(await put('E-2', { name: 'Two', contacts })).toMatchObject({
      contacts: [{ email: 'office@example.org' }],
    })
  })
})
