/** What laws tell apart and certificates often don't say: who issued the number, whose government buys, and who pays. */
import type { CoverageAnswer } from '@exempta/contract/coverage'
import type { SeenInReview } from '@exempta/contract/review'
import { describe, expect, it } from 'vitest'
import { makeKey } from '../../../test/api-keys.ts'
import { plainAnswer } from '../../../test/fake-sandbox.ts'
import { sharingScene } from '../../../test/sharing.ts'

const { scene, get, post, share, newDocument } = sharingScene()

let made = 0
interface Given {
  form: string
  reason: string
  state: string
  number: string | null
  issuedBy?: string | null
  government?: string
  governmentState?: string
  organization?: string
  expiresOn?: string
}

/** A certificate in good order that the business has verified. */
async function certificate(
  { state, number, issuedBy = null, ...given }: Given,
  seen: readonly SeenInReview[] = [],
) {
  made += 1
  const purchaser = `Buyer${made} Works`
  const documentId = await newDocument()
  const answer = await scene.test.call({
    method: 'PUT',
    url: `/api/documents/${documentId}/exemption`,
    headers: { cookie: scene.cookie },
    payload: {
      purchaser,
      seller: scene.business.manager.name,
      isBlanket: true,
      hasSignature: true,
      signedOn: '2025-11-15',
      expiresOn: null,
      pages: [1],
      version: 1,
      shown: null,
      states: [{ state, number, issuedBy }],
      ...given,
    },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await share({ documentIds: [documentId], businessIds: [scene.business.id], emails: [], message: '' })
  const { items } = (await get('/api/received?limit=100', scene.business.cookie)).json()
  const received = items.find((one: { document: { id: string } }) => one.document.id === documentId)
  await post(
    '/api/received/verify',
    { documents: [{ id: received.id, version: 1, seen }] },
    scene.business.cookie,
  )
  const found = await get(`/api/coverage/customers?search=Buyer${made}`, scene.business.cookie)
  return {
    state,
    customerId: found.json().items[0].id as string,
    confirmed: answer.json().confirmed,
    notes: answer.json().confirmedNotes.map(({ text }: { text: string }) => text) as string[],
  }
}

const ask = async (
  { customerId, state }: { customerId: string; state: string },
  query = '',
): Promise<CoverageAnswer> =>
  (await get(`/api/coverage/customers/${customerId}?state=${state}${query}`, scene.business.cookie)).json()

it('a license that was hidden stands in for the number, and isn’t called missing', async () => {
  const given = { form: 'ia-31-014', state: 'IA', number: null, reason: 'resale' }
  const without = await certificate(given)
  scene.sandbox.answer = async (bytes, call) => {
    const result = await plainAnswer(bytes, call)
    if (result.verdict === 'refused') return result
    const reading = { fields: [], hasHiddenLicense: true as const }
    return { ...result, pages: result.pages.map((page) => ({ ...page, reading })) }
  }
  const hidden = await certificate(given).finally(() => {
    scene.sandbox.answer = undefined
  })
  expect([without.notes, (await ask(without)).verdict]).toEqual([
    ['Iowa asks for a number, and there is none.'],
    'check',
  ])
  const text = 'Identified by a license (hidden). Iowa asks for a number.'
  const answer = await ask(hidden)
  expect([hidden.notes, answer.verdict, answer.reasons[0]?.text]).toEqual([[text], 'check', text])
})

describe('who issued the number', () => {
  const streamlined = { form: 'sst-f0003', reason: 'resale', state: 'KS', number: '004123456789F01' }

  it.each([
    ['this state', 'KS', 'covered', undefined],
    ['another state', 'OH', 'check', expect.stringContaining('registered here')],
    ['the IRS', 'US', 'check', 'The number isn’t one that Kansas gave out.'],
    ['nobody said who', null, 'check', expect.stringContaining('doesn’t say which state issued the number')],
  ])('%s', async (_, issuedBy, verdict, text) => {
    const one = await certificate({ ...streamlined, issuedBy })
    expect(one.confirmed.states).toEqual([{ state: 'KS', number: '004123456789F01', issuedBy }])
    const answer = await ask(one)
    expect(answer.verdict).toBe(verdict)
    if (text) expect(answer.reasons[0]?.text).toEqual(text)
    // The owner sees what is open, too.
    expect(one.notes.some((note) => note.includes('which state issued the number'))).toBe(issuedBy === null)
  })

  it('is refused if it’s no place', async () => {
    const documentId = await newDocument()
    const answer = await scene.test.call({
      method: 'PUT',
      url: `/api/documents/${documentId}/exemption`,
      headers: { cookie: scene.cookie },
      payload: {
        ...{ form: 'sst-f0003', purchaser: 'A Co', seller: null, reason: 'resale', isBlanket: true },
        ...{ hasSignature: true, signedOn: null, expiresOn: null, pages: [1], version: 1, shown: null },
        states: [{ state: 'KS', number: '1', issuedBy: 'ZZ' }],
      },
    })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      [{ path: 'states.0.issuedBy', message: 'Please choose who issued the number' }],
    ])
  })
})

describe('whose government and which organization', () => {
  const iowa = { form: 'ia-31-014', state: 'IA', number: null }

  it.each<[string, Partial<Given>, string, string]>([
    ['its own agency', { government: 'state', governmentState: 'IA' }, 'covered', ''],
    ['another state’s agency', { government: 'state', governmentState: 'IL' }, 'check', ''],
    [
      'a county, of which nobody knows where',
      { government: 'local' },
      'check',
      'Ask whose government it is.',
    ],
    ['nobody said whose', {}, 'check', 'Ask whose government it is.'],
  ])('%s', async (_, government, verdict, step) => {
    const one = await certificate({ ...iowa, reason: 'state-government', ...government })
    const answer = await ask(one, '&paidBy=buyer')
    expect(answer.verdict).toBe(verdict)
    if (step) expect(answer.reasons.map((reason) => reason.step)).toContain(step)
  })

  it('a church that marked “charity” is answered as a church', async () => {
    const one = await certificate({ ...iowa, reason: 'charity', organization: 'church' })
    expect((await ask(one, '&paidBy=buyer')).reasons[0]?.rule?.id).toBe('ia/claim-religious')
  })

  it('what belongs to another reason isn’t kept', async () => {
    const one = await certificate({ ...iowa, reason: 'resale', number: '1', organization: 'church' })
    expect(one.confirmed).toMatchObject({ organization: null, government: null })
  })
})

describe('who pays', () => {
  const ohio = { form: 'oh-stec-b', reason: 'charity', state: 'OH', number: null }

  it('is asked at the counter, answered there, and kept with the receipt', async () => {
    const one = await certificate(ohio)
    const open = await ask(one)
    expect(open).toMatchObject({ verdict: 'check', asksWhoPays: true })
    expect(open.reasons[0]?.step).toBe('Check that the buyer pays with its own money, check or card.')
    expect(await ask(one, '&paidBy=person')).toMatchObject({ verdict: 'check', asksWhoPays: true })
    expect(await ask(one, '&paidBy=buyer')).toMatchObject({ verdict: 'covered', asksWhoPays: false })
    const saved = await post(
      '/api/coverage/checks',
      {
        ...{ customerId: one.customerId, state: 'OH', paidBy: 'buyer', reference: '', locationId: null },
        allowedReason: '',
      },
      scene.business.cookie,
    )
    expect(saved.json()).toMatchObject({ verdict: 'covered', paidBy: 'buyer' })
    const receipt = await get(`/api/coverage/checks/${saved.json().id}`, scene.business.cookie)
    expect(receipt.json()).toMatchObject({ paidBy: 'buyer', replayed: { verdict: 'covered' } })
    const refund = await post(
      `/api/coverage/checks/${saved.json().id}/refunds`,
      { reference: '' },
      scene.business.cookie,
    )
    expect(refund.json()).toMatchObject({ paidBy: 'buyer', refundOf: saved.json().code })
  })

  it('can be said by a program', async () => {
    const { customerId } = await certificate(ohio)
    const { key } = await makeKey(scene.test, scene.business)
    const byKey = (paidBy?: string) =>
      scene.test.call({
        method: 'POST',
        url: '/api/v1/coverage',
        headers: { authorization: `Bearer ${key}` },
        payload: { customer: { id: customerId }, state: 'OH', ...(paidBy && { paidBy }) },
      })
    expect((await byKey()).json()).toMatchObject({ verdict: 'check', asksWhoPays: true })
    expect((await byKey('buyer')).json()).toMatchObject({ verdict: 'covered' })
    expect((await byKey('nobody')).statusCode).toBe(422)
  })
})

it('what a reviewer saw attached isn’t asked about again', async () => {
  const wyoming = { form: 'sst-f0003', reason: 'charity', state: 'WY', number: '10234567', issuedBy: 'WY' }
  const open = await ask(await certificate(wyoming), '&paidBy=buyer')
  expect(open.reasons.map(({ step }) => step)).toContain('Check what has to be attached.')
  const answer = await ask(await certificate(wyoming, ['attachments']), '&paidBy=buyer')
  expect(answer.verdict).toBe('covered')
})
