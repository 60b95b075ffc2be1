import type { RehearsalView, SalesList } from '@exempta/contract/binders/sales-lists'
import { dayMs } from '@exempta/contract/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { certificateScene, confirmation } from '../../../../test/certificates.ts'
import { addMember, createPerson, signInAs } from '../../../../test/people.ts'
import { formOf } from '../../../../test/uploads.ts'
import { sweepBinders } from '../jobs.ts'

const { scene, get, post, share, newDocument, confirmed } = certificateScene()
let manager: string
beforeEach(async () => {
  manager = await signInAs(scene.test, scene.business.manager)
  scene.business.cookie = manager
  scene.cookie = await signInAs(scene.test, scene.owner)
})

const change = async (statement: string, values: unknown[] = []) =>
  (await scene.test.database.executeAsOwner(statement, values)).rows as Record<string, unknown>[]

async function send(csv: string, fields: Record<string, string> = {}, as = manager) {
  const files = [{ field: 'file' as const, name: 'sales.csv', bytes: Buffer.from(csv) }]
  const { payload, headers } = await formOf(files, fields)
  return scene.test.call({
    method: 'POST',
    url: '/api/sales-lists',
    payload,
    headers: { ...headers, cookie: as },
  })
}
async function added(csv: string, fields: Record<string, string> = {}): Promise<SalesList> {
  const answer = await send(csv, fields)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const customersOf = async (id: string, query = '') =>
  (await get(`/api/sales-lists/${id}/customers${query}`, manager)).json()

async function correctRates(value: string) {
  const admin = await createPerson(scene.test, 'admin')
  const actor = { kind: 'person', id: admin.id, role: 'admin' } as const
  const origin = { ip: null, userAgent: null, requestId: null }
  const { database, settings } = scene.test.services
  await database.transact(actor, (tx) => settings.set(tx, { actor, origin }, 'audits.taxRates', value))
  await settings.refresh()
}

let made = 0
/** A customer of the business with a verified certificate for New York and a number. */
async function coveredCustomer(): Promise<{ name: string; number: string }> {
  made += 1
  const name = `Gaps${made} Foods`
  const documentId = await newDocument(scene.cookie)
  await confirmed(documentId, { ...confirmation, purchaser: name, seller: scene.business.manager.name })
  await share({ documentIds: [documentId], businessIds: [scene.business.id] })
  const [row] = await change('select id from document_shares where document_id = $1', [documentId])
  const shareId = String(row?.id)
  await change("update document_shares set shared_at = '2025-05-10T15:00:00Z' where id = $1", [shareId])
  await post('/api/received/verify', { documents: [{ id: shareId, version: 1 }] }, manager)
  const number = `G-${made}`
  await change(
    `update customers c set number = $2 from coverage_customers v
     where v.business_id = $1 and v.name = $3 and c.id = v.record_id`,
    [scene.business.id, number, name],
  )
  return { name, number }
}

describe('a list of sales', () => {
  it('shows who bought without tax and without a good certificate, the highest risk first', async () => {
    const covered = await coveredCustomer()
    const list = await added(
      [
        'Customer number,Customer,Email,State,Amount,Tax charged,Date,Invoice number',
        `${covered.number},,,NY,"$1,000.00",No,6/5/2025,A-1`,
        'K-1,Small Diner,small@example.org,New York,100.00,No,6/6/2025,A-2',
        'K-2,Large Mills,large@example.org,TX,2000.00,0,6/7/2025,A-3',
        'K-2,Large Mills,large@example.org,NY,500.00,0.00,6/8/2025,A-4',
        'K-2,Large Mills,large@example.org,TX,(400.00),No,6/8/2025,A-5',
        'K-3,Taxed Shop,,TX,9000.00,562.50,6/9/2025,A-6',
        'K-4,Island Store,,GU,50.00,No,6/9/2025,A-7',
        'K-4,Island Store,,GU,50.00,No,6/9/2025,A-7',
      ].join('\n'),
    )
    expect(list).toMatchObject({
      rows: 8,
      twice: 1,
      undated: 0,
      asked: null,
      states: [
        { state: 'GU', rows: 2 },
        { state: 'NY', rows: 3 },
        { state: 'TX', rows: 3 },
      ],
      gaps: {
        customers: 3,
        sales: 5,
        amountCents: 225_000,
        // 6.25% of 1,600 and 4% of 500 and of 100; nobody told us the rate of Guam.
        atRiskCents: 10_000 + 2_000 + 400,
        unratedCents: 5_000,
        canAsk: 2,
      },
      rates: [
        { state: 'GU', percent: null },
        { state: 'NY', percent: 4 },
        { state: 'TX', percent: 6.25 },
      ],
    })
    const first = await customersOf(list.id, '?limit=1')
    expect(first.items).toMatchObject([
      {
        name: 'Large Mills',
        number: 'K-2',
        states: ['NY', 'TX'],
        sales: 3,
        atRiskCents: 12_000,
        canAsk: true,
      },
    ])
    const rest = await customersOf(list.id, `?cursor=${first.nextCursor}`)
    expect(rest.items.map(({ name }: { name: string }) => name)).toEqual(['Small Diner', 'Island Store'])
    expect(rest.nextCursor).toBeNull()
    const binder = list.states.find(({ state }) => state === 'TX')
    const shown = (await get(`/api/binders/${binder?.binderId}`, manager)).json()
    expect(shown.counts).toMatchObject({ sales: 3, taxed: 1, haveNone: 2 })
    const drafts = (await get('/api/binders', manager)).json().items as { id: string }[]
    expect(drafts.map(({ id }) => id)).not.toContain(binder?.binderId)
  })

  it('counts with the rates that an administrator corrected', async () => {
    const list = await added('Customer number,State,Amount,Tax charged,Date\nR-1,TX,1000,No,6/5/2025')
    expect(list.gaps.atRiskCents).toBe(6_250)
    await correctRates('TX 8.25')
    const again = (await get(`/api/sales-lists/${list.id}`, manager)).json()
    expect(again.gaps.atRiskCents).toBe(8_250)
    expect(again.rates).toEqual([{ state: 'TX', percent: 8.25, isCorrected: true, isUncertain: false }])
    await correctRates('')
  })

  it('without dates is judged as of the last day that was given', async () => {
    const covered = await coveredCustomer()
    const csv = `Customer number,State,Amount,Tax charged\n${covered.number},NY,1000,No\nU-1,NY,10,No`
    expect((await send(csv)).json().fields).toEqual([expect.objectContaining({ path: 'from' })])
    const list = await added(csv, { from: '2025-06-01', to: '2025-06-30' })
    expect(list).toMatchObject({ undated: 2, undatedOn: '2025-06-30', gaps: { customers: 1, sales: 1 } })
  })

  it('asks its customers once, as one list of requests', async () => {
    const list = await added(
      [
        'Customer,Email,State,Amount,Tax charged,Date',
        'Ask One,ask-one@example.org,TX,10,No,6/5/2025',
        'Ask One,ask-one@example.org,NY,5000,No,6/5/2025',
        'Ask Two,ask-two@example.org,TX,10,No,6/5/2025',
        'Ask Nobody,,TX,10,No,6/5/2025',
      ].join('\n'),
    )
    const asked = await post(`/api/sales-lists/${list.id}/requests`, {}, manager)
    expect(asked.statusCode, asked.body).toBe(200)
    expect(asked.json()).toMatchObject({ asked: 2, gaps: { customers: 3, canAsk: 2 } })
    const requests = await change(
      `select email, state from certificate_requests where campaign_id = (select campaign_id from sales_lists where id = $1)
       order by email`,
      [list.id],
    )
    expect(requests).toEqual([
      { email: 'ask-one@example.org', state: 'NY' },
      { email: 'ask-two@example.org', state: 'TX' },
    ])
    expect((await post(`/api/sales-lists/${list.id}/requests`, {}, manager)).statusCode).toBe(409)
  })

  it.each([
    ['Customer number,State,Amount\nC-1,TX,10', 'Tax charged'],
    ['Customer number,Amount,Tax\nC-1,10,No', 'State'],
    ['Customer number,State,Tax\nC-1,TX,No', 'Amount'],
    ['State,Amount,Tax\nTX,10,No', 'Customer number'],
    ['Customer number,State,Amount,Tax\nC-1,Texarkana,10,No', 'Line 2: “Texarkana” isn’t a state'],
    ['Customer number,State,Amount,Tax\nC-1,TX,ten,No', 'Line 2: “ten” isn’t an amount'],
    ['Customer number,State,Amount,Tax\nC-1,TX,10,', 'Line 2: it doesn’t say whether tax was charged'],
    ['Customer number,State,Amount,Tax\n,TX,10,No', 'Line 2: the customer is missing'],
    ['Customer number,State,Amount,Tax', 'no sales'],
  ])('refuses %j whole, and says why', async (csv, reason) => {
    const refused = await send(csv, { from: '2025-06-01', to: '2025-06-30' })
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.json().fields[0].message).toContain(reason)
    expect(
      await change(
        'select 1 from sales_lists l where not exists (select from binders b where b.sales_list_id = l.id)',
      ),
    ).toEqual([])
  })

  it('is hidden from other businesses and viewers, and goes with its drafts', async () => {
    const list = await added('Customer number,State,Amount,Tax,Date\nH-1,TX,10,No,6/5/2025')
    const other = await signInAs(scene.test, scene.otherBusiness.manager)
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    for (const path of ['', '/customers', '/rehearsal']) {
      expect((await get(`/api/sales-lists/${list.id}${path}`, other)).statusCode, path).toBe(404)
      expect((await get(`/api/sales-lists/${list.id}${path}`, viewer)).statusCode, path).toBe(403)
    }
    const url = `/api/sales-lists/${list.id}`
    const removed = await scene.test.call({ method: 'DELETE', url, headers: { cookie: manager } })
    expect(removed.statusCode, removed.body).toBe(204)
    expect(await change('select 1 from binders where id = $1', [list.states[0]?.binderId])).toEqual([])
  })

  it('ends after half a year', async () => {
    const list = await added('Customer number,State,Amount,Tax,Date\nE-1,TX,10,No,6/5/2025')
    await change('update sales_lists set expires_at = $2 where id = $1', [
      list.id,
      new Date(Date.now() - 400 * dayMs),
    ])
    await sweepBinders(scene.test.services)
    expect((await get(`/api/sales-lists/${list.id}`, manager)).statusCode).toBe(404)
  })
})

describe('a rehearsal of an audit', () => {
  it('draws a sample, projects the bill, and looks at the same sample again after an answer came', async () => {
    const late = `Gaps${made + 1} Foods`
    const days = Array.from({ length: 200 }, (_, i) => `6/${1 + (i % 28)}/2025`)
    const list = await added(
      [
        'Customer,State,Amount,Tax charged,Date',
        ...days.map((day, i) => `${i % 2 ? late : `Lone Buyer ${i}`},NY,100,No,${day}`),
        'Taxed Shop,NY,100000,4000,6/5/2025',
      ].join('\n'),
    )
    const rehearse = async (isNewSample: boolean): Promise<RehearsalView> => {
      const answer = await post(`/api/sales-lists/${list.id}/rehearsal`, { isNewSample }, manager)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    }
    const before = await rehearse(false)
    expect(before).toMatchObject({ untaxed: 200, runs: [{ sampled: 60 }] })
    const [first] = before.runs
    expect(first?.missing).toBe(before.missing.length)
    expect(first?.missingTaxCents).toBe(before.missing.length * 400)
    expect(first?.projectedTaxCents).toBe(Math.round(((first?.missing ?? 0) / 60) * 20_000 * 100 * 0.04))
    expect((await coveredCustomer()).name).toBe(late)
    const after = await rehearse(false)
    expect(after.runs).toMatchObject([{ isSameSample: true }, { isSameSample: true }])
    const ids = (view: RehearsalView) => new Set(view.missing.map(({ id }) => id))
    expect(ids(after).size).toBeLessThan(ids(before).size)
    expect([...ids(after)].every((id) => ids(before).has(id))).toBe(true)
    const other = await rehearse(true)
    expect(other.runs.map(({ isSameSample }) => isSameSample)).toEqual([true, false, false])
  })

  it('draws nothing where tax was always charged', async () => {
    const list = await added('Customer number,State,Amount,Tax,Date\nT-1,TX,10,0.63,6/5/2025')
    const answer = await post(`/api/sales-lists/${list.id}/rehearsal`, { isNewSample: true }, manager)
    expect(answer.statusCode).toBe(409)
    expect((await get(`/api/sales-lists/${list.id}/rehearsal`, manager)).json()).toEqual({
      untaxed: 0,
      runs: [],
      missing: [],
    })
  })
})
