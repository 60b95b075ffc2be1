import type { Document, DocumentDetails } from '@exempta/contract/documents'
import type { DocumentActivity } from '@exempta/contract/documents/activity'
import { routes } from '@exempta/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { fakeSandbox, plainAnswer } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import {
  jpegBytes,
  pdfBytes,
  untilDocument,
  untilProcessed,
  upload,
  uploadOne,
} from '../../../test/uploads.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { systemCall } from '../../platform/call.ts'
import { anonymousActor, systemActor } from '../../platform/db/actor.ts'

const fake = fakeSandbox()
let test: TestApp
let owner: TestPerson
let cookie: string
let document: Document
const notices: string[] = []

beforeAll(async () => {
  test = await startTestApp({ sandbox: fake.sandbox, runJobs: true })
  owner = await createPerson(test)
  cookie = await signInAs(test, owner)
  await test.services.database.listen('exempta_live', (notice) => notices.push(notice))
  const { id } = await uploadOne(test, cookie, { name: 'Résumé (1).PDF', bytes: pdfBytes() })
  document = await untilProcessed(test, cookie, id)
})
afterAll(() => test.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  test.call({ method: 'GET', url, headers: { cookie, ...headers } })
const send = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
  test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })
const filesOf = (documentId: string) =>
  test.services.database.transact(systemActor, (tx) =>
    tx
      .selectFrom('stored_files')
      .innerJoin('file_keys', 'file_keys.file_id', 'stored_files.id')
      .select(['rendition', 'version'])
      .where('document_id', '=', documentId)
      .orderBy('rendition')
      .execute(),
  )

describe('an uploaded document', () => {
  it('is processed: findings, pages, audit, notification; the key of its original is destroyed', async () => {
    expect(document).toMatchObject({
      name: 'Résumé (1).PDF',
      type: 'application/pdf',
      status: 'processed',
      pageCount: 2,
      version: 1,
      isCard: false,
      failure: null,
      findings: [{ kind: 'ssn', count: 1 }],
      sharedWith: [],
    })
    const details = (await get(`/api/documents/${document.id}`)).json() as DocumentDetails
    expect(details.pages.map(({ page, findings }) => [page, findings])).toEqual([
      [
        1,
        [
          {
            kind: 'ssn',
            quad: [
              [0, 0],
              [0.5, 0],
              [0.5, 0.5],
              [0, 0.5],
            ],
          },
        ],
      ],
      [2, []],
    ])
    expect(details.versions).toMatchObject([{ version: 1, boxCount: 0, isReady: true }])
    expect(
      (await auditOf(test, document.id)).map(({ action, actor_kind }) => `${action} ${actor_kind}`).sort(),
    ).toEqual(['document.process system', 'document.upload person'])
    expect((await filesOf(document.id)).map(({ rendition }) => rendition)).toEqual([
      'pages',
      'redacted',
      'thumbnail',
    ])
    const progress = { documentId: document.id, page: 1, pageCount: 2 }
    expect(notices.join('\n')).toContain(`"documentProgress","payload":${JSON.stringify(progress)}`)
    const { items } = (await get('/api/notifications')).json()
    expect(items[0]).toMatchObject({
      title: expect.stringMatching(/^Résumé.* is ready$/),
      message: 'We checked it for private details. Look at what’s hidden, then share it.',
    })
  })

  it('is downloaded under its name, also in ranges, and never cached on the way', async () => {
    const url = `/api/documents/${document.id}/file`
    const whole = await get(url)
    expect(whole.body).toBe('%PDF-1.7\nredacted')
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="R_sum_ (1).PDF"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%281%29.PDF`,
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    })
    const part = await get(url, { range: 'bytes=9-11' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'red',
      `bytes 9-11/${whole.body.length}`,
    ])
    expect((await get(url, { range: 'bytes=99-' })).statusCode).toBe(416)
    const actions = (await auditOf(test, document.id)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'document.download')).toHaveLength(1)
  })

  it('shows pages and thumbnail of its current version only', async () => {
    const page = await get(`/api/documents/${document.id}/pages/2?v=1`)
    expect(page.body).toContain('page 2, redacted')
    expect(page.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
    expect((await get(`/api/documents/${document.id}/thumbnail`)).body).toContain('thumbnail')
    expect((await get(`/api/documents/${document.id}/pages/3`)).statusCode).toBe(404)
    expect((await get(`/api/documents/${document.id}/pages/1?v=2`)).statusCode).toBe(404)
  })

  it('can have more blacked out: a new version replaces the old one, whose files are shredded', async () => {
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('to black out') })
    await untilProcessed(test, cookie, id)
    const link = (await send('POST', `/api/documents/${id}/view-links`)).json().url
    const url = `/api/documents/${id}/versions`
    const box = { page: 2, x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
    expect((await send('POST', url, { version: 1, boxes: [{ ...box, page: 3 }] })).statusCode).toBe(422)
    expect((await send('POST', url, { version: 1, boxes: [{ ...box, x: 0.9 }] })).statusCode).toBe(422)
    expect((await send('POST', url, { version: 2, boxes: [box] })).statusCode).toBe(409)
    expect((await send('POST', url, { version: 1, boxes: [box] })).statusCode).toBe(202)

    const changed = await untilDocument<DocumentDetails>(test, cookie, id, ({ version }) => version === 2)
    expect(changed.findings).toEqual([
      { kind: 'ssn', count: 1 },
      { kind: 'chosen', count: 1 },
    ])
    expect(changed.versions).toMatchObject([{ version: 2, boxCount: 1 }, { version: 1 }])
    expect((await get(`/api/documents/${id}/file`)).body).toContain('blacked out 1')
    expect((await filesOf(id)).map(({ version }) => version)).toEqual([2, 2, 2])
    expect((await get(link)).statusCode).toBe(410)
    expect((await auditOf(test, id)).map(({ action }) => action)).toContain('document.black-out')
  })

  it('shows its owner what was done with it and by whom, page by page', async () => {
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('to watch') })
    await untilProcessed(test, cookie, id)
    const recipient = await createPerson(test, 'business')
    const acts = [
      [{ kind: 'person', ...recipient }, 'document.view'],
      [anonymousActor, 'document.download'],
    ] as const
    for (const [actor, action] of acts) {
      test.clock.advance(1000)
      const act = { at: test.clock.now(), action, target: { kind: 'document', id } } as const
      await test.services.database.transact(actor, (tx) => recordAudit(tx, { ...systemCall, actor }, act))
    }
    const activity: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await get(`/api/documents/${id}/activity?limit=1${cursor}`)).json()
      activity.push(...page.items.map((one: DocumentActivity) => `${one.action} ${one.by} ${one.name}`))
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(activity.slice(0, 2)).toEqual([
      'document.download someone Someone with a view link',
      `document.view someone ${recipient.name}`,
    ])
    // Both rows have the same timestamp on the test's clock, so their order is not fixed.
    expect(activity.slice(2).sort()).toEqual(['document.process exempta null', 'document.upload you null'])
  })

  it('is deleted for good: rows, keys and links', async () => {
    const { id } = await uploadOne(test, cookie, { bytes: jpegBytes('to delete') })
    await untilProcessed(test, cookie, id)
    const link = (await send('POST', `/api/documents/${id}/view-links`)).json().url
    expect((await get(link)).statusCode).toBe(200)
    expect((await send('DELETE', `/api/documents/${id}`)).statusCode).toBe(204)
    expect(await filesOf(id)).toEqual([])
    expect((await get(link)).statusCode).toBe(410)
    expect((await get(`/api/documents/${id}`)).statusCode).toBe(404)
    expect((await send('DELETE', `/api/documents/${id}`)).statusCode).toBe(404)
    expect(await auditOf(test, id)).toContainEqual(
      expect.objectContaining({ action: 'document.remove', actor_id: owner.id }),
    )
  })
})

describe('the list of documents', () => {
  let own: string
  const list = async (query: string) =>
    (await test.call({ method: 'GET', url: `/api/documents?${query}`, headers: { cookie: own } })).json()
  const names = async (query: string) => (await list(query)).items.map(({ name }: Document) => name)

  beforeAll(async () => {
    own = await signInAs(test, await createPerson(test))
    for (const name of ['b.pdf', 'A.pdf', '100%.pdf']) {
      const { id } = await uploadOne(test, own, { name, bytes: pdfBytes(name) })
      await untilProcessed(test, own, id)
      test.clock.advance(1000)
    }
  })

  it('sorts, searches, filters and pages', async () => {
    expect(await names('')).toEqual(['100%.pdf', 'A.pdf', 'b.pdf'])
    expect(await names('sort=oldest')).toEqual(['b.pdf', 'A.pdf', '100%.pdf'])
    expect(await names('sort=name')).toEqual(['100%.pdf', 'A.pdf', 'b.pdf'])
    expect(await names('sort=name-down')).toEqual(['b.pdf', 'A.pdf', '100%.pdf'])
    expect(await names('search=a.P')).toEqual(['A.pdf'])
    expect(await names('search=%25')).toEqual(['100%.pdf'])
    expect(await names('status=failed')).toEqual([])
    for (const sort of ['newest', 'oldest', 'name', 'name-down']) {
      const whole = await names(`sort=${sort}`)
      const paged: string[] = []
      for (let cursor = ''; ; ) {
        const page = await list(`sort=${sort}&limit=1${cursor}`)
        paged.push(...page.items.map(({ name }: Document) => name))
        if (!page.nextCursor) break
        cursor = `&cursor=${page.nextCursor}`
      }
      expect(paged, sort).toEqual(whole)
    }
    const { nextCursor } = await list('limit=1')
    const other = await test.call({
      method: 'GET',
      url: `/api/documents?sort=name&cursor=${nextCursor}`,
      headers: { cookie: own },
    })
    expect(other.statusCode).toBe(422)
  })

  it('recognizes a file that was sent before, and processes it again on request', async () => {
    const again = await upload(test, own, [{ name: 'copy.pdf', bytes: pdfBytes('b.pdf') }])
    expect(again.json().files).toMatchObject([{ outcome: 'duplicate', document: { name: 'b.pdf' } }])
    const asked = await upload(test, own, [{ name: 'copy.pdf', bytes: pdfBytes('b.pdf') }], { again: 'true' })
    expect(asked.json().files).toMatchObject([{ outcome: 'accepted', document: { name: 'copy.pdf' } }])
    // The same file uploaded by another person is not reported as a duplicate.
    const foreign = await upload(test, cookie, [{ bytes: pdfBytes('b.pdf') }])
    expect(foreign.json().files).toMatchObject([{ outcome: 'accepted' }])
  })
})

describe('the dashboard', () => {
  it('counts your own documents by status and shows the newest five, with the queue position of waiting ones', async () => {
    const own = await signInAs(test, await createPerson(test))
    const dashboard = async () =>
      (await test.call({ method: 'GET', url: '/api/documents/dashboard', headers: { cookie: own } })).json()
    expect(await dashboard()).toEqual({
      counts: { uploaded: 0, processed: 0, pending: 0, toCheck: 0, toConfirm: 0, shared: 0, rejected: 0 },
      rejected: [],
      expiring: [],
      recent: [],
      recentlySharedWith: [],
    })

    for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf']) {
      const { id } = await uploadOne(test, own, { name, bytes: pdfBytes(name) })
      await untilProcessed(test, own, id)
      test.clock.advance(1000)
    }
    const held = Promise.withResolvers<void>()
    fake.answer = async (bytes, call) => {
      await held.promise
      return plainAnswer(bytes, call)
    }
    const { id } = await uploadOne(test, own, { name: '7.pdf', bytes: pdfBytes('7.pdf') })
    const { counts, recent } = await dashboard()
    expect(counts).toEqual({
      uploaded: 7,
      processed: 6,
      pending: 1,
      toCheck: 0,
      toConfirm: 0,
      shared: 0,
      rejected: 0,
    })
    expect(recent.map(({ name, status }: Document) => `${name} ${status}`)).toEqual([
      '7.pdf processing',
      ...['6.pdf', '5.pdf', '4.pdf', '3.pdf'].map((name) => `${name} processed`),
    ])

    // Two documents are processed at a time, so the third one waits at the head of the queue.
    const waiting: Document[] = []
    for (const name of ['8.pdf', '9.pdf']) {
      waiting.push(await uploadOne(test, own, { name, bytes: pdfBytes(name) }))
    }
    const placeOf = async ({ id: each }: Document) =>
      (await test.call({ method: 'GET', url: `/api/documents/${each}`, headers: { cookie: own } })).json()
        .queuePlace
    await expect.poll(() => Promise.all(waiting.map(placeOf)), { timeout: 60_000 }).toEqual([null, 1])
    held.resolve()
    for (const each of [id, ...waiting.map((one) => one.id)]) await untilProcessed(test, own, each)
    fake.answer = undefined
    expect((await dashboard()).counts).toMatchObject({ uploaded: 9, processed: 9, pending: 0 })
  })
})

describe('access', () => {
  // A list of pictures leaves out what the caller cannot see.
  const list = '/api/documents/thumbnails'
  const own = routes.filter(({ path }) => path.startsWith('/api/documents') && path !== list)
  const bodyOf = (path: string): object =>
    ({
      versions: { version: 1, boxes: [{ page: 1, x: 0, y: 0, width: 0.1, height: 0.1 }] },
      check: { version: 1 },
      ':area': { version: 1, shown: null, resolution: 'fine' },
      ':id': { name: 'Mine now' },
      exemption: {
        form: null,
        purchaser: 'Stranger',
        seller: null,
        reason: null,
        isBlanket: null,
        hasSignature: false,
        signedOn: null,
        expiresOn: null,
        states: [{ state: 'NY', number: null }],
        pages: [1],
        version: 1,
        shown: null,
      },
      fills: {
        form: 'ny-st-120',
        values: [],
        reason: null,
        isBlanket: true,
        sellers: [{ businessId: document.id, name: 'Stranger', address: null }],
        signedOn: '2026-03-02',
        signature: { kind: 'typed', text: 'Stranger' },
      },
      renewals: { documentId: document.id, businessIds: [] },
      remove: { ids: [document.id] },
      send: { version: 1 },
    })[path.split('/').at(-1) ?? ''] ?? {}
  const queryOf = (path: string) => (path.endsWith('/corrections') ? `?share=${document.id}` : '')
  const call = (route: (typeof own)[number], headers: Record<string, string>) =>
    test.call({
      method: route.method,
      url: `${route.path.replace(':id', document.id).replace(/:(page|area)/, '1')}${queryOf(route.path)}`,
      headers,
      ...(route.body && { payload: bodyOf(route.path) }),
      ...(route.upload && { payload: 'x', headers: { ...headers, 'content-type': 'multipart/form-data' } }),
    })

  /** A business may ask for files; this one has none, and names none for an archive. */
  const statusForBusiness = (path: string) =>
    path.includes('archive') ? 422 : path.match(/thumbnail|pages|file|view-links/) ? 404 : 403

  it('is refused without a session; a business sees files shared with it; a stranger sees nothing', async () => {
    const business = await signInAs(test, await createPerson(test, 'business'))
    const stranger = await signInAs(test, await createPerson(test))
    expect(own.length).toBeGreaterThanOrEqual(18)
    for (const route of own) {
      const name = `${route.method} ${route.path}`
      expect((await call(route, {})).statusCode, name).toBe(401)
      expect((await call(route, { cookie: business })).statusCode, name).toBe(statusForBusiness(route.path))
      if (!route.path.includes(':id')) continue
      expect((await call(route, { cookie: stranger })).statusCode, name).toBe(404)
    }
    for (const cookie of [business, stranger]) {
      const pictures = await test.call({ url: `${list}?of=${document.id}.1`, headers: { cookie } })
      expect(pictures.json(), list).toEqual({ thumbnails: [] })
    }
    expect((await get(`/api/documents/${document.id}`)).json()).toMatchObject({ version: 1, versions: [{}] })
  })
})
