import type { Document, DocumentDetails } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import type { Notification } from '@exempta/contract/notifications'
import type { ReceivedDocument } from '@exempta/contract/review'
import type { Share } from '@exempta/contract/sharing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeKey } from '../../../test/api-keys.ts'
import { auditOf } from '../../../test/audit.ts'
import { plainAnswer, uncertainAnswer } from '../../../test/fake-sandbox.ts'
import { readEmails } from '../../../test/mailbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { sharingScene, type TestBusiness } from '../../../test/sharing.ts'
import { type FormFile, formOf, jpegBytes, pdfBytes, untilDocument } from '../../../test/uploads.ts'
import { type Actor, anonymousActor } from '../../platform/db/actor.ts'
import { createOutgoingPost } from '../../platform/outgoing/outgoing-post.ts'
import type { Redaction } from '../../platform/sandbox/sandbox.ts'
import { sharesData } from './feature.ts'

const { scene, get, post, share, revoke, listed, historyOf, acts, newDocument, awaitNotifications } =
  sharingScene({
    // Webhooks are recorded, but never leave.
    outgoing: createOutgoingPost({ allowsPrivate: false, resolve: async () => [] }),
  })

let made = 0
let oldId: string
let shareId: string
beforeEach(async () => {
  oldId = await newDocument()
  await share({ documentIds: [oldId], businessIds: [scene.business.id] })
  shareId = await shareWith(scene.business)
  scene.test.clock.advance(1000)
  await reject(shareId)
  scene.test.clock.advance(1000)
})
afterEach(() => {
  scene.sandbox.answer = undefined
})

async function shareWith({ id }: TestBusiness): Promise<string> {
  const shares = await listed(`&documentId=${oldId}`)
  return shares.find(({ receiver }) => receiver.kind === 'business' && receiver.id === id)?.id ?? ''
}
const reject = (id: string, business = scene.business, version = 1) =>
  post(`/api/received/${id}/reject`, { version, reason: 'The signature is missing.' }, business.cookie)
const verify = (id: string, version: number, business = scene.business) =>
  post('/api/received/verify', { documents: [{ id, version }] }, business.cookie)
const received = async (id = shareId, business = scene.business): Promise<ReceivedDocument> =>
  (await get(`/api/received/${id}`, business.cookie)).json()
const details = async (id: string): Promise<DocumentDetails> => (await get(`/api/documents/${id}`)).json()
const shareOf = async (id = shareId) => (await listed()).find((one) => one.id === id) as Share
const setBusiness = (business: TestBusiness, status: string) =>
  scene.test.database.executeAsOwner('update businesses set status = $2 where id = $1', [business.id, status])

async function correct(
  query = `?share=${shareId}`,
  file: Partial<FormFile> = {},
  as = scene.cookie,
  of = oldId,
) {
  made += 1
  const { payload, headers } = await formOf([
    { name: `corrected ${made}.pdf`, bytes: pdfBytes(`corrected ${made}`), ...file },
  ])
  scene.test.clock.advance(1000)
  return scene.test.call({
    method: 'POST',
    url: `/api/documents/${of}/corrections${query}`,
    payload,
    headers: { ...headers, cookie: as },
  })
}
/** Uploads a corrected version that is taken, and returns its document. */
async function begin(query?: string, file?: Partial<FormFile>): Promise<Document> {
  const answer = await correct(query, file)
  const taken = answer.json().file as UploadedFile
  if (taken?.outcome !== 'accepted') throw new Error(`Not accepted: ${answer.body}`)
  return taken.document
}
const until = (id: string, isDone: (document: DocumentDetails) => boolean) =>
  untilDocument<DocumentDetails>(scene.test, scene.cookie, id, isDone)
const untilReady = (id: string) =>
  until(id, ({ status, needsCheck }) => status === 'processed' && !needsCheck)
/** As its owner, who has seen the version. */
const send = (id: string, version: number, as = scene.cookie) =>
  post(`/api/documents/${id}/send`, { version }, as)
/** Sends the version that the owner sees once it's ready. */
async function deliver(id: string): Promise<DocumentDetails> {
  const { version } = await untilReady(id)
  const answer = await send(id, version)
  if (answer.statusCode !== 200) throw new Error(`Not sent: ${answer.body}`)
  return details(id)
}
const ownNotices = async (count: number) =>
  (await get(`/api/notifications?limit=${count}`)).json().items as Notification[]
/** The clock of a test stands still, so the newest are in no order. */
const ownMessages = async () => (await ownNotices(5)).map(({ message }) => message)
const refusal = async (answer: ReturnType<typeof correct | typeof post>) => {
  const { statusCode, json } = await answer
  return `${statusCode} ${json().code}`
}
/** Holds up what is processed until the returned function is called. */
function holdSandbox(): () => void {
  const held = Promise.withResolvers<void>()
  scene.sandbox.answer = async (bytes, call) => {
    await held.promise
    return plainAnswer(bytes, call)
  }
  return held.resolve
}

describe('a corrected version', () => {
  it('replaces the rejected document under the same share, pending again, with its history', async () => {
    await get(`/api/documents/${oldId}/pages/1`, scene.business.cookie)
    const rejectedAt = (await shareOf()).reviewedAt
    const { id, name } = await begin()
    expect(await deliver(id)).toMatchObject({
      version: 2,
      replaces: { document: { id: oldId }, waiting: [] },
    })
    const old = await details(oldId)
    expect(old).toMatchObject({ sharedWith: [], replacedBy: { id, name } })

    expect(await shareOf()).toMatchObject({
      id: shareId,
      document: { id, name, version: 2 },
      state: 'pending',
      rejectReason: null,
      replaces: { name: old.name, rejectedAt },
      correction: null,
      firstViewedAt: null,
    })
    expect(await acts(shareId)).toEqual([
      'corrected owner',
      'viewed receiver',
      'rejected receiver',
      'shared owner',
    ])
    const [act] = await historyOf(shareId)
    expect(act).toMatchObject({ act: 'corrected', document: old.name })
    expect(await received()).toMatchObject({
      id: shareId,
      status: 'pending',
      document: { id, name },
      replaces: { name: old.name, rejectedAt },
    })
    const history = await get(`/api/received/${shareId}/history`, scene.business.cookie)
    expect(history.json().items[0]).toMatchObject({ act: 'corrected', by: 'owner', document: old.name })

    // The business can open the new file and no longer the old one.
    expect((await get(`/api/documents/${id}/pages/1?v=2`, scene.business.cookie)).statusCode).toBe(200)
    expect((await get(`/api/documents/${oldId}/pages/1`, scene.business.cookie)).statusCode).toBe(404)
    const [notice] = await awaitNotifications(scene.business, 1)
    expect(notice).toMatchObject({
      title: `${scene.owner.name} sent a corrected version of ${old.name}`,
      message: expect.stringMatching(/ rejected on [A-Z][a-z]{2} \d+, 20\d\d\. It’s waiting for review\.$/),
      link: `/business/documents/${shareId}`,
    })
    const audited = (await auditOf(scene.test, id)).filter(({ action }) => action === 'share.correct')
    expect(audited).toMatchObject([
      { actor_id: scene.owner.id, details: { share: shareId, business: scene.business.id } },
    ])
  })

  it('is not verified by a review of the rejected file', async () => {
    await share({ documentIds: [oldId], businessIds: [scene.otherBusiness.id] })
    const other = await shareWith(scene.otherBusiness)
    const { id } = await begin('')
    await deliver(id)
    // The other business still has the old file on screen.
    expect((await verify(other, 1, scene.otherBusiness)).json().code).toBe('conflict')
    expect((await verify(other, 2, scene.otherBusiness)).statusCode).toBe(200)
  })

  it('can be for one recipient or for all who can open the document', async () => {
    const email = `clerk-${made}@example.org`
    await share({ documentIds: [oldId], businessIds: [scene.otherBusiness.id], emails: [email] })
    const other = await shareWith(scene.otherBusiness)
    await verify(other, 1, scene.otherBusiness)

    const first = await begin()
    await deliver(first.id)
    expect(await received(other, scene.otherBusiness)).toMatchObject({
      status: 'verified',
      document: { id: oldId },
    })
    await reject(shareId, scene.business, 2)
    await post(`/api/received/${other}/reopen`, {}, scene.otherBusiness.cookie)
    await reject(other, scene.otherBusiness)

    const second = await begin('')
    await deliver(second.id)
    expect((await received()).document.id, 'who holds another document').toBe(first.id)
    expect((await received(other, scene.otherBusiness)).document.id).toBe(second.id)
    const byEmail = (await listed()).find(
      ({ receiver }) => receiver.kind === 'email' && receiver.address === email,
    )
    expect(byEmail).toMatchObject({
      document: { id: second.id },
      state: 'pending',
      replaces: { rejectedAt: null },
    })
    const emails = await readEmails(scene.test, email)
    expect(emails.map(({ template }) => template)).toEqual(['mail-share', 'mail-share-corrected'])
    expect(emails.at(-1)?.text).not.toContain('corrected 1')
  })

  it('of a card stays a card, and nothing is replaced when its number is not found', async () => {
    const card = await formOf([{ field: 'card-front', name: 'card.jpg', bytes: jpegBytes(`card ${made}`) }])
    const uploaded = await scene.test.call({
      method: 'POST',
      url: '/api/documents',
      payload: card.payload,
      headers: { ...card.headers, cookie: scene.cookie },
    })
    oldId = uploaded.json().files[0].document.id
    await share({ documentIds: [oldId], businessIds: [scene.business.id] })
    shareId = await shareWith(scene.business)
    await reject(shareId)
    scene.sandbox.answer = async (_, { card: side }) =>
      ({ verdict: 'refused', reason: side === 'front' ? 'card-number-not-found' : 'unreadable' }) as Redaction
    const file = { name: 'again.jpg', bytes: jpegBytes('blurred') }
    expect((await correct(undefined, file)).json().file).toMatchObject({
      outcome: 'refused',
      code: 'card-refused',
    })
    expect(await shareOf()).toMatchObject({ state: 'rejected', document: { id: oldId }, correction: null })

    scene.sandbox.answer = undefined
    const { id, status } = await begin(undefined, { name: 'sharp.jpg', bytes: jpegBytes('sharp') })
    expect(status).toBe('processed')
    await deliver(id)
    expect(await shareOf()).toMatchObject({ state: 'pending', document: { id, version: 2 } })
  })

  it('reaches nobody before its owner has seen the result and sends it', async () => {
    const { id, name } = await begin()
    const { version } = await untilReady(id)
    expect(await shareOf()).toMatchObject({
      state: 'rejected',
      document: { id: oldId },
      correction: { document: { id, name }, state: 'ready' },
    })
    expect((await details(id)).replaces?.waiting).toHaveLength(1)
    expect((await details(oldId)).replacedBy).toBeNull()
    expect((await get(`/api/documents/${id}/pages/1`, scene.business.cookie)).statusCode).toBe(404)
    expect((await ownNotices(1))[0]).toMatchObject({
      title: `Look at ${name}, then send it`,
      link: `/user/documents/${id}`,
    })
    expect(await refusal(correct())).toBe('409 conflict')
    expect((await send(id, version)).json()).toEqual({ sent: 1, kept: [] })
    expect(await shareOf()).toMatchObject({ state: 'pending', document: { id }, correction: null })
    expect(await refusal(send(id, version)), 'twice').toBe('409 conflict')
  })

  it('is sent as its owner saw it, by its owner', async () => {
    const { id } = await begin()
    const { version } = await untilReady(id)
    const stranger = await signInAs(scene.test, await createPerson(scene.test))
    expect(await refusal(send(id, version, stranger))).toBe('404 not-found')
    expect(await refusal(send(id, version - 1))).toBe('409 conflict')
    expect(await refusal(send(oldId, 1))).toBe('409 conflict')
    expect((await shareOf()).document.id).toBe(oldId)
    await deliver(id)
  })

  it('that is ready stays with its owner when nobody can get it anymore', async () => {
    const { id } = await begin()
    const { version } = await untilReady(id)
    await revoke([shareId])
    expect((await send(id, version)).json()).toEqual({
      sent: 0,
      kept: [expect.stringMatching(/^You stopped sharing form \d+\.pdf with /)],
    })
    expect((await details(id)).replaces?.waiting).toEqual([])
  })

  it('waits until its owner has checked it', async () => {
    scene.sandbox.answer = uncertainAnswer
    const { id, name } = await begin()
    await until(id, ({ status }) => status === 'processed')
    expect(await shareOf()).toMatchObject({
      state: 'rejected',
      document: { id: oldId },
      correction: { document: { id, name }, state: 'needs-check' },
    })
    expect((await details(id)).replaces?.waiting).toHaveLength(1)
    expect((await received()).document.id).toBe(oldId)
    expect((await ownNotices(1))[0]?.message).toMatch(/still has form \d+\.pdf\.$/)
    for (const area of [0, 1, 2]) {
      const url = `/api/documents/${id}/uncertain-areas/${area}`
      const payload = { version: 2, shown: null, resolution: 'fine' }
      const answer = await scene.test.call({ method: 'PUT', url, payload, headers: { cookie: scene.cookie } })
      expect(answer.statusCode, `area ${area}`).toBe(200)
    }
    expect(await refusal(send(id, 2))).toBe('409 needs-check')
    expect((await post(`/api/documents/${id}/check`, { version: 2 })).statusCode).toBe(200)
    expect((await send(id, 2)).json()).toEqual({ sent: 1, kept: [] })
    expect(await shareOf()).toMatchObject({ state: 'pending', document: { id } })
  })

  it('waits until what the check hides is hidden', async () => {
    scene.sandbox.answer = uncertainAnswer
    const { id } = await begin()
    await until(id, ({ status }) => status === 'processed')
    for (const area of [0, 1, 2]) {
      const url = `/api/documents/${id}/uncertain-areas/${area}`
      const payload = { version: 2, shown: null, resolution: 'hidden' }
      await scene.test.call({ method: 'PUT', url, payload, headers: { cookie: scene.cookie } })
    }
    await post(`/api/documents/${id}/check`, { version: 2 })
    expect(await deliver(id)).toMatchObject({ version: 3 })
    expect(await shareOf()).toMatchObject({ state: 'pending', document: { id, version: 3 } })
  })
})

describe('a business’s own systems', () => {
  it('learn of a corrected version as of a document that is shared again', async () => {
    const { key } = await makeKey(scene.test, scene.business)
    const webhook = {
      url: 'https://hooks.example.com/exempta',
      description: '',
      events: ['document.received'],
    }
    expect((await post('/api/business/webhooks', webhook, scene.business.cookie)).statusCode).toBe(201)
    const rejectedAt = (await shareOf()).reviewedAt
    const { id } = await begin()
    await deliver(id)
    const { rows } = await scene.test.database.executeAsOwner(
      'select type, data from webhook_events where share_id = $1',
      [shareId],
    )
    const data = { id: shareId, documentId: id, version: 2, status: 'pending' }
    expect(rows).toEqual([{ type: 'document.received', data }])

    const api = (method: 'GET' | 'POST', path: string, payload?: object) =>
      scene.test.call({
        method,
        url: `/api/v1/documents/${shareId}${path}`,
        headers: { authorization: `Bearer ${key}` },
        ...(payload && { payload }),
      })
    const { name } = await details(oldId)
    expect((await api('GET', '')).json()).toMatchObject({
      document: { id, version: 2 },
      status: 'pending',
      replaces: { name, rejectedAt },
    })
    expect((await api('GET', '/history')).json().items[0]).toMatchObject({ act: 'corrected', document: name })
    expect((await api('POST', '/verify', { version: 1 })).json().code).toBe('conflict')
    expect((await api('POST', '/verify', { version: 2 })).json().status).toBe('verified')
  })
})

describe('personal data', () => {
  it('of the owner holds the history, and the account is erased with its corrections', async () => {
    scene.sandbox.answer = uncertainAnswer
    const { id } = await begin()
    await until(id, ({ status }) => status === 'processed')
    const waiting = async () =>
      (
        await scene.test.database.executeAsOwner('select 1 from share_corrections where document_id = $1', [
          id,
        ])
      ).rows
    expect(await waiting()).toHaveLength(1)
    const files = sharesData(scene.test.services, { kind: 'person', id: scene.owner.id, role: 'user' })
    const exported = new Map<string, unknown[]>()
    for await (const file of files) {
      if (!('rows' in file)) continue
      const rows: unknown[] = []
      for await (const row of file.rows) rows.push(row)
      exported.set(file.path, rows)
    }
    const shares = exported.get('shares.json') as Share[]
    expect(shares.find((one) => one.id === shareId)?.correction?.document.id).toBe(id)
    expect(exported.get('share-history.json')).toContainEqual(expect.objectContaining({ act: 'corrected' }))
    await scene.test.call({
      method: 'DELETE',
      url: `/api/documents/${id}`,
      headers: { cookie: scene.cookie },
    })
    expect(await waiting()).toHaveLength(0)
  })

  it('is read by nobody else: row-level security hides what waits', async () => {
    scene.sandbox.answer = uncertainAnswer
    const { id } = await begin()
    await until(id, ({ status }) => status === 'processed')
    const rowsFor = (actor: Actor) =>
      scene.test.services.database.transact(actor, (tx) =>
        tx.selectFrom('share_corrections').select('share_id').where('document_id', '=', id).execute(),
      )
    const { owner, business } = scene
    expect(await rowsFor({ kind: 'person', id: owner.id, role: 'user' })).toHaveLength(1)
    const manager: Actor = {
      kind: 'person',
      id: business.manager.id,
      role: 'business',
      businessId: business.id,
    }
    expect(await rowsFor(manager)).toEqual([])
    expect(await rowsFor(anonymousActor)).toEqual([])
  })
})

describe('recipients keep the rejected document', () => {
  it('when the corrected one cannot be processed, and another can be uploaded', async () => {
    scene.sandbox.answer = async () => ({ verdict: 'refused', reason: 'unreadable' }) as Redaction
    const { id } = await begin()
    await until(id, ({ status }) => status === 'failed')
    expect(await shareOf()).toMatchObject({ state: 'rejected', correction: { state: 'failed' } })
    const [notice] = await ownNotices(1)
    expect(notice?.message).toMatch(/still has form \d+\.pdf\.$/)
    expect(notice?.link).toBe(`/user/documents/${id}`)
    scene.sandbox.answer = undefined
    const better = await begin()
    await deliver(better.id)
    expect(await shareOf()).toMatchObject({ state: 'pending', document: { id: better.id } })
  })

  it.each([
    {
      name: 'the owner stops sharing meanwhile',
      act: () => revoke([shareId]),
      kept: /^You stopped sharing form \d+\.pdf with /,
    },
    {
      name: 'the business becomes inactive meanwhile',
      act: () => setBusiness(scene.business, 'inactive'),
      kept: /can’t receive documents right now/,
    },
    {
      name: 'the business verifies it after all',
      async act() {
        await post(`/api/received/${shareId}/reopen`, {}, scene.business.cookie)
        await verify(shareId, 1)
      },
      kept: /has verified form \d+\.pdf in the meantime/,
    },
    {
      name: 'the owner blacks out more of it meanwhile',
      act: () =>
        scene.test.database.executeAsOwner('update documents set version = 2 where id = $1', [oldId]),
      kept: /^You blacked out more of form \d+\.pdf in the meantime/,
    },
  ])('$name', async ({ act, kept }) => {
    const go = holdSandbox()
    const { id } = await begin()
    await act()
    const before = await shareOf()
    go()
    await untilReady(id)
    expect((await shareOf()).document.id).toBe(oldId)
    expect((await shareOf()).state).toBe(before.state)
    expect(await ownMessages()).toContainEqual(expect.stringMatching(kept))
    expect((await details(id)).replaces?.waiting).toEqual([])
    await setBusiness(scene.business, 'active')
  })

  it('and the corrected one is an ordinary document when the rejected one is deleted meanwhile', async () => {
    const go = holdSandbox()
    const { id } = await begin()
    await scene.test.call({
      method: 'DELETE',
      url: `/api/documents/${oldId}`,
      headers: { cookie: scene.cookie },
    })
    go()
    expect(await untilReady(id)).toMatchObject({ replaces: null, sharedWith: [] })
    expect((await ownNotices(1))[0]?.title).toMatch(/is ready$/)
  })

  it('when the owner deletes the corrected one, and another can be uploaded', async () => {
    scene.sandbox.answer = uncertainAnswer
    const { id } = await begin()
    await until(id, ({ status }) => status === 'processed')
    await scene.test.call({
      method: 'DELETE',
      url: `/api/documents/${id}`,
      headers: { cookie: scene.cookie },
    })
    expect(await shareOf()).toMatchObject({ state: 'rejected', correction: null })
    scene.sandbox.answer = undefined
    await deliver((await begin()).id)
    expect((await shareOf()).state).toBe('pending')
  })
})

describe('a correction is refused', () => {
  it('while another one of the same share is under way', async () => {
    const go = holdSandbox()
    const { id } = await begin()
    expect(await refusal(correct())).toBe('409 conflict')
    expect(await refusal(correct(''))).toBe('409 conflict')
    const answers = (await get('/api/documents?limit=100')).json().items as Document[]
    expect(
      answers
        .filter(({ name }) => name.startsWith('corrected'))
        .filter(({ status }) => status === 'processing'),
    ).toHaveLength(1)
    go()
    await untilReady(id)
  })

  it('of two at the same moment, one', async () => {
    const go = holdSandbox()
    const outcomes = await Promise.all([correct(), correct(), correct()])
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    go()
    const taken = outcomes.find(({ statusCode }) => statusCode === 200)
    await untilReady(taken?.json().file.document.id)
  })

  it('when the file is the rejected one', async () => {
    const { rows } = await scene.test.database.executeAsOwner('select name from documents where id = $1', [
      oldId,
    ])
    const { name } = rows[0] as { name: string }
    const bytes = pdfBytes(name.replace('.pdf', ''))
    expect((await correct(undefined, { name, bytes })).json().file).toMatchObject({
      outcome: 'refused',
      code: 'same-file',
    })
  })

  it.each([
    [
      'nothing is rejected',
      () => post(`/api/received/${shareId}/reopen`, {}, scene.business.cookie),
      '409 conflict',
    ],
    ['it is no longer shared', () => revoke([shareId]), '404 not-found'],
    ['the business is inactive', () => setBusiness(scene.business, 'inactive'), '409 recipient-not-active'],
  ] as const)('when %s', async (_name, act, expected) => {
    await act()
    expect(await refusal(correct())).toBe(expected)
    await setBusiness(scene.business, 'active')
  })

  it.each([
    ['another person', async () => signInAs(scene.test, await createPerson(scene.test)), '404 not-found'],
    ['a business', async () => scene.business.cookie, '403 not-allowed'],
    ['a visitor', async () => '', '401 not-signed-in'],
  ] satisfies [string, () => Promise<string>, string][])('to %s', async (_name, cookieOf, expected) => {
    expect(await refusal(correct(undefined, {}, await cookieOf()))).toBe(expected)
  })

  it.each([
    ['a share of another document', '?share=0197a1b2-4c5d-7000-8000-000000000001', '404 not-found'],
    ['a share that is no id', '?share=x', '422 invalid-input'],
  ])('for %s', async (_name, query, expected) => {
    expect(await refusal(correct(query))).toBe(expected)
  })
})

describe('the owner sees the review outcome', () => {
  it('and, in what they did, which document they shared with whom', async () => {
    const { name, sharedWith } = await details(oldId)
    const { items } = (await get('/api/profile/activity?limit=100')).json()
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'share.create', document: name, recipient: sharedWith[0] }),
    )
  })

  it('beside each recipient, in lists, on the dashboard and in the list of rejected documents', async () => {
    const { name } = await details(oldId)
    const recipient = {
      shareId,
      kind: 'business',
      state: 'rejected',
      rejectReason: 'The signature is missing.',
    }
    expect((await details(oldId)).recipients).toMatchObject([recipient])
    const list = await get('/api/documents?status=rejected&limit=100')
    const row = (list.json().items as Document[]).find(({ id }) => id === oldId)
    expect(row?.recipients).toMatchObject([recipient])
    const dashboard = (await get('/api/documents/dashboard')).json()
    expect(dashboard.counts.rejected).toBe((list.json().items as Document[]).length)
    expect(dashboard.rejected[0]).toMatchObject({
      document: { id: oldId, name },
      shareId,
      reason: 'The signature is missing.',
      isCorrectionUnderWay: false,
    })
    await deliver((await begin()).id)
    const after = (await get('/api/documents/dashboard')).json()
    expect(after.counts.rejected).toBe(dashboard.counts.rejected - 1)
  })
})
