import { randomUUID } from 'node:crypto'
import { defaultRejectReasons, type ReceivedDocument } from '@exempta/contract/review'
import type { Share, ShareEvent } from '@exempta/contract/sharing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { addMember, createAccount, createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { createDocument, createTestBusiness, type TestBusiness } from '../../../test/sharing.ts'
import { untilDocument } from '../../../test/uploads.ts'

let test: TestApp
let owner: TestPerson
let user: string
let business: TestBusiness
let rival: TestBusiness
let viewer: string

beforeAll(async () => {
  test = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs: true })
  owner = await createPerson(test)
  user = await signInAs(test, owner)
  business = await createTestBusiness(test)
  rival = await createTestBusiness(test)
  viewer = await signInAs(test, await addMember(test, business.manager, 'viewer'))
})
afterAll(() => test.close())
beforeEach(() => test.clock.advance(1000))

const get = (url: string, as = business.cookie) => test.call({ method: 'GET', url, headers: { cookie: as } })
const post = (url: string, payload: object | undefined, as = business.cookie) =>
  test.call({ method: 'POST', url, headers: { cookie: as }, ...(payload && { payload }) })
const listed = async (query = '', as = business.cookie): Promise<ReceivedDocument[]> =>
  (await get(`/api/received?limit=100${query}`, as)).json().items
const verify = (documents: object[], as = business.cookie) => post('/api/received/verify', { documents }, as)
const reject = (id: string, body: object = {}, as = business.cookie) =>
  post(`/api/received/${id}/reject`, { version: 1, reason: 'The stamp is missing', ...body }, as)
const reopen = (id: string, as = business.cookie) => post(`/api/received/${id}/reopen`, undefined, as)
const newest = async (as: string) => (await get('/api/notifications?limit=1', as)).json().items[0]
const newsOf = async (as: string): Promise<string> => {
  const { title, message } = await newest(as)
  return message.startsWith(title) ? message : `${title}: ${message}`
}

/** Shares a new document with the business and returns the share's id. */
async function receive(
  name?: string,
  businessIds = [business.id],
): Promise<{ id: string; documentId: string }> {
  const documentId = await createDocument(test, user, name)
  await post('/api/shares', { documentIds: [documentId], businessIds, message: 'Please check' }, user)
  const shares: Share[] = (await get(`/api/shares?documentId=${documentId}`, user)).json().items
  test.clock.advance(1000)
  const own = shares.find(({ receiver }) => receiver.kind === 'business' && receiver.id === business.id)
  return { id: own?.id ?? '', documentId }
}

describe('the list of received documents', () => {
  it('shows only your own business: searched by document and user, filtered, in both orders, page by page', async () => {
    const names = ['Resale 100%.pdf', 'Exemption.pdf', 'Permit.pdf']
    const shares = []
    for (const name of names) shares.push(await receive(name))
    const [first, second, third] = shares.map(({ id }) => id)
    expect((await listed()).map(({ id }) => id)).toEqual([third, second, first])
    expect((await listed('&sort=oldest', viewer)).map(({ id }) => id)).toEqual([first, second, third])
    expect((await listed())[2]).toEqual({
      id: first,
      document: {
        id: shares[0]?.documentId,
        name: names[0],
        type: 'application/pdf',
        version: 1,
        pageCount: 2,
        sizeBytes: expect.any(Number),
        card: null,
        isCard: false,
      },
      user: { name: owner.name, email: owner.email },
      status: 'pending',
      message: 'Please check',
      receivedAt: expect.any(String),
      firstViewedAt: null,
      reviewedAt: null,
      reviewer: null,
      assignee: null,
      rejectReason: null,
      canDownload: true,
      replaces: null,
      customer: null,
      exemption: null,
      warnings: [],
      isByRules: false,
    })
    await get(`/api/documents/${shares[0]?.documentId}/pages/1`, viewer)
    const opened = (await listed()).map(({ firstViewedAt }) => firstViewedAt)
    expect(opened, 'only what a member opened').toEqual([null, null, test.clock.now().toISOString()])
    expect((await listed('&search=100%25')).map(({ id }) => id)).toEqual([first])
    expect(await listed(`&search=${owner.email.toUpperCase()}`)).toHaveLength(3)
    expect(await listed('&search=nothing')).toEqual([])
    await test.call({
      method: 'PATCH',
      url: '/api/profile',
      payload: { name: 'Zoe New' },
      headers: { cookie: user },
    })
    expect(await listed('&search=zoe n')).toHaveLength(3)
    await test.call({
      method: 'PATCH',
      url: '/api/profile',
      payload: { name: owner.name },
      headers: { cookie: user },
    })
    expect(await listed('&search=zoe n')).toEqual([])
    await verify([{ id: second, version: 1 }])
    expect((await listed('&status=verified')).map(({ id }) => id)).toEqual([second])
    expect((await listed('&status=pending&search=pdf')).map(({ id }) => id)).toEqual([third, first])

    const page = (await get('/api/received?limit=2&status=pending')).json()
    const one = (await get('/api/received?limit=1&status=pending')).json()
    const next = (await get(`/api/received?limit=1&status=pending&cursor=${one.nextCursor}`)).json()
    expect([...one.items, ...next.items]).toEqual(page.items)
    expect((await get(`/api/received?sort=oldest&cursor=${one.nextCursor}`)).statusCode).toBe(422)

    const { pages } = (await get(`/api/received/${first}`, viewer)).json()
    expect(pages).toEqual([1, 2].map((number) => ({ page: number, width: 200, height: 100 })))
    expect(await listed('', rival.cookie)).toEqual([])
  })

  it('is for active members only', async () => {
    const { id } = await receive()
    const pending = await signInAs(test, await addMember(test, business.manager, 'manager', 'pending'))
    const homeless = await signInAs(test, await createAccount(test, 'business'))
    const calls = (as: string) => [
      get('/api/received', as),
      get(`/api/received/${id}`, as),
      get(`/api/received/${id}/history`, as),
      verify([{ id, version: 1 }], as),
      reject(id, {}, as),
      reopen(id, as),
    ]
    for (const [who, as, status] of [
      ['a user', user, 403],
      ['a member who waits', pending, 403],
      ['someone without a business', homeless, 403],
      ['nobody', '', 401],
    ] as const) {
      const statuses = (await Promise.all(calls(as))).map(({ statusCode }) => statusCode)
      expect(statuses, who).toEqual([status, status, status, status, status, status])
    }
    const statuses = (await Promise.all(calls(rival.cookie))).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 404, 404, 404, 404, 404])
    const asViewer = (await Promise.all(calls(viewer))).map(({ statusCode }) => statusCode)
    expect(asViewer).toEqual([200, 200, 200, 403, 403, 403])
    expect((await get(`/api/received/${id}`)).json().status).toBe('pending')
  })
})

describe('a review', () => {
  it('verifies, rejects with a reason and reopens; both sides see the history, the owner is notified', async () => {
    const { id, documentId } = await receive('Certificate.pdf')
    const verified = (await verify([{ id, version: 1 }])).json().verified
    expect(verified).toMatchObject([
      { id, status: 'verified', reviewer: business.manager.name, reviewedAt: test.clock.now().toISOString() },
    ])
    expect(await newsOf(user)).toBe(
      `${business.manager.name} verified Certificate.pdf: You don’t need to do anything else.`,
    )
    const repeated = { verify: await verify([{ id, version: 1 }]), reject: await reject(id) }
    for (const [act, answer] of Object.entries(repeated)) {
      expect([answer.statusCode, answer.json().code], act).toEqual([409, 'already-reviewed'])
      expect(answer.json().title, act).toBe(`${business.manager.name} already verified Certificate.pdf.`)
    }
    test.clock.advance(1000)
    expect((await reopen(id)).json()).toMatchObject({ status: 'pending', reviewedAt: null, reviewer: null })
    expect((await reopen(id)).statusCode).toBe(409)
    expect(await newsOf(user)).toBe(
      `${business.manager.name} is reviewing Certificate.pdf again: We’ll notify you when the review is finished.`,
    )

    test.clock.advance(1000)
    for (const wrong of [
      { reason: ' ' },
      { reason: 'x'.repeat(501) },
      { version: 0 },
      { status: 'verified' },
    ]) {
      expect((await reject(id, wrong)).statusCode, JSON.stringify(wrong).slice(0, 40)).toBe(422)
    }
    expect((await reject(id)).json()).toMatchObject({
      status: 'rejected',
      rejectReason: 'The stamp is missing',
    })
    expect(await newsOf(user)).toBe(
      `${business.manager.name} rejected Certificate.pdf: Reason: The stamp is missing\nOpen the document to upload a corrected version.`,
    )
    expect((await newest(user)).link).toBe(`/user/documents/${documentId}`)
    const [share] = (await get(`/api/shares?documentId=${documentId}`, user)).json().items
    expect(share).toMatchObject({ state: 'rejected', rejectReason: 'The stamp is missing' })

    test.clock.advance(1000)
    const again = { documentIds: [documentId], businessIds: [business.id] }
    expect((await post('/api/shares', again, user)).json().reopened).toBe(1)
    expect((await listed('&status=pending')).map((row) => row.id)).toContain(id)

    const ours: ShareEvent[] = (await get(`/api/received/${id}/history`, viewer)).json().items
    const theirs: ShareEvent[] = (await get(`/api/shares/${id}/history`, user)).json().items
    expect(ours.map(({ act, by, person }) => [act, by, person])).toEqual([
      ['reopened', 'owner', null],
      ['rejected', 'receiver', business.manager.name],
      ['review-reopened', 'receiver', business.manager.name],
      ['verified', 'receiver', business.manager.name],
      ['shared', 'owner', null],
    ])
    expect(theirs).toEqual(ours.map((event) => ({ ...event, person: null })))
    expect(theirs[1]?.reason).toBe('The stamp is missing')
    const actions = (await auditOf(test, documentId)).map(({ action }) => action)
    expect(actions.filter((action) => action.startsWith('share.'))).toEqual([
      'share.create',
      'share.verify',
      'share.reopen-review',
      'share.reject',
      'share.reopen',
    ])
  })

  it('of many is all or nothing with one notification; of two at once only one counts', async () => {
    const shares = [await receive(), await receive(), await receive()]
    const all = shares.map(({ id }) => ({ id, version: 1 }))
    const [first] = all
    if (!first) throw new Error('Nothing was received')
    for (const [name, wrong] of Object.entries({
      'one that does not exist': [...all, { id: crypto.randomUUID(), version: 1 }],
      'one that has changed': [first, { ...first, id: shares[1]?.id, version: 2 }],
    })) {
      expect((await verify(wrong)).statusCode, name).toBeGreaterThanOrEqual(404)
    }
    expect((await verify([])).statusCode).toBe(422)
    expect((await get(`/api/received/${first.id}`)).json().status).toBe('pending')
    const answers = await Promise.all([verify(all), verify(all), reject(first.id), reject(first.id)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    const rows = await auditOf(test, shares[0]?.documentId ?? '')
    expect(rows.filter(({ action }) => /share.(verify|reject)/.test(action))).toHaveLength(1)
    const two = [await receive(), await receive()].map(({ id }) => ({ id, version: 1 }))
    await verify(two)
    expect(await newsOf(user)).toMatch(/ verified form \d+\.pdf and form \d+\.pdf: /)
  })

  it('applies to the version that was seen, and ends when more is blacked out', async () => {
    const { id, documentId } = await receive()
    await verify([{ id, version: 1 }])
    const boxes = [{ page: 1, x: 0, y: 0, width: 0.5, height: 0.5 }]
    await post(`/api/documents/${documentId}/versions`, { version: 1, boxes }, user)
    await untilDocument(test, user, documentId, ({ version }) => version === 2)
    expect((await get(`/api/received/${id}`)).json()).toMatchObject({
      status: 'pending',
      reviewedAt: null,
      document: { version: 2 },
    })
    const stale = await verify([{ id, version: 1 }])
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict'])
    expect((await verify([{ id, version: 2 }])).statusCode).toBe(200)
  })

  it('ends with the share, and is refused to an inactive business, which keeps what it has', async () => {
    const { id } = await receive()
    const { id: kept, documentId } = await receive()
    await post('/api/shares/revoke', { ids: [id] }, user)
    expect((await get(`/api/received/${id}`)).statusCode).toBe(404)
    expect((await verify([{ id, version: 1 }])).statusCode).toBe(404)
    expect((await listed()).some((row) => row.id === id)).toBe(false)
    const setStatus = (status: string) =>
      test.database.executeAsOwner('update businesses set status = $1 where id = $2', [status, business.id])
    for (const status of ['inactive', 'pending']) {
      await setStatus(status)
      expect((await get(`/api/received/${kept}`)).statusCode, status).toBe(200)
      expect((await get(`/api/documents/${documentId}/file`)).statusCode, status).toBe(200)
      expect((await verify([{ id: kept, version: 1 }])).statusCode, status).toBe(403)
      expect((await reject(kept)).statusCode, status).toBe(403)
    }
    await setStatus('active')
    expect((await verify([{ id: kept, version: 1 }])).statusCode).toBe(200)
  })
})

describe('rejecting several documents', () => {
  const rejectAll = (documents: object[], reason = 'The form has expired.') =>
    post('/api/received/reject', { documents, reason })

  it('gives all of them the same reason, or rejects none', async () => {
    const [one, two] = [await receive('One.pdf'), await receive('Two.pdf')]
    const both = [one, two].map(({ id }) => ({ id, version: 1 }))
    expect((await rejectAll([...both, { id: randomUUID(), version: 1 }])).statusCode).toBe(404)
    expect((await get(`/api/received/${one.id}`)).json().status).toBe('pending')
    expect((await rejectAll(both, ' ')).statusCode).toBe(422)
    const answer = await rejectAll(both)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().rejected).toMatchObject([
      { status: 'rejected', rejectReason: 'The form has expired.' },
      { status: 'rejected', rejectReason: 'The form has expired.' },
    ])
    expect((await rejectAll(both)).json().code).toBe('already-reviewed')
  })

  it('and downloading them gives one ZIP file', async () => {
    const [one, two] = [await receive('One.pdf'), await receive('Two.pdf')]
    const url = `/api/documents/archive?ids=${one.documentId},${two.documentId}`
    expect((await get(url)).headers['content-type']).toBe('application/zip')
    expect((await get(url, rival.cookie)).statusCode).toBe(404)
  })
})

describe('assigning a document', () => {
  const assignAll = (ids: string[], personId: string | null, as = business.cookie) =>
    test.call({
      method: 'PUT',
      url: '/api/received/assignee',
      payload: { ids, personId },
      headers: { cookie: as },
    })
  const assign = (id: string, personId: string | null, as?: string) => assignAll([id], personId, as)

  it('notifies the team member, who finds it under "Assigned to me"', async () => {
    const colleague = await addMember(test, business.manager, 'manager')
    const asColleague = await signInAs(test, colleague)
    const { id, documentId } = await receive('Assigned.pdf')
    await receive('Not assigned.pdf')
    const assigned = await assign(id, colleague.id)
    expect(assigned.json().assigned).toMatchObject([
      { id, assignee: { id: colleague.id, name: colleague.name } },
    ])
    expect(await newest(asColleague)).toMatchObject({
      title: `${business.manager.name} assigned Assigned.pdf to you`,
      link: `/business/documents/${id}`,
    })
    for (const query of ['&assigned=me', '&assigned=me&search=assigned', '&assigned=me&status=pending']) {
      expect(
        (await listed(query, asColleague)).map((row) => row.id),
        query,
      ).toEqual([id])
    }
    expect(await listed('&assigned=me')).toEqual([])
    expect(await listed('&assigned=me&status=verified', asColleague)).toEqual([])
    expect((await get('/api/received?assigned=you')).statusCode).toBe(422)

    expect((await assign(id, null)).json().assigned[0].assignee).toBeNull()
    expect(await listed('&assigned=me', asColleague)).toEqual([])
    const rows = await auditOf(test, documentId)
    expect(rows.filter(({ action }) => action === 'share.assign')).toHaveLength(2)
  })

  it('of several is all or nothing, and one notification', async () => {
    const colleague = await addMember(test, business.manager, 'manager')
    const asColleague = await signInAs(test, colleague)
    const [one, two] = [await receive('One.pdf'), await receive('Two.pdf')]
    expect((await assignAll([one.id, randomUUID()], colleague.id)).statusCode).toBe(404)
    expect(await listed('&assigned=me', asColleague)).toEqual([])
    expect((await assignAll([one.id, two.id], colleague.id)).statusCode).toBe(200)
    expect(await listed('&assigned=me', asColleague)).toHaveLength(2)
    expect(await newest(asColleague)).toMatchObject({
      title: `${business.manager.name} assigned One.pdf and Two.pdf to you`,
      message: `${owner.name} shared them with your business.`,
      link: '/business/documents?assigned=me',
    })
  })

  it('is for managers, and to active members of the own business alone', async () => {
    const { id } = await receive()
    const waiting = await addMember(test, business.manager, 'manager', 'pending')
    for (const [who, personId, as, status] of [
      ['by a viewer', business.manager.id, viewer, 403],
      ['by another business', rival.manager.id, rival.cookie, 404],
      ['by the owner', owner.id, user, 403],
      ['to another business', rival.manager.id, business.cookie, 409],
      ['to a member who waits', waiting.id, business.cookie, 409],
      ['to the owner', owner.id, business.cookie, 409],
    ] as const) {
      expect((await assign(id, personId, as)).statusCode, who).toBe(status)
    }
    expect((await get(`/api/received/${id}`)).json().assignee).toBeNull()
  })

  it('ends when the team member leaves the business', async () => {
    const colleague = await addMember(test, business.manager, 'manager')
    const { id } = await receive()
    await assign(id, colleague.id)
    const members: { id: string; personId: string }[] = (await get('/api/business/members')).json().items
    const member = members.find(({ personId }) => personId === colleague.id)
    const url = `/api/business/members/${member?.id}`
    const removed = await test.call({ method: 'DELETE', url, headers: { cookie: business.cookie } })
    expect(removed.statusCode).toBe(204)
    expect((await get(`/api/received/${id}`)).json().assignee).toBeNull()
  })
})

describe('ready-made reasons for rejecting', () => {
  const url = '/api/business/reject-reasons'
  const save = (reasons: unknown, as = business.cookie) =>
    test.call({ method: 'PUT', url, payload: { reasons }, headers: { cookie: as } })

  it('are the product’s own until a manager changes them for the business', async () => {
    expect((await get(url, viewer)).json().reasons).toEqual([...defaultRejectReasons])
    const saved = await save([' Not signed. ', 'Not signed.', 'Card 4111 1111 1111 1111 is visible.'])
    const kept = ['Not signed.', 'Card •••• •••• •••• 1111 is visible.']
    expect(saved.json().reasons).toEqual(kept)
    expect((await get(url, viewer)).json().reasons).toEqual(kept)
    expect((await get(url, rival.cookie)).json().reasons).toEqual([...defaultRejectReasons])
    expect((await save([])).json().reasons).toEqual([])
    expect((await get(url)).json().reasons).toEqual([])
  })

  it('can be changed by managers alone, and are checked', async () => {
    expect((await save(['Not signed.'], viewer)).statusCode).toBe(403)
    expect((await save(['Not signed.'], user)).statusCode).toBe(403)
    for (const [what, wrong] of Object.entries({
      'an empty reason': [' '],
      'a long reason': ['x'.repeat(501)],
      'too many': Array.from({ length: 21 }, (_, at) => `Reason ${at}`),
      'no list': 'Not signed.',
    })) {
      expect((await save(wrong)).statusCode, what).toBe(422)
    }
  })
})
