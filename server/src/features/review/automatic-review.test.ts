import type { ReceivedDocument } from '@exempta/contract/review'
import { beforeAll, describe, expect, it } from 'vitest'
import { certificateScene, page, resale } from '../../../test/certificates.ts'
import { addMember, signInAs } from '../../../test/people.ts'
import { reviewAutomatically } from './automatic-review.ts'

const { scene, get, post, share, newDocument, nextPages, confirmed, acts } = certificateScene()

const setting = '/api/business/automatic-review'
const turn = (isOn: boolean, as = scene.business.cookie) =>
  scene.test.call({ method: 'PUT', url: setting, payload: { isOn }, headers: { cookie: as } })

beforeAll(async () => {
  await scene.test.database.executeAsOwner(`update businesses set name = 'Summit Wholesale' where id = $1`, [
    scene.business.id,
  ])
})

/** Confirms and shares a new document, and returns what the business received once the rules have looked at it. */
async function shareConfirmed(change: object = {}): Promise<ReceivedDocument> {
  const documentId = await newDocument()
  await confirmed(documentId, change)
  await share({ documentIds: [documentId], businessIds: [scene.business.id] })
  await reviewAutomatically(scene.test.services, documentId)
  const { items } = (await get('/api/received?limit=100', scene.business.cookie)).json<{
    items: ReceivedDocument[]
  }>()
  return items.find(({ document }) => document.id === documentId) as ReceivedDocument
}

describe('automatic review', () => {
  it('is off until a manager turns it on', async () => {
    expect((await get(setting, scene.business.cookie)).json()).toEqual({ isOn: false })
    expect(await shareConfirmed()).toMatchObject({ status: 'pending', isByRules: false })
    const viewer = await addMember(scene.test, scene.business.manager, 'viewer')
    expect((await turn(true, await signInAs(scene.test, viewer))).statusCode).toBe(403)
    expect((await turn(true)).json()).toEqual({ isOn: true })
    expect((await get(setting, scene.otherBusiness.cookie)).json()).toEqual({ isOn: false })
  })

  it('verifies what is beyond doubt, says so, lists it apart, and leaves to people what they reopened', async () => {
    await turn(true)
    const verified = await shareConfirmed()
    expect(verified).toMatchObject({ status: 'verified', isByRules: true, reviewer: 'Exempta’s rules' })
    expect(await acts(verified.id)).toContain('verified exempta')
    const apart = async (query = '') =>
      (await get(`/api/received?limit=100&status=by-rules${query}`, scene.business.cookie))
        .json<{ items: ReceivedDocument[] }>()
        .items.map(({ id }) => id)
    expect(await apart()).toContain(verified.id)
    expect(await apart('&state=NY')).toContain(verified.id)
    expect(await apart('&search=prairie')).toContain(verified.id)
    const reopened = await post(`/api/received/${verified.id}/reopen`, {}, scene.business.cookie)
    expect(reopened.json()).toMatchObject({ status: 'pending', isByRules: false, reviewer: null })
    expect(await apart()).not.toContain(verified.id)
    await reviewAutomatically(scene.test.services, verified.document.id)
    expect((await get(`/api/received/${verified.id}`, scene.business.cookie)).json().status).toBe('pending')
  })

  it.each<[string, () => void, object]>([
    [
      'a value that is not sure',
      () => nextPages(page('ny-st-120', ...resale.map((one) => ({ ...one, isSure: one.name !== 'number' })))),
      {},
    ],
    [
      'no signature',
      () => nextPages(page('ny-st-120', ...resale.filter(({ name }) => name !== 'signature'))),
      { hasSignature: false },
    ],
    ['another value than what was read', () => {}, { purchaser: 'Prairie Wind' }],
    [
      'another seller',
      () =>
        nextPages(
          page(
            'ny-st-120',
            ...resale.map((one) => (one.name === 'seller' ? { ...one, value: 'Lakeside Supply' } : one)),
          ),
        ),
      { seller: 'Lakeside Supply' },
    ],
    [
      'no seller',
      () => nextPages(page('ny-st-120', ...resale.filter(({ name }) => name !== 'seller'))),
      { seller: null },
    ],
    ['an unknown form', () => nextPages(page(undefined, ...resale)), { form: null }],
    [
      'two certificates in one file',
      () => nextPages(page('ny-st-120', ...resale), page('ny-st-120', ...resale)),
      {},
    ],
  ])('leaves a certificate with %s to people', async (_, read, change) => {
    await turn(true)
    read()
    expect(await shareConfirmed(change)).toMatchObject({ status: 'pending', isByRules: false })
  })
})
