import type { Renewal, WalletEntry, WalletSeller } from '@exempta/contract/certificates/wallet'
import { dayMs } from '@exempta/contract/durations'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../../test/audit.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import {
  createDocument,
  createTestBusiness,
  sharingScene,
  type TestBusiness,
} from '../../../../test/sharing.ts'
import { pdfBytes, untilProcessed, upload, uploadOne } from '../../../../test/uploads.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { certificatesData } from '../feature.ts'
import { sendReminders } from './reminders.ts'

const { scene, get, post, share } = sharingScene()

const certificate = {
  form: 'fl-dr-13',
  purchaser: 'Prairie Wind Foods Co',
  seller: null as string | null,
  reason: 'resale',
  isBlanket: true,
  hasSignature: true,
  signedOn: null as string | null,
  expiresOn: '2026-12-31' as string | null,
  states: [{ state: 'FL', number: '12-3456789012-3' as string | null }],
}

interface Owner extends TestPerson {
  cookie: string
}

async function newOwner(): Promise<Owner> {
  const person = await createPerson(scene.test)
  return { ...person, cookie: await signInAs(scene.test, person) }
}

async function confirm({ cookie }: Owner, id: string, change: object = {}) {
  const { confirmed, version } = (await get(`/api/documents/${id}/reading`, cookie)).json()
  const answer = await scene.test.call({
    method: 'PUT',
    url: `/api/documents/${id}/exemption`,
    headers: { cookie },
    payload: { ...certificate, pages: [1], version, shown: confirmed?.confirmedAt ?? null, ...change },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}

async function certificateOf(owner: Owner, change: object = {}): Promise<string> {
  const id = await createDocument(scene.test, owner.cookie)
  await confirm(owner, id, change)
  return id
}

async function shareWith({ cookie }: Owner, id: string, businesses: readonly TestBusiness[], terms = {}) {
  const businessIds = businesses.map((one) => one.id)
  const answer = await share({ documentIds: [id], businessIds, emails: [], message: '', ...terms }, cookie)
  expect(answer.statusCode, answer.body).toBe(200)
}

const wallet = async ({ cookie }: Owner, query = ''): Promise<WalletEntry[]> =>
  (await get(`/api/documents/wallet?limit=100${query}`, cookie)).json().items
const renewal = async ({ cookie }: Owner, id: string, newId?: string): Promise<Renewal> =>
  (await get(`/api/documents/${id}/renewal${newId ? `?with=${newId}` : ''}`, cookie)).json()
const renew = ({ cookie }: Owner, id: string, body: object) =>
  post(`/api/documents/${id}/renewals`, body, cookie)
const receivedBy = async ({ cookie }: TestBusiness): Promise<{ id: string; document: { id: string } }[]> =>
  (await get('/api/received?limit=100', cookie)).json().items

describe('the wallet', () => {
  it.each([
    ['good', { expiresOn: '2026-12-31' }, 'good'],
    ['about to expire', { expiresOn: '2026-04-15' }, 'expires-soon'],
    ['expired', { expiresOn: '2026-02-15' }, 'expired'],
    ['lacking something', { expiresOn: '2026-12-31', states: [{ state: 'FL', number: 'x' }] }, 'check'],
  ])('shows a certificate that is %s', async (_name, change, status) => {
    const owner = await newOwner()
    const id = await certificateOf(owner, change)
    const [entry, ...others] = await wallet(owner)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ document: { id }, state: 'FL', status, heldBy: 0, isRenewed: false })
    if (status === 'check') expect(entry?.notes[0]).toEqual(expect.any(String))
  })

  it('lists a certificate in each of its states, by state, and pages through them', async () => {
    const owner = await newOwner()
    const states = ['TX', 'AL', 'NY'].map((state) => ({ state, number: null }))
    await certificateOf(owner, { form: null, seller: 'Summit Wholesale', states })
    expect((await wallet(owner)).map(({ state }) => state)).toEqual(['AL', 'NY', 'TX'])
    expect((await wallet(owner, '&state=NY')).map(({ state, seller }) => [state, seller])).toEqual([
      ['NY', 'Summit Wholesale'],
    ])
    const first = (await get('/api/documents/wallet?limit=2', owner.cookie)).json()
    expect(first.states.map(({ name }: { name: string }) => name)).toEqual(['Alabama', 'New York', 'Texas'])
    const second = (
      await get(`/api/documents/wallet?limit=2&cursor=${first.nextCursor}`, owner.cookie)
    ).json()
    expect([...first.items, ...second.items].map(({ state }) => state)).toEqual(['AL', 'NY', 'TX'])
    expect(second.nextCursor).toBeNull()
  })

  it('holds nothing of others, and nothing that was not confirmed', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    await certificateOf(owner)
    await createDocument(scene.test, other.cookie)
    expect(await wallet(other)).toEqual([])
    expect((await get('/api/documents/wallet?cursor=x', other.cookie)).statusCode).toBe(422)
    expect((await get('/api/documents/wallet?state=Florida', other.cookie)).statusCode).toBe(422)
  })

  it('says which sellers it covers in which states, and counts who holds it', async () => {
    const owner = await newOwner()
    const [one, two] = [await createTestBusiness(scene.test), await createTestBusiness(scene.test)]
    // It names the first of the two as the seller.
    const id = await certificateOf(owner, {
      form: 'ny-st-120',
      seller: one.manager.name,
      signedOn: '2025-05-04',
      expiresOn: null,
      states: [{ state: 'NY', number: '43-1234567' }],
    })
    await shareWith(owner, id, [one, two])
    for (const { cookie } of [one, two]) {
      const { items } = (await get('/api/received', cookie)).json()
      await post('/api/received/verify', { documents: [{ id: items[0].id, version: 1 }] }, cookie)
    }
    const { sellers } = (await get('/api/documents/wallet/sellers', owner.cookie)).json()
    const answers = new Map(
      (sellers as WalletSeller[]).map(({ business, states }) => [business.id, states[0]?.verdict]),
    )
    expect(answers.get(one.id)).toBe('covered')
    expect(answers.get(two.id)).toBe('check')
    expect(await wallet(owner)).toMatchObject([{ heldBy: 2 }])
  })

  it('is shown on the dashboard by what expires next', async () => {
    const owner = await newOwner()
    await certificateOf(owner, { expiresOn: '2027-12-31' })
    const soon = await certificateOf(owner, { expiresOn: '2026-04-15' })
    const { expiring } = (await get('/api/documents/dashboard', owner.cookie)).json()
    expect(expiring).toMatchObject([{ document: { id: soon }, places: ['Florida'], expiresOn: '2026-04-15' }])
  })
})

describe('renewing', () => {
  it('sends the new one to three businesses, records each consent, and leaves the old one where it is', async () => {
    const owner = await newOwner()
    const businesses = [
      await createTestBusiness(scene.test),
      await createTestBusiness(scene.test),
      await createTestBusiness(scene.test),
    ]
    const old = await certificateOf(owner)
    await shareWith(owner, old, businesses)
    const next = await certificateOf(owner, { expiresOn: '2027-12-31' })
    const asked = await renewal(owner, old, next)
    expect(asked.holders.map(({ id }) => id).sort()).toEqual(businesses.map(({ id }) => id).sort())
    expect(asked.renewal).toMatchObject({ isConfirmed: true, doubts: [] })

    const answer = await renew(owner, old, { documentId: next, businessIds: businesses.map(({ id }) => id) })
    expect([answer.statusCode, answer.json()]).toEqual([201, { sent: 3 }])
    for (const [at, business] of businesses.entries()) {
      const received = await receivedBy(business)
      expect(received.map(({ document }) => document.id).sort(), `business ${at}`).toEqual([old, next].sort())
      const share_ = received.find(({ document }) => document.id === next)
      expect(await shareActs(share_?.id ?? '', owner), `business ${at}`).toEqual(['shared'])
    }
    const consents = await consentsOf(owner)
    expect(consents).toMatchObject([
      {
        oldDocumentId: old,
        newDocumentId: next,
        consents: [{}, {}, {}].map(() => ({ at: expect.any(String) })),
      },
    ])
    expect(await auditOf(scene.test, next)).toContainEqual(
      expect.objectContaining({ action: 'exemption.renew', details: { renews: old, businesses: 3 } }),
    )
    expect(await wallet(owner)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          document: expect.objectContaining({ id: old }),
          isRenewed: true,
          heldBy: 3,
        }),
      ]),
    )
    expect((await renewal(owner, old, next)).holders.every(({ hasNew }) => hasNew)).toBe(true)
  })

  const shareActs = async (id: string, { cookie }: Owner): Promise<string[]> =>
    (await get(`/api/shares/${id}/history`, cookie)).json().items.map(({ act }: { act: string }) => act)

  async function consentsOf({ id }: Owner): Promise<unknown[]> {
    const found: unknown[] = []
    for await (const part of certificatesData(scene.test.services, { kind: 'person', id, role: 'user' })) {
      if (part.path === 'certificate-renewals.json' && 'rows' in part) {
        for await (const row of part.rows) found.push(row)
      }
    }
    return found
  }

  it('keeps whoever can only view from downloading', async () => {
    const owner = await newOwner()
    const business = await createTestBusiness(scene.test)
    const old = await certificateOf(owner)
    await shareWith(owner, old, [business], { canDownload: false })
    const next = await certificateOf(owner, { expiresOn: '2027-12-31' })
    expect((await renew(owner, old, { documentId: next, businessIds: [business.id] })).statusCode).toBe(201)
    const { items } = (await get(`/api/shares?documentId=${next}`, owner.cookie)).json()
    expect(items).toMatchObject([{ canDownload: false }])
  })

  it('sends nothing at all if one of the businesses is no longer active, and names it', async () => {
    const owner = await newOwner()
    const businesses = [await createTestBusiness(scene.test), await createTestBusiness(scene.test)]
    const [active, idle] = businesses
    const old = await certificateOf(owner)
    await shareWith(owner, old, businesses)
    const next = await certificateOf(owner, { expiresOn: '2027-12-31' })
    await scene.test.database.executeAsOwner(`update businesses set status = 'inactive' where id = $1`, [
      idle?.id,
    ])
    const answer = await renew(owner, old, { documentId: next, businessIds: businesses.map(({ id }) => id) })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'recipient-not-active',
      title: `${idle?.manager.name} can’t receive documents right now. Nothing was sent.`,
    })
    expect((await get(`/api/shares?documentId=${next}`, owner.cookie)).json().items).toEqual([])
    expect(await consentsOf(owner)).toEqual([])
    expect((await renewal(owner, old, next)).holders.find(({ id }) => id === idle?.id)?.isActive).toBe(false)
    const again = await renew(owner, old, { documentId: next, businessIds: [active?.id] })
    expect([again.statusCode, again.json()]).toEqual([201, { sent: 1 }])
  })

  it.each([
    ['another organization', { purchaser: 'Lakeside School' }, /for another organization: Lakeside School/],
    [
      'another state',
      { form: null, states: [{ state: 'GA', number: null }] },
      /^The old certificate includes Florida\. This one doesn’t\.$/,
    ],
    ['an earlier end', { expiresOn: '2026-06-30' }, /expires on Jun 30, 2026, no later than the old one/],
  ])('asks before a certificate of %s takes over', async (_name, change, text) => {
    const owner = await newOwner()
    const business = await createTestBusiness(scene.test)
    const old = await certificateOf(owner)
    await shareWith(owner, old, [business])
    const next = await certificateOf(owner, { expiresOn: '2027-12-31', ...change })
    const { doubts } = (await renewal(owner, old, next)).renewal ?? {}
    expect(doubts).toEqual([{ text: expect.stringMatching(text), isFinal: false }])
    const body = { documentId: next, businessIds: [business.id] }
    const refused = await renew(owner, old, body)
    expect([refused.statusCode, refused.json().title]).toEqual([409, expect.stringMatching(text)])
    expect((await renew(owner, old, { ...body, isAnyway: true })).statusCode).toBe(201)
  })

  it('refuses the same certificate and the same file, whatever the owner says', async () => {
    const owner = await newOwner()
    const old = await certificateOf(owner)
    const bytes = pdfBytes(`the same ${old}`)
    const { id: first } = await uploadOne(scene.test, owner.cookie, { name: 'one.pdf', bytes })
    await untilProcessed(scene.test, owner.cookie, first)
    await confirm(owner, first)
    const again = await upload(scene.test, owner.cookie, [{ name: 'two.pdf', bytes }], { again: 'true' })
    const second: string = again.json().files[0].document.id
    await untilProcessed(scene.test, owner.cookie, second)
    await confirm(owner, second)
    for (const [name, from, to] of [
      ['the same certificate', old, old],
      ['the same file', first, second],
    ] as const) {
      const refused = await renew(owner, from, { documentId: to, businessIds: [], isAnyway: true })
      expect(refused.statusCode, name).toBe(409)
      expect(refused.json().title, name).toContain('This is the same file')
    }
  })

  it.each([
    ['a certificate that isn’t confirmed', 409],
    ['a document of someone else', 404],
    ['a business that doesn’t have the old one', 409],
  ])('refuses %s', async (what, status) => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const business = await createTestBusiness(scene.test)
    const old = await certificateOf(owner)
    const documentId = what.includes('confirmed')
      ? await createDocument(scene.test, owner.cookie)
      : await certificateOf(what.includes('someone') ? other : owner, { expiresOn: '2027-12-31' })
    const businessIds = what.includes('business') ? [business.id] : []
    const answer = await renew(owner, old, { documentId, businessIds })
    expect(answer.statusCode, answer.body).toBe(status)
    expect((await renew(other, old, { documentId, businessIds: [] })).statusCode).toBe(404)
  })

  it('is forgotten with its documents', async () => {
    const owner = await newOwner()
    const business = await createTestBusiness(scene.test)
    const old = await certificateOf(owner)
    await shareWith(owner, old, [business])
    const next = await certificateOf(owner, { expiresOn: '2027-12-31' })
    expect((await renew(owner, old, { documentId: next, businessIds: [business.id] })).statusCode).toBe(201)
    expect(await consentsOf(owner)).toHaveLength(1)
    const deleted = await scene.test.call({
      method: 'DELETE',
      url: `/api/documents/${old}`,
      headers: { cookie: owner.cookie },
    })
    expect(deleted.statusCode).toBe(204)
    expect(await consentsOf(owner)).toEqual([])
  })

  it('ends the reminders about the old one', async () => {
    const owner = await newOwner()
    const expiresOn = new Date(scene.test.clock.now().getTime() + 31 * dayMs).toISOString().slice(0, 10)
    const old = await certificateOf(owner, { expiresOn })
    const next = await certificateOf(owner, { expiresOn: '2027-12-31' })
    expect((await renew(owner, old, { documentId: next, businessIds: [] })).json()).toEqual({ sent: 0 })
    expect((await get('/api/documents/dashboard', owner.cookie)).json().expiring).toEqual([])
    scene.test.clock.advance(dayMs)
    await sendReminders(scene.test.services)
    const reminders = await scene.test.services.database.transact(systemActor, (tx) =>
      tx.selectFrom('exemption_reminders').selectAll().where('owner_id', '=', owner.id).execute(),
    )
    expect(reminders).toEqual([])
  })
})
