import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { sharingScene } from '../../../../test/sharing.ts'

const { scene, get, post, share, newDocument } = sharingScene()
let test: TestApp
let document: string
beforeAll(async () => {
  ;({ test } = scene)
  document = await newDocument()
  await share({ documentIds: [document], businessIds: [scene.business.id] })
})

const linkFor = async (cookie: string): Promise<string> =>
  (await post(`/api/documents/${document}/view-links`, {}, cookie)).json().url
const open = (url: string, remoteAddress = '127.0.0.1') => test.call({ method: 'GET', url, remoteAddress })

describe('a view link of a business member with allowed networks', () => {
  const allow = (ranges: string[]) =>
    test.call({
      method: 'PUT',
      url: '/api/business/ip-list',
      headers: { cookie: scene.business.cookie },
      payload: { ranges },
    })
  afterEach(() => allow([]))
  const views = async () =>
    (await auditOf(test, document)).filter(({ action }) => action === 'document.view').length

  it('works only from these networks, also if they were set after it was made', async () => {
    const link = await linkFor(scene.business.cookie)
    expect((await open(link, '203.0.113.5')).statusCode).toBe(200)
    expect((await allow(['127.0.0.0/8'])).statusCode).toBe(200)
    const before = await views()
    for (const address of ['203.0.113.5', '2001:db8::1']) {
      const refused = await open(link, address)
      expect([refused.statusCode, refused.json().code], address).toEqual([403, 'address-not-allowed'])
    }
    expect(await views()).toBe(before)
    expect((await open(link)).statusCode).toBe(200)
  })

  it('does not restrict the owner’s link, who has no such list', async () => {
    await allow(['127.0.0.0/8'])
    expect((await open(await linkFor(scene.cookie), '203.0.113.5')).statusCode).toBe(200)
  })
})

describe('a view link names whoever is logged in as its viewer', () => {
  const someone = 'Someone with a view link'
  it.each([
    ['its owner', () => scene.cookie, () => scene.cookie, { by: 'you', name: null }],
    ['someone without a session', () => scene.cookie, () => '', { by: 'someone', name: someone }],
    ['someone else', () => scene.cookie, () => scene.otherBusiness.cookie, { by: 'someone', name: someone }],
    ['the business', () => scene.business.cookie, () => scene.business.cookie, { by: 'someone' }],
    ['someone with the link of the business', () => scene.business.cookie, () => '', { by: 'someone' }],
  ])('%s', async (_name, makerOf, openerOf, expected) => {
    test.clock.advance(1000)
    const cookie = openerOf()
    const url = await linkFor(makerOf())
    expect((await test.call({ method: 'GET', url, headers: { cookie } })).statusCode).toBe(200)
    const seen = await get(`/api/documents/${document}/activity?limit=1`)
    expect(seen.json().items[0]).toMatchObject({ action: 'document.view', ...expected })
    const [entry] = (await auditOf(test, document)).slice(-1)
    expect(entry?.actor_kind).toBe(cookie === makerOf() ? 'person' : 'anonymous')
  })
})
