import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '@exempta/contract/documents'
import { dayMs } from '@exempta/contract/durations'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { fakeSandbox, plainAnswer, withCard } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import {
  formOf,
  jpegBytes,
  pdfBytes,
  untilDocument,
  untilProcessed,
  upload,
  uploadOne,
} from '../../../test/uploads.ts'
import { keyFile } from '../../platform/crypto/master-key.ts'
import { rotateMasterKey } from '../../platform/crypto/rotate-master-key.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { limits as platformLimits } from '../../platform/limits.ts'
import { SandboxError } from '../../platform/sandbox/sandbox.ts'
import { eraseDocuments } from './feature.ts'
import { sweepDocuments } from './jobs/sweep-documents.ts'
import { limits as documentServerLimits } from './limits.ts'

const fake = fakeSandbox()
let test: TestApp
let owner: TestPerson
let cookie: string

beforeAll(async () => {
  test = await startTestApp({
    sandbox: fake.sandbox,
    runJobs: ['process-document', 'black-out-document'],
    pollSeconds: 0.5,
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await createPerson(test)
  cookie = await signInAs(test, owner)
})
afterEach(() => {
  fake.answer = undefined
})

const get = (url: string, as = cookie) => test.call({ method: 'GET', url, headers: { cookie: as } })
const post = (url: string, payload?: object) =>
  test.call({ method: 'POST', url, headers: { cookie }, ...(payload && { payload }) })
const untilFailed = (id: string) =>
  untilDocument<Document>(test, cookie, id, ({ status }) => status === 'failed')
const originals = (documentId: string) =>
  test.services.database.transact(systemActor, (tx) =>
    tx
      .selectFrom('stored_files')
      .select('id')
      .where('document_id', '=', documentId)
      .where('rendition', '=', 'original')
      .execute(),
  )
const refuse = (reason: 'damaged' | 'card-number-not-found') => async () =>
  ({ verdict: 'refused', reason, advice: '' }) as const

describe('a document that cannot be processed', () => {
  it('fails with a plain reason, and its original is shredded', async () => {
    fake.answer = refuse('damaged')
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('damaged') })
    expect((await untilFailed(id)).failure).toEqual({
      code: 'damaged',
      text: 'We can’t open this file. Save or scan it again, then upload the new copy.',
      canRetry: false,
    })
    expect(await originals(id)).toEqual([])
    expect((await post(`/api/documents/${id}/retry`)).json()).toMatchObject({ code: 'cannot-retry' })
    expect((await get(`/api/documents/${id}/file`)).statusCode).toBe(404)
    expect(await auditOf(test, id)).toContainEqual(
      expect.objectContaining({
        action: 'document.process',
        result: 'failed',
        details: { reason: 'damaged' },
      }),
    )
    // A failed document is not a duplicate, so the person may upload it again.
    fake.answer = undefined
    await untilProcessed(test, cookie, (await uploadOne(test, cookie, { bytes: pdfBytes('damaged') })).id)
  })

  it('is treated as a card when it turns out to show one that cannot be read', async () => {
    fake.answer = refuse('card-number-not-found')
    const { id } = await uploadOne(test, cookie, { bytes: jpegBytes('unmarked card') })
    expect(await untilFailed(id)).toMatchObject({
      isCard: true,
      cardSide: null,
      failure: { canRetry: false },
    })
    expect(await originals(id)).toEqual([])
  })

  it('fails alone after two more attempts without holding up others; Retry processes the stored original', async () => {
    const poison = pdfBytes('poison')
    const other = await createPerson(test)
    const otherCookie = await signInAs(test, other)
    fake.given.length = 0
    fake.answer = async (bytes, call) => {
      if (bytes.equals(poison)) throw new SandboxError('crashed')
      return plainAnswer(bytes, call)
    }
    const { id } = await uploadOne(test, cookie, { bytes: poison })
    await untilProcessed(
      test,
      otherCookie,
      (await uploadOne(test, otherCookie, { bytes: pdfBytes('fine') })).id,
    )
    expect((await untilFailed(id)).failure).toMatchObject({ code: 'not-processed', canRetry: true })
    expect(fake.given.filter((bytes) => bytes.equals(poison))).toHaveLength(3)
    expect(await originals(id)).toHaveLength(1)

    fake.answer = undefined
    expect((await post(`/api/documents/${id}/retry`)).json()).toMatchObject({ status: 'processing' })
    expect(await untilProcessed(test, cookie, id)).toMatchObject({ version: 1, failure: null })
    expect(await originals(id)).toEqual([])
  })

  it('leaves nothing behind when it is deleted while it is read', async () => {
    const reading = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    fake.answer = async (bytes, call) => {
      reading.resolve()
      await go.promise
      return plainAnswer(bytes, call)
    }
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('deleted') })
    await reading.promise
    expect(
      (await test.call({ method: 'DELETE', url: `/api/documents/${id}`, headers: { cookie } })).statusCode,
    ).toBe(204)
    go.resolve()
    fake.answer = undefined
    await untilProcessed(test, cookie, (await uploadOne(test, cookie, { bytes: pdfBytes('next') })).id)
    await test.services.files.clearDiscarded()
    const names = await test.services.database.transact(systemActor, (tx) =>
      tx.selectFrom('stored_files').select('object_name').execute(),
    )
    expect((await storedObjects()).sort()).toEqual(names.map(({ object_name }) => object_name).sort())
  })
})

async function storedObjects(): Promise<string[]> {
  const folder = join(test.database.location.dataDir, 'files')
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.split('/').at(-1)}/${entry.name}`)
}

describe('a marked card', () => {
  const card = { field: 'card-front', name: 'card.jpg', bytes: jpegBytes('card') } as const

  it('gets its answer once the redacted result is stored; no original is ever written', async () => {
    const before = (await storedObjects()).length
    fake.answer = async (bytes, call) => {
      expect(call).toMatchObject({ card: 'front', whenFull: 'fail' })
      expect((await storedObjects()).length).toBe(before)
      return plainAnswer(bytes, call)
    }
    const [file] = (await upload(test, cookie, [card])).json().files
    expect(file).toMatchObject({
      outcome: 'accepted',
      document: { status: 'processed', cardSide: 'front', isCard: true, version: 1, pageCount: 1 },
    })
    expect((await get(`/api/documents/${file.document.id}/file`)).body).toContain('redacted')
    expect((await get(`/api/documents/${file.document.id}/pages/1`)).body).toContain('redacted')
    expect((await upload(test, cookie, [card])).json().files).toMatchObject([{ outcome: 'duplicate' }])
  })

  it.each([
    ['smartpay', 'travel', 'individual', { line: 'travel', billing: 'individual' }],
    ['smartpay', 'unknown', 'unknown', { line: 'unknown', billing: 'unknown' }],
    ['other', 'unknown', 'unknown', null],
    ['unknown', 'fleet', 'central', null],
  ] as const)(
    'of the program %s, line %s and billing %s shows its owner %o',
    async (program, line, billing, shown) => {
      fake.answer = withCard({ program, line, billing })
      const file = { ...card, bytes: jpegBytes(`${program} ${line}`) }
      const [marked] = (await upload(test, cookie, [file])).json().files
      expect(marked.document.card).toEqual(shown)
      // Recognized without being marked, and kept when more is blacked out.
      const { id } = await uploadOne(test, cookie, { bytes: jpegBytes(`unmarked ${program} ${line}`) })
      await untilProcessed(test, cookie, id)
      expect((await get(`/api/documents/${id}`)).json().card).toEqual(shown)
      fake.answer = undefined
      const boxes = [{ page: 1, x: 0, y: 0, width: 0.1, height: 0.1 }]
      await post(`/api/documents/${id}/versions`, { version: 1, boxes })
      await untilDocument(test, cookie, id, ({ version }) => version === 2)
      expect((await get(`/api/documents/${id}`)).json().card).toEqual(shown)
    },
  )

  it('has no kind when the cards in one file are of different kinds', async () => {
    fake.answer = async (bytes, call) => {
      const result = await plainAnswer(bytes, call)
      if (result.verdict === 'refused') return result
      const kinds = ['travel', 'fleet'] as const
      const pages = result.pages.map((page, at) => ({
        ...page,
        card: { program: 'smartpay', line: kinds[at] ?? 'unknown', billing: 'central' } as const,
      }))
      return { ...result, pages }
    }
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('two cards') })
    await untilProcessed(test, cookie, id)
    expect((await get(`/api/documents/${id}`)).json().card).toBeNull()
  })

  it('leaves nothing and says what to do when it is refused or lost in the sandbox', async () => {
    const before = await storedObjects()
    fake.answer = refuse('card-number-not-found')
    expect((await upload(test, cookie, [card])).json().files).toMatchObject([
      {
        outcome: 'refused',
        code: 'card-refused',
        text: expect.stringContaining('take a photo of the front'),
      },
    ])
    fake.answer = async () => Promise.reject(new SandboxError('crashed'))
    expect((await upload(test, cookie, [card])).json().files).toMatchObject([
      { outcome: 'refused', code: 'not-processed', text: 'Please send it again' },
    ])
    expect(await storedObjects()).toEqual(before)
    expect((await get('/api/documents')).json().items).toEqual([])
  })

  it('is refused with 503 and Retry-After when the pool is full, unless other files were accepted', async () => {
    fake.answer = async (bytes, call) => {
      if (call.card) throw new SandboxError('busy')
      return plainAnswer(bytes, call)
    }
    const alone = await upload(test, cookie, [card])
    expect([alone.statusCode, alone.headers['retry-after']]).toEqual([503, '5'])
    const together = await upload(test, cookie, [{ bytes: pdfBytes('beside') }, card])
    expect(together.json().files).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'refused', code: 'busy' },
    ])
  })
})

describe('photos of cards', () => {
  it('are not even read while too many are in memory', async () => {
    const all = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    let held = 0
    fake.answer = async (bytes, call) => {
      // A document from an earlier test may still be in the sandbox.
      if (!call.card) return plainAnswer(bytes, call)
      if (++held === platformLimits.cardsInMemory) all.resolve()
      await go.promise
      return plainAnswer(bytes, call)
    }
    const card = (text: string) => ({ field: 'card-back', bytes: jpegBytes(text) }) as const
    // Each card comes from its own account and address, because neither may occupy all places.
    const sendCard = async (at: number) => {
      const { payload, headers } = await formOf([card(`${at}`)])
      const sender = await signInAs(test, await createPerson(test))
      return test.app.inject({
        method: 'POST',
        url: '/api/documents',
        payload,
        headers: { ...headers, cookie: sender, origin: testOrigin },
        remoteAddress: `203.0.113.${at}`,
      })
    }
    const sent = Array.from({ length: platformLimits.cardsInMemory }, (_, at) => sendCard(at))
    await all.promise
    expect((await upload(test, cookie, [card('one more')])).statusCode).toBe(503)
    expect(held).toBe(platformLimits.cardsInMemory)
    go.resolve()
    for (const [at, answer] of (await Promise.all(sent)).entries()) {
      expect(answer.json().files, `card ${at}`).toMatchObject([{ outcome: 'accepted' }])
    }
    expect((await upload(test, cookie, [card('one more')])).statusCode).toBe(200)
  })
})

describe('a view link', () => {
  const linkTo = async (id: string) => (await post(`/api/documents/${id}/view-links`)).json().url as string
  const open = async (url: string) => (await test.call({ method: 'GET', url })).statusCode

  it('works for an hour, inline and without a session; forged, expired or orphaned ones do not', async () => {
    const { id } = await uploadOne(test, cookie, { name: 'x.pdf', bytes: pdfBytes('linked') })
    await untilProcessed(test, cookie, id)
    const link = await linkTo(id)
    const answer = await test.call({ method: 'GET', url: link })
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      `inline; filename="x.pdf"; filename*=UTF-8''x.pdf`,
    ])
    expect((await test.call({ method: 'GET', url: link, headers: { cookie } })).statusCode).toBe(200)
    expect((await test.call({ method: 'HEAD', url: link })).statusCode).toBe(200)
    expect((await test.call({ method: 'POST', url: link })).statusCode).toBe(404)
    expect(await auditOf(test, id)).toContainEqual(
      expect.objectContaining({ action: 'document.view', actor_id: owner.id }),
    )

    const [text = '', mac = ''] = link.slice('/api/view/'.length).split('.')
    const forged = Buffer.from(text, 'base64url').toString().replace('"redacted"', '"original"')
    expect(await open(`/api/view/${Buffer.from(forged).toString('base64url')}.${mac}`)).toBe(403)
    expect(await open(`/api/view/${text}`)).toBe(403)
    expect(await open('/api/view/x')).toBe(403)

    test.clock.advance(documentServerLimits.viewLinkMs - 1)
    expect(await open(link)).toBe(200)
    test.clock.advance(1)
    expect(await open(link)).toBe(410)
  })

  it('stops working with the account it was made for and with the key that signed it', async () => {
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('suspended') })
    await untilProcessed(test, cookie, id)
    const link = await linkTo(id)
    const setStatus = (status: 'suspended' | 'active') =>
      test.services.database.transact(systemActor, (tx) =>
        tx.updateTable('users').set({ status }).where('id', '=', owner.id).execute(),
      )
    await setStatus('suspended')
    expect(await open(link)).toBe(410)
    await setStatus('active')
    expect(await open(link)).toBe(200)
    const { database, clock } = test.services
    const source = keyFile(join(test.database.location.dataDir, 'master.key'))
    await rotateMasterKey({ database, clock, source })
    expect(await open(link)).toBe(403)
    expect(await open(await linkTo(id))).toBe(200)
  })
})

describe('cleanup', () => {
  it('removes originals that nobody retries and expired documents, and fails documents whose job was lost', async () => {
    fake.answer = async () => Promise.reject(new SandboxError('timed-out'))
    const slow = await uploadOne(test, cookie, { bytes: pdfBytes('slow') })
    const kept = await uploadOne(test, cookie, { bytes: pdfBytes('kept') })
    expect((await untilFailed(slow.id)).failure).toMatchObject({ code: 'too-slow', canRetry: true })
    await untilFailed(kept.id)
    const taken = Promise.withResolvers<void>()
    const end = Promise.withResolvers<never>()
    fake.answer = () => {
      taken.resolve()
      return end.promise
    }
    const lost = await uploadOne(test, cookie, { bytes: pdfBytes('lost') })
    await taken.promise
    await test.database.executeAsOwner(`delete from pgboss.job where data #>> '{payload,documentId}' = $1`, [
      lost.id,
    ])
    end.reject(new SandboxError('closed'))
    test.clock.advance(documentServerLimits.originalKeptMs - 1)
    await test.services.database.transact(systemActor, (tx) =>
      tx.updateTable('documents').set({ updated_at: test.clock.now() }).where('id', '=', kept.id).execute(),
    )
    test.clock.advance(1)
    await sweepDocuments(test.services)
    cookie = await signInAs(test, owner)
    expect((await untilFailed(lost.id)).failure).toMatchObject({ code: 'not-processed', canRetry: true })
    expect(await originals(slow.id)).toEqual([])
    expect((await get(`/api/documents/${slow.id}`)).json().failure.canRetry).toBe(false)
    expect(await originals(kept.id)).toHaveLength(1)

    await test.call({
      method: 'PUT',
      url: '/api/privacy',
      headers: { cookie },
      payload: { retentionDays: 30 },
    })
    test.clock.advance(30 * dayMs - documentServerLimits.originalKeptMs)
    await sweepDocuments(test.services)
    cookie = await signInAs(test, owner)
    expect((await get('/api/documents')).json().items).toEqual([])
    expect(await auditOf(test, slow.id)).toContainEqual(
      expect.objectContaining({ action: 'document.expire', actor_kind: 'system' }),
    )
  })

  it('ends a black-out whose job was lost; the owner is notified and can ask again', async () => {
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('marked') })
    await untilProcessed(test, cookie, id)
    const [taken, end] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
    fake.answer = () => {
      taken.resolve()
      return end.promise
    }
    const payload = { version: 1, boxes: [{ page: 1, x: 0, y: 0, width: 0.5, height: 0.5 }] }
    const mark = () =>
      test.call({ method: 'POST', url: `/api/documents/${id}/versions`, headers: { cookie }, payload })
    expect((await mark()).statusCode).toBe(202)
    await taken.promise
    test.clock.advance(15 * 60_000)
    await sweepDocuments(test.services)
    expect((await mark()).statusCode).toBe(409)

    await test.database.executeAsOwner(`delete from pgboss.job where data #>> '{payload,documentId}' = $1`, [
      id,
    ])
    end.reject(new SandboxError('closed'))
    fake.answer = undefined
    await sweepDocuments(test.services)
    const { items } = (await get('/api/notifications')).json()
    expect(items).toContainEqual(
      expect.objectContaining({ title: expect.stringMatching(/^We couldn’t black out more of /) }),
    )
    expect(await auditOf(test, id)).toContainEqual(
      expect.objectContaining({ action: 'document.black-out', result: 'failed', details: { version: 2 } }),
    )
    expect((await mark()).statusCode).toBe(202)
    await untilDocument<Document>(test, cookie, id, ({ version }) => version === 2)
  })

  it('deletes documents and files of an erased account', async () => {
    const { id } = await uploadOne(test, cookie, { bytes: pdfBytes('erased') })
    await untilProcessed(test, cookie, id)
    await eraseDocuments(test.services, owner.id)
    expect((await get(`/api/documents/${id}`)).statusCode).toBe(404)
    await expect(
      test.services.files.get({ documentId: id, rendition: 'redacted', version: 1 }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })
})
