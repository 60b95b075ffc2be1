import { dayMs } from '@exempta/contract/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { awaitEmail, linkIn, readEmails } from '../../../test/mailbox.ts'
import { addMember, createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { createBareBusiness, sharingScene, type TestBusiness } from '../../../test/sharing.ts'
import { untilDocument } from '../../../test/uploads.ts'
import { sharesData } from './feature.ts'
import { sweepShares } from './jobs.ts'

const {
  scene,
  get,
  post,
  share,
  revoke,
  listed,
  historyOf,
  acts,
  sharedWith,
  newDocument,
  awaitNotifications,
} = sharingScene()
let test: TestApp
let owner: TestPerson
let business: TestBusiness
let rival: TestBusiness
beforeAll(async () => {
  ;({ test, owner, business, otherBusiness: rival } = scene)
})

describe('a shared document', () => {
  it('is open only to the people of the business until it is revoked: links, pages and images stop working', async () => {
    const document = await newDocument()
    const viewer = await signInAs(test, await addMember(test, business.manager, 'viewer'))
    const pending = await signInAs(test, await addMember(test, business.manager, 'viewer', 'pending'))
    await share({ documentIds: [document], businessIds: [business.id], notifiesOnFirstView: true })
    const [own] = await listed(`&documentId=${document}`)
    const base = `/api/documents/${document}`
    const addresses = [`${base}/thumbnail`, `${base}/pages/1`, `${base}/file`]
    for (const url of addresses) {
      test.clock.advance(1000)
      expect((await get(url, viewer)).statusCode, url).toBe(200)
      expect((await get(url, rival.cookie)).statusCode, `rival: ${url}`).toBe(404)
      expect((await get(url, pending)).statusCode, `pending: ${url}`).toBe(404)
    }
    expect((await get(base, viewer)).statusCode).toBe(403)
    test.clock.advance(1000)
    const { url: link } = (await post(`${base}/view-links`, {}, viewer)).json()
    expect((await get(link, '')).statusCode).toBe(200)

    const seen = (await listed(`&documentId=${document}`))[0]
    const lastViewedAt = test.clock.now().toISOString()
    expect(seen).toMatchObject({ viewCount: 2, downloadCount: 1, lastViewedAt })
    const [newest] = await historyOf(own?.id ?? '')
    expect(newest).toMatchObject({ act: 'viewed', by: 'receiver', person: null })
    const opened = (await auditOf(test, document)).filter(({ details }) => 'share' in (details as object))
    expect(opened.map(({ action }) => action)).toEqual([
      'share.create',
      'document.view',
      'document.download',
      'document.view',
    ])
    const message = await awaitEmail(test, owner.email, 'share-viewed')
    expect(message.text).toContain(`${business.manager.name} viewed`)
    expect(
      (await readEmails(test, owner.email)).filter(({ template }) => template === 'share-viewed'),
    ).toHaveLength(1)

    test.clock.advance(1000)
    const notices: string[] = []
    const stop = await test.services.database.listen('exempta_live', (notice) => notices.push(notice))
    expect((await revoke([own?.id ?? ''])).json()).toEqual({ revoked: 1 })
    expect((await revoke([own?.id ?? ''])).json()).toEqual({ revoked: 0 })
    for (const url of addresses) expect((await get(url, viewer)).statusCode, url).toBe(404)
    expect((await get(link, '')).statusCode).toBe(410)
    expect(await sharedWith(document)).toEqual([])
    expect(notices.filter((notice) => notice.includes(`business:${business.id}`)).join()).toContain(
      '"received"',
    )
    expect(notices.filter((notice) => notice.includes(`person:${owner.id}`)).join()).toContain('"shares"')
    await stop()
    const titles = (await awaitNotifications(business, 2)).map(({ title }) => title)
    expect(titles).toEqual([
      expect.stringMatching(new RegExp(`^${owner.name} stopped sharing form \\d+\\.pdf$`)),
      expect.stringMatching(new RegExp(`^${owner.name} shared form \\d+\\.pdf$`)),
    ])
    expect((await auditOf(test, document)).filter(({ action }) => action === 'share.revoke')).toHaveLength(1)

    test.clock.advance(1000)
    expect((await share({ documentIds: [document], businessIds: [business.id] })).json()).toEqual({
      created: 0,
      reopened: 1,
      unchanged: 0,
    })
    expect((await acts(own?.id ?? '')).slice(0, 2)).toEqual(['reopened owner', 'revoked owner'])
    expect((await get(`${base}/file`, viewer)).statusCode).toBe(200)
  })

  it('that is view-only provides pages and no file', async () => {
    const document = await newDocument()
    await share({ documentIds: [document], businessIds: [business.id], canDownload: false })
    const base = `/api/documents/${document}`
    expect((await get(`${base}/pages/2`, business.cookie)).statusCode).toBe(200)
    const file = await get(`${base}/file`, business.cookie)
    expect([file.statusCode, file.json().code]).toEqual([403, 'view-only'])
    const link = await post(`${base}/view-links`, {}, business.cookie)
    expect([link.statusCode, link.json().code]).toEqual([403, 'view-only'])
    expect((await get(`${base}/file`)).statusCode).toBe(200)
  })

  it('is deleted for its recipients too, and deleting a business ends its shares', async () => {
    const document = await newDocument()
    const leaving = await createBareBusiness(test, 'Leaving')
    await share({ documentIds: [document], businessIds: [business.id, leaving], emails: ['gone@b.example'] })
    await test.database.executeAsOwner('delete from businesses where id = $1', [leaving])
    test.clock.advance(1000)
    expect(await sharedWith(document)).toHaveLength(2)
    await test.call({
      method: 'DELETE',
      url: `/api/documents/${document}`,
      headers: { cookie: scene.cookie },
    })
    expect((await get(`/api/documents/${document}/file`, business.cookie)).statusCode).toBe(404)
    const titles = (await awaitNotifications(business, 2)).map(({ title }) => title)
    expect(titles).toEqual([
      expect.stringMatching(new RegExp(`^${owner.name} stopped sharing form \\d+\\.pdf$`)),
      expect.stringMatching(new RegExp(`^${owner.name} shared form \\d+\\.pdf$`)),
    ])
    expect((await listed()).filter((row) => row.document.id === document)).toEqual([])
  })

  it('is gone at once when its owner closes the account', async () => {
    const person = await createPerson(test)
    const as = await signInAs(test, person)
    const document = await newDocument(as)
    await share({ documentIds: [document], businessIds: [business.id] }, as)
    expect((await get(`/api/documents/${document}/thumbnail`, business.cookie)).statusCode).toBe(200)
    const answer = await post('/api/privacy/delete-account', { password: person.password }, as)
    expect(answer.statusCode).toBeLessThan(300)
    expect((await get(`/api/documents/${document}/thumbnail`, business.cookie)).statusCode).toBe(404)
  })

  it('that was verified waits for review again when more is blacked out', async () => {
    const document = await newDocument()
    const [verifier, rejecter] = [business, rival]
    await share({ documentIds: [document], businessIds: [verifier.id, rejecter.id] })
    await test.database.executeAsOwner(
      `update document_shares set status = case business_id when $2 then 'verified' else 'rejected' end,
         reject_reason = case business_id when $2 then null else 'blurred' end, reviewed_at = now()
       where document_id = $1`,
      [document, verifier.id],
    )
    const box = { page: 1, x: 0, y: 0, width: 0.5, height: 0.5 }
    test.clock.advance(1000)
    await post(`/api/documents/${document}/versions`, { version: 1, boxes: [box] })
    await untilDocument(test, scene.cookie, document, ({ version }) => version === 2)
    const shares = await listed(`&documentId=${document}`)
    const stateAt = ({ id }: TestBusiness) =>
      shares.find(({ receiver }) => receiver.kind === 'business' && receiver.id === id)?.state
    expect([stateAt(verifier), stateAt(rejecter)]).toEqual(['pending', 'rejected'])
    expect((await awaitNotifications(verifier, 1))[0]?.title).toMatch(/ updated form \d+\.pdf$/)
    expect((await awaitNotifications(rejecter, 1))[0]?.title).toMatch(/ shared form \d+\.pdf$/)
    expect((await get(`/api/documents/${document}/file`, verifier.cookie)).body).toContain('blacked out')

    expect((await share({ documentIds: [document], businessIds: [rejecter.id] })).json().reopened).toBe(1)
    expect((await listed('&state=rejected')).some((row) => row.document.id === document)).toBe(false)
  })
})

describe('a share with an address', () => {
  it('expires by itself; both sides are notified once, two days before; sharing again sends a new link', async () => {
    const document = await newDocument()
    const email = 'late@example.net'
    const before = (await readEmails(test, owner.email)).length
    await share({ documentIds: [document], emails: [email] })
    await share({ documentIds: [document], emails: ['short@example.net'], expiresInDays: 1 })
    test.clock.advance(5 * dayMs)
    for (let times = 0; times < 2; times += 1) await sweepShares(test.services)
    const templates = async (to: string) => (await readEmails(test, to)).map(({ template }) => template)
    expect(await templates(email)).toEqual(['mail-share', 'mail-share-expiry'])
    expect(await templates('short@example.net')).toEqual(['mail-share'])
    const titles = (await readEmails(test, owner.email)).slice(before)
    expect(titles.filter(({ text }) => text.includes(email)).map(({ template }) => template)).toEqual([
      'share-ends',
    ])
    expect(titles.find(({ template }) => template === 'share-ends')?.subject).toMatch(
      /^\S+@\S+ loses access to form \d+\.pdf on \w{3} \d+, 2026$/,
    )

    test.clock.advance(2 * dayMs)
    scene.cookie = await signInAs(test, owner)
    expect((await listed('&state=expired')).map(({ receiver }) => receiver)).toEqual(
      expect.arrayContaining([{ kind: 'email', address: email }]),
    )
    expect(await sharedWith(document)).toEqual([])
    for (let times = 0; times < 2; times += 1) await sweepShares(test.services)
    const [over] = await listed(`&documentId=${document}&search=late@`)
    expect(await acts(over?.id ?? '')).toEqual(['expired exempta', 'shared owner'])
    expect((await revoke([over?.id ?? ''])).json()).toEqual({ revoked: 0 })

    expect((await share({ documentIds: [document], emails: [email] })).json().reopened).toBe(1)
    expect((await listed(`&documentId=${document}&state=live`)).map(({ id }) => id)).toEqual([over?.id])
    const sent = (await readEmails(test, email)).filter(({ template }) => template === 'mail-share')
    expect(new Set(sent.map((message) => linkIn(message))).size).toBe(2)
  })

  it('is part of the personal data export', async () => {
    const document = await newDocument()
    await share({ documentIds: [document], emails: ['kept@example.net'] })
    const [own] = await listed(`&documentId=${document}`)
    await revoke([own?.id ?? ''])
    const held = new Map<string, unknown>()
    for await (const entry of sharesData(test.services, { kind: 'person', id: owner.id, role: 'user' })) {
      if (!('rows' in entry)) continue
      const rows: unknown[] = []
      for await (const row of entry.rows) rows.push(row)
      held.set(entry.path, rows)
    }
    expect(held.get('shares.json')).toContainEqual(expect.objectContaining({ id: own?.id, state: 'revoked' }))
    const acts = held.get('share-history.json') as { shareId: string; act: string }[]
    expect(
      acts
        .filter(({ shareId }) => shareId === own?.id)
        .map(({ act }) => act)
        .sort(),
    ).toEqual(['revoked', 'shared'])
  })
})
