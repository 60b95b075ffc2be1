import { webhookEvents } from '@exempta/contract/api/webhooks'
import { coverageLimits } from '@exempta/contract/coverage/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeKey, type TestKey } from '../../../test/api-keys.ts'
import { sharingScene } from '../../../test/sharing.ts'
import { systemActor } from '../../platform/db/actor.ts'

const { scene, get, post, share, revoke, newDocument } = sharingScene()
let key: TestKey
beforeAll(async () => {
  key = await makeKey(scene.test, scene.business, { scopes: ['read'] })
})

async function certificate(purchaser: string, number: string | null = '43-1234567') {
  const id = await newDocument()
  const body = {
    form: 'ny-st-120',
    purchaser,
    seller: scene.business.manager.name,
    reason: 'resale',
    isBlanket: true,
    hasSignature: true,
    signedOn: '2025-05-04',
    expiresOn: null,
    states: [{ state: 'NY', number }],
    pages: [1],
    version: 1,
    shown: null,
  }
  const headers = { cookie: scene.cookie }
  await scene.test.call({ method: 'PUT', url: `/api/documents/${id}/exemption`, payload: body, headers })
  await share({ documentIds: [id], businessIds: [scene.business.id], emails: [], message: '' })
  const { items } = (await get('/api/received?limit=100', scene.business.cookie)).json()
  const received = items.find((one: { document: { id: string } }) => one.document.id === id).id as string
  await post('/api/received/verify', { documents: [{ id: received, version: 1 }] }, scene.business.cookie)
  return { documentId: id, received }
}

const call = (path: string, payload: object, headers: Record<string, string> = {}) =>
  scene.test.call({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { authorization: `Bearer ${key.key}`, ...headers },
  })
const receipts = async (): Promise<number> =>
  (await get('/api/coverage/checks?limit=100', scene.business.cookie)).json().items.length

describe('the API', () => {
  it('answers by ID, email address and number, and saves a receipt', async () => {
    const { received } = await certificate('Solo Buyer')
    const before = await receipts()
    const byNumber = await call('/coverage', {
      customer: { number: '431234567' },
      state: 'NY',
      reference: 'INV-1',
      record: true,
    })
    expect([byNumber.statusCode, byNumber.json()]).toMatchObject([
      200,
      {
        customer: { name: 'Solo Buyer' },
        verdict: 'covered',
        receivedId: received,
        knowledgeVersion: expect.stringMatching(/^[0-9a-f]{16}$/),
        receipt: { code: expect.any(String) },
      },
    ])
    expect(await receipts()).toBe(before + 1)
    for (const customer of [
      { email: scene.owner.email.toUpperCase() },
      { id: byNumber.json().customer.id },
    ]) {
      const answer = await call('/coverage', { customer, state: 'NY' })
      expect(answer.json(), JSON.stringify(customer)).toMatchObject({ verdict: 'covered', receipt: null })
    }
    expect(await receipts()).toBe(before + 1)
  })

  it('says which state or kind it does not know, and saves nothing', async () => {
    const before = await receipts()
    const sale = { customer: { number: '43-1234567' }, record: true }
    const refusals = [{ state: 'ZZ' }, {}, { state: 'NY', kind: 'rooms' }]
    const answers = await Promise.all(refusals.map((body) => call('/coverage', { ...sale, ...body })))
    expect(answers.map((answer) => answer.json().fields)).toEqual([
      [{ path: 'state', message: 'Please choose a state, as two letters such as TX' }],
      [{ path: 'state', message: 'Please choose a state, as two letters such as TX' }],
      [{ path: 'kind', message: 'Please choose one of goods, service, meals, lodging, car-rental' }],
    ])
    expect(await receipts()).toBe(before)
  })

  it('keeps what was sold in the answer and in the receipt', async () => {
    const asked = { customer: { number: '43-1234567' }, state: 'NY', kind: 'meals', record: true }
    const { kind, receipt } = (await call('/coverage', asked)).json()
    const saved = (await get(`/api/coverage/checks/${receipt.id}`, scene.business.cookie)).json()
    expect([kind, saved.kind]).toEqual(['meals', 'meals'])
  })

  it('is red for someone it does not know', async () => {
    const answer = await call('/coverage', {
      customer: { email: 'stranger@example.org' },
      state: 'NY',
      record: true,
    })
    expect(answer.json()).toMatchObject({
      customer: null,
      verdict: 'not-covered',
      reasons: [{ code: 'no-certificate' }],
      receipt: null,
    })
  })

  it('is not sure which of several buyers of one account is meant', async () => {
    await certificate('Second Buyer', '55-7654321')
    const answer = await call('/coverage', {
      customer: { email: scene.owner.email },
      state: 'NY',
      record: true,
    })
    expect(answer.json()).toMatchObject({ customer: null, verdict: 'check', receipt: null })
    expect(answer.json().reasons[0].code).toBe('several-customers')
    const byNumber = await call('/coverage', {
      customer: { number: '55-7654321' },
      state: 'NY',
    })
    expect(byNumber.json()).toMatchObject({ customer: { name: 'Second Buyer' }, verdict: 'covered' })
  })

  it('answers up to 500 at once, in their order, and only once for one key', async () => {
    const sales = [
      { customer: { number: '43-1234567' }, state: 'NY', reference: 'A', record: true },
      { customer: { number: '43-1234567' }, state: 'TX', reference: 'B', record: true },
      { customer: { email: 'stranger@example.org' }, state: 'NY' },
    ]
    const before = await receipts()
    const headers = { 'idempotency-key': 'orders-of-monday' }
    const first = await call('/coverage/batch', { sales }, headers)
    const again = await call('/coverage/batch', { sales }, headers)
    expect(first.json().answers.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'covered',
      'not-covered',
      'not-covered',
    ])
    expect(again.json()).toEqual(first.json())
    expect(await receipts()).toBe(before + 2)
    const one = sales[0] as object
    const full = Array.from({ length: coverageLimits.coverageBatch }, () => ({ ...one, record: false }))
    expect((await call('/coverage/batch', { sales: full })).json().answers).toHaveLength(
      coverageLimits.coverageBatch,
    )
    expect((await call('/coverage/batch', { sales: [...full, one] })).statusCode).toBe(422)
    expect((await call('/coverage/batch', { sales: [] })).statusCode).toBe(422)
  })

  it.each([
    ['in the future', '2090-01-01'],
    ['of 2001', '2001-05-04'],
  ])('saves nothing of a list with a sale %s, and says which sale it is', async (_, on) => {
    const before = await receipts()
    const sale = { customer: { number: '43-1234567' }, state: 'NY', record: true }
    const answer = await call('/coverage/batch', { sales: [sale, { ...sale, on }] })
    expect([answer.statusCode, answer.json().fields[0].path]).toEqual([422, 'sales.1.on'])
    expect((await call('/coverage', { ...sale, on })).json().fields[0].path).toBe('on')
    expect(await receipts()).toBe(before)
  })

  it.each([
    ['two ways to name the customer', { customer: { email: 'a@example.org', number: '1' }, state: 'NY' }],
    ['no customer', { customer: {}, state: 'NY' }],
    ['a wrong address', { customer: { email: 'nobody' }, state: 'NY' }],
    ['an empty number', { customer: { number: ' ' }, state: 'NY' }],
    ['no state', { customer: { number: '1' } }],
    ['a state that does not exist', { customer: { number: '1' }, state: 'ZZ' }],
    ['a kind that does not exist', { customer: { number: '1' }, state: 'NY', kind: 'rooms' }],
    ['a field that does not exist', { customer: { number: '1' }, state: 'NY', verdict: 'covered' }],
    ['an amount with cents as a fraction', { customer: { number: '1' }, state: 'NY', amountCents: 1.5 }],
  ])('refuses %s', async (_, body) => {
    expect((await call('/coverage', body)).statusCode).toBe(422)
  })
})

describe('the webhook', () => {
  it('reports a changed answer with what changed', async () => {
    await post(
      '/api/business/webhooks',
      { url: 'https://example.org/exempta', description: '', events: ['coverage.changed'] },
      scene.business.cookie,
    )
    expect(webhookEvents).toContain('coverage.changed')
    const { received, documentId } = await certificate('Watched Buyer', '66-7654321')
    await revoke([received])
    await share({ documentIds: [documentId], businessIds: [scene.business.id], emails: [], message: '' })
    await scene.test.call({
      method: 'DELETE',
      url: `/api/documents/${documentId}`,
      headers: { cookie: scene.cookie },
    })
    const events = await scene.test.services.database.transact(systemActor, (tx) =>
      tx
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
        .select(['e.type', 'e.data'])
        .where('e.share_id', '=', received)
        .orderBy('d.seq')
        .execute(),
    )
    expect(
      events.map(({ type, data }) => ('state' in data ? [type, data.state, data.verdict] : [type])),
    ).toEqual([
      ['coverage.changed', 'NY', 'check'],
      ['coverage.changed', 'NY', 'covered'],
      ['coverage.changed', 'NY', 'not-covered'],
      ['coverage.changed', 'NY', 'check'],
      ['coverage.changed', 'NY', 'not-covered'],
    ])
  })
})
