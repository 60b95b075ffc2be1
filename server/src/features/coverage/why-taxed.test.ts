import { dayMs } from '@exempta/contract/durations'
import { beforeAll, expect, it } from 'vitest'
import { makeKey, type TestKey } from '../../../test/api-keys.ts'
import { signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'
import { todayIn } from './judge.ts'

const { scene, get, post, share, newDocument } = sharingScene()
let key: TestKey
beforeAll(async () => {
  key = await makeKey(scene.test, scene.business, { scopes: ['read'] })
})

const ask = (path: string, payload: object) =>
  scene.test.call({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { authorization: `Bearer ${key.key}` },
  })
const whyTaxed = async (number: string, on: string) =>
  (await ask('/coverage/why-taxed', { customer: { number }, state: 'NY', on })).json()

const dayNow = () => todayIn('NY', scene.test.clock.now())

/** Sessions end on the way. */
async function waitDays(days: number) {
  scene.test.clock.advance(days * dayMs)
  scene.cookie = await signInAs(scene.test, scene.owner)
  scene.business.cookie = await signInAs(scene.test, scene.business.manager)
}

async function receive(number: string): Promise<string> {
  const id = await newDocument()
  const payload = {
    form: 'ny-st-120',
    purchaser: `Buyer ${number}`,
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
  await scene.test.call({ method: 'PUT', url: `/api/documents/${id}/exemption`, payload, headers })
  await share({ documentIds: [id], businessIds: [scene.business.id], emails: [], message: '' })
  const { items } = (await get('/api/received?limit=100', scene.business.cookie)).json()
  return items.find((one: { document: { id: string } }) => one.document.id === id).id
}

const verify = (id: string) =>
  post('/api/received/verify', { documents: [{ id, version: 1 }] }, scene.business.cookie)

it('says that the certificate came after the sale, where no answer was saved', async () => {
  const on = dayNow()
  await waitDays(2)
  const id = await receive('43-1234567')
  await verify(id)
  const explained = await whyTaxed('43-1234567', on)
  expect(explained.sales).toMatchObject([
    {
      receipt: null,
      thatDay: { verdict: 'not-covered', source: 'dates', reasons: [{ code: 'no-certificate' }] },
      today: { verdict: 'covered', receivedId: id },
      difference: {
        code: 'came-later',
        text: 'The certificate came 2 days after the sale.',
        on: dayNow(),
      },
      step: expect.stringContaining('Before you refund tax'),
    },
  ])
  // The page says the same, and nothing is different for a day on which the certificate was there.
  const page = `/api/coverage/customers/${explained.customer.id}/why-taxed?state=NY`
  expect((await get(`${page}&on=${on}`, scene.business.cookie)).json()).toEqual(explained)
  const [since] = (await get(`${page}&on=${dayNow()}`, scene.business.cookie)).json().sales
  expect([since.thatDay.verdict, since.difference.code]).toEqual(['covered', 'none'])
})

it('compares what a receipt answered with what is known now', async () => {
  const id = await receive('43-1234568')
  const sale = { customer: { number: '43-1234568' }, state: 'NY', record: true }
  const on = dayNow()
  await ask('/coverage', { ...sale, reference: 'INV-1', isTaxed: true })
  scene.test.clock.advance(1000)
  await ask('/coverage', { ...sale, reference: 'INV-2', isTaxed: false })
  await waitDays(3)
  const before = await whyTaxed('43-1234568', on)
  await verify(id)
  const after = await whyTaxed('43-1234568', on)
  const shown = ({ sales }: typeof before) =>
    sales.map(({ receipt, thatDay, today, difference }: (typeof sales)[number]) => [
      ...[receipt.reference, thatDay.source, thatDay.verdict, today.verdict, difference.code],
    ])
  expect(shown(before)).toEqual([
    ['INV-2', 'receipt', 'check', 'check', 'not-taxed'],
    ['INV-1', 'receipt', 'check', 'check', 'none'],
  ])
  expect(shown(after)).toEqual([
    ['INV-2', 'receipt', 'check', 'covered', 'not-taxed'],
    ['INV-1', 'receipt', 'check', 'covered', 'reviewed-later'],
  ])
  expect(after.sales[1].difference.text).toBe('The certificate was verified 3 days after the sale.')
  expect(after.sales[0].step, 'no tax to give back').toBeNull()
})

it('says that tax was charged against the answer', async () => {
  await verify(await receive('43-1234569'))
  const customer = { number: '43-1234569' }
  await ask('/coverage', { customer, state: 'NY', record: true, isTaxed: true })
  const { sales } = await whyTaxed('43-1234569', dayNow())
  expect(sales).toMatchObject([{ thatDay: { verdict: 'covered' }, difference: { code: 'not-followed' } }])
})

it('refuses a day in the future and customers that nobody knows', async () => {
  const sale = { state: 'NY', on: '2099-01-01' }
  const future = await ask('/coverage/why-taxed', { ...sale, customer: { number: '43-1234569' } })
  expect([future.statusCode, future.json().fields]).toEqual([
    422,
    [{ path: 'on', message: 'Please choose a day that isn’t in the future' }],
  ])
  const unknown = await ask('/coverage/why-taxed', { ...sale, customer: { number: '99-0000000' } })
  expect(unknown.statusCode).toBe(404)
  const noDay = await ask('/coverage/why-taxed', { customer: { number: '43-1234569' }, state: 'NY' })
  expect(noDay.statusCode).toBe(422)
})
