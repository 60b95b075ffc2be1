import type { CoverageReceipt } from '@exempta/contract/coverage'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { addMember, signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'

const { scene, get, post } = sharingScene()

const purchase = { program: 'smartpay', line: 'purchase', billing: 'central' }
const travel = { program: 'smartpay', line: 'travel', billing: 'individual' }

const save = (change: object = {}, cookie = scene.business.cookie) =>
  post(
    '/api/counter/card/checks',
    { card: purchase, state: 'OH', reference: null, locationId: null, allowedReason: null, ...change },
    cookie,
  )
const saved = async (change: object = {}): Promise<CoverageReceipt> => {
  const answer = await save(change)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

describe('the receipt of a sale with a government card', () => {
  it('says what the state says about the kind of card, and names no customer', async () => {
    const receipt = await saved({ reference: 'CARD-1', amountCents: 1250, isTaxed: false })
    expect(receipt).toMatchObject({
      customer: null,
      card: 'Government purchase card, centrally billed',
      verdict: 'covered',
      state: 'OH',
      amountCents: 1250,
      isTaxed: false,
      receivedId: null,
    })
    expect(receipt.reasons[0]?.text).toMatch(/^GSA says: “.+”$/)
    expect(receipt.reasons[0]?.rule).toMatchObject({ isRead: true, readBy: 'Exempta' })
    expect(receipt.notes).toContainEqual(expect.stringMatching(/^Ohio asks for: .+\.$/))
    const read = (await get(`/api/coverage/checks/${receipt.id}`, scene.business.cookie)).json()
    expect(read).toMatchObject({ decision: { outcome: 'covered', certificate: 'none' }, replayed: null })
    expect(await auditOf(scene.test, scene.business.id)).toContainEqual(
      expect.objectContaining({ details: { check: receipt.id, verdict: 'covered', allowed: false } }),
    )
  })

  it('keeps why it isn’t covered', async () => {
    expect(await saved({ card: travel })).toMatchObject({ verdict: 'not-covered' })
    const unclear = await saved({ card: { ...travel, billing: 'unknown' } })
    expect(unclear).toMatchObject({ verdict: 'check', card: 'Government travel card' })
    expect(unclear.reasons[0]).toMatchObject({ text: 'The answer depends on the kind of card.', rule: null })
    expect(unclear.reasons.slice(1).map(({ rule }) => rule?.id)).toEqual([
      'cards/oh-individual-sales',
      'cards/oh-central-sales',
    ])
  })

  it('can be allowed by managers alone, and only where the answer isn’t green', async () => {
    const allowed = { card: travel, allowedReason: 'The agency paid by check.' }
    expect(await saved(allowed)).toMatchObject({ allowedReason: 'The agency paid by check.' })
    expect(await saved({ allowedReason: 'Nothing to allow.' })).toMatchObject({ allowedReason: null })
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    expect((await save(allowed, viewer)).statusCode).toBe(403)
    expect((await save({}, viewer)).statusCode).toBe(201)
  })

  it('is refused for other cards, and for more than the kind of a card', async () => {
    const other = { program: 'other', line: 'unknown', billing: 'unknown' }
    expect((await save({ card: other })).json().fields).toEqual([
      { path: 'card', message: 'This isn’t a GSA SmartPay card. Ask for a certificate.' },
    ])
    expect((await save({ card: { ...purchase, digits: '461412' } })).statusCode).toBe(422)
  })

  it('is found, downloaded and refunded like every other receipt', async () => {
    const { id, code } = await saved({ reference: 'CARD-2', amountCents: 5000 })
    const { items } = (await get('/api/coverage/checks?search=card-2', scene.business.cookie)).json()
    expect(items).toMatchObject([{ code, card: 'Government purchase card, centrally billed' }])
    const csv = await get('/api/coverage/checks/csv?search=card-2', scene.business.cookie)
    expect(csv.body).toContain('"Government purchase card, centrally billed"')
    const refund = await post(
      `/api/coverage/checks/${id}/refunds`,
      { amountCents: 2000, reference: null },
      scene.business.cookie,
    )
    expect(refund.json()).toMatchObject({ refundOf: code, card: items[0].card, verdict: 'covered' })
  })
})
