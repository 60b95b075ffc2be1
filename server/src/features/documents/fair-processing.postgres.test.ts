import type { Document } from '@exempta/contract/documents'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { fakeSandbox, pagedAnswer } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { pdfBytes, untilDocument, untilProcessed, uploadOne } from '../../../test/uploads.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { SandboxError } from '../../platform/sandbox/sandbox.ts'
import { sweepDocuments } from './jobs/sweep-documents.ts'
import { limits } from './limits.ts'

let test: TestApp
const fake = fakeSandbox()

/** Pages whose processing has started, such as `long 3`. */
let log: string[]
let readers: Map<string, { pageCount: number; read(page: number): Promise<void> }>
let anna: string
let ben: string

const start = async (places: number) => {
  Object.assign(fake.sandbox, { slots: places })
  test = await startTestApp({
    sandbox: fake.sandbox,
    runJobs: ['process-document', 'black-out-document'],
    pollSeconds: 0.5,
  })
}
beforeEach(async () => {
  log = []
  readers = new Map()
  fake.answer = (bytes, call) => {
    const name = [...readers.keys()].find((key) => bytes.includes(key)) ?? ''
    const { pageCount, read } = readers.get(name) ?? { pageCount: 1, read: async () => {} }
    return pagedAnswer(pageCount, async (page) => {
      log.push(`${name} ${page}`)
      await read(page)
    })(bytes, call)
  }
  anna = await signInAs(test, await createPerson(test))
  ben = await signInAs(test, await createPerson(test))
})
afterEach(() => {
  fake.answer = undefined
})

const send = async (cookie: string, name: string, pageCount: number, read = async (_page: number) => {}) => {
  readers.set(name, { pageCount, read })
  return uploadOne(test, cookie, { name: `${name}.pdf`, bytes: pdfBytes(name) })
}

/** Blocks a page until the test releases it. */
function holdAt(page: number) {
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    letGo: () => go.resolve(),
    read: async (at: number) => {
      if (at !== page) return
      reached.resolve()
      await go.promise
    },
  }
}

const partsOf = (documentId: string) =>
  test.services.database.transact(systemActor, async (tx) => {
    const rows = await tx
      .selectFrom('stored_files')
      .select('rendition')
      .where('document_id', '=', documentId)
      .where('rendition', 'like', 'part-%')
      .orderBy('rendition')
      .execute()
    return rows.map(({ rendition }) => rendition)
  })
const get = (url: string, cookie: string) => test.call({ method: 'GET', url, headers: { cookie } })

describe('with one slot', () => {
  beforeAll(() => start(1))
  afterAll(() => test.close())

  it("reads another person's document after the current page, and then continues with the next page", async () => {
    const hold = holdAt(2)
    const long = await send(anna, 'long', 6, hold.read)
    await hold.reached
    const own = await send(anna, 'own', 1)
    const short = await send(ben, 'short', 1)
    hold.letGo()
    await untilProcessed(test, ben, short.id)
    await untilProcessed(test, anna, own.id)
    const done = await untilProcessed(test, anna, long.id)
    expect(log).toEqual(['long 1', 'long 2', 'short 1', 'long 3', 'long 4', 'long 5', 'long 6', 'own 1'])
    expect(done).toMatchObject({ pageCount: 6, version: 1 })
    expect((await get(`/api/documents/${long.id}/file`, anna)).body).toBe(
      '%PDF-page 1;%PDF-page 2;%PDF-from 3',
    )
    for (let page = 1; page <= 6; page++) {
      const { body } = await get(`/api/documents/${long.id}/pages/${page}`, anna)
      expect(body.endsWith(`page ${page}`), `page ${page}`).toBe(true)
    }
    expect(await partsOf(long.id)).toEqual([])
  })

  it('takes turns by pages when two long documents meet', async () => {
    const hold = holdAt(1)
    const first = await send(anna, 'first', 4, hold.read)
    await hold.reached
    const second = await send(ben, 'second', 4)
    hold.letGo()
    await untilProcessed(test, anna, first.id)
    await untilProcessed(test, ben, second.id)
    expect(log.map((entry) => entry[0]).join('')).toBe('fsfsfsfs')
  })

  it('continues after the last finished page when an attempt is cut short, and progress never goes back', async () => {
    const pages: number[] = []
    let failures = 2
    const { id } = await send(anna, 'cut', 5, async (page) => {
      const { rows } = await test.database.executeAsOwner('select max(progress_page) as page from documents')
      pages.push((rows[0] as { page: number }).page)
      if (page % 2 === 0 && failures-- > 0) throw new SandboxError('timed-out')
      // Attempts are counted per page.
      if (page === 3) failures = 1
    })
    await untilProcessed(test, anna, id)
    expect(log.map((entry) => Number(entry.slice(4)))).toEqual([1, 2, 2, 2, 3, 4, 4, 5])
    expect(pages).toEqual(pages.toSorted((a, b) => a - b))
  })

  it('fails after three attempts at one page, and Retry starts at that page', async () => {
    let isFailing = true
    const { id } = await send(anna, 'poison', 3, async (page) => {
      if (page === 2 && isFailing) throw new SandboxError('timed-out')
    })
    const failed = await untilDocument<Document>(test, anna, id, ({ status }) => status === 'failed')
    expect(failed.failure).toMatchObject({ code: 'too-slow', canRetry: true })
    expect(log).toEqual(['poison 1', 'poison 2', 'poison 2', 'poison 2'])
    expect(await partsOf(id)).toEqual(['part-1'])
    isFailing = false
    await test.call({ method: 'POST', url: `/api/documents/${id}/retry`, headers: { cookie: anna } })
    await untilProcessed(test, anna, id)
    expect(log.slice(4)).toEqual(['poison 2', 'poison 3'])
    expect(await partsOf(id)).toEqual([])
  })

  it.each([
    ['its owner deletes it', 'delete'],
    ['nobody retries it for a day', 'sweep'],
  ] as const)('destroys stored pages when %s', async (_, way) => {
    const { id } = await send(anna, way, 3, async (page) => {
      if (page === 2) throw new SandboxError('crashed')
    })
    await untilDocument<Document>(test, anna, id, ({ status }) => status === 'failed')
    expect(await partsOf(id)).toEqual(['part-1'])
    if (way === 'delete') {
      await test.call({ method: 'DELETE', url: `/api/documents/${id}`, headers: { cookie: anna } })
    } else {
      test.clock.advance(limits.originalKeptMs)
      await sweepDocuments(test.services)
    }
    expect(await partsOf(id)).toEqual([])
  })

  it('stores no page of a document that was deleted while it was read', async () => {
    const hold = holdAt(2)
    const { id } = await send(anna, 'gone', 4, hold.read)
    await hold.reached
    await test.call({ method: 'DELETE', url: `/api/documents/${id}`, headers: { cookie: anna } })
    hold.letGo()
    await untilProcessed(test, ben, (await send(ben, 'next', 1)).id)
    expect(log).toEqual(['gone 1', 'gone 2', 'next 1'])
    expect(await partsOf(id)).toEqual([])
  })

  it('blacks out in turns too', async () => {
    const long = await send(anna, 'long', 3)
    const short = await send(ben, 'short', 1)
    await untilProcessed(test, anna, long.id)
    await untilProcessed(test, ben, short.id)
    const hold = holdAt(1)
    fake.answer = (bytes, call) => {
      const isLong = call.boxes?.[0]?.x === 0
      return pagedAnswer(isLong ? 3 : 1, async (page) => {
        log.push(`${isLong ? 'long' : 'short'} ${page}`)
        if (isLong) await hold.read(page)
      })(bytes, call)
    }
    log.length = 0
    const mark = (cookie: string, id: string, x: number) =>
      test.call({
        method: 'POST',
        url: `/api/documents/${id}/versions`,
        headers: { cookie },
        payload: { version: 1, boxes: [{ page: 1, x, y: 0, width: 0.4, height: 0.4 }] },
      })
    await mark(anna, long.id, 0)
    await hold.reached
    await mark(ben, short.id, 0.5)
    hold.letGo()
    await untilDocument<Document>(test, ben, short.id, ({ version }) => version === 2)
    await untilDocument<Document>(test, anna, long.id, ({ version }) => version === 2)
    expect(log).toEqual(['long 1', 'short 1', 'long 2', 'long 3'])
    expect(await partsOf(long.id)).toEqual([])
  })
})

describe('with two slots', () => {
  beforeAll(() => start(2))
  afterAll(() => test.close())

  it('one person with many documents never occupies both while another waits', async () => {
    const holds = [holdAt(1), holdAt(1)]
    const mine: { id: string }[] = []
    for (const [at, { read, reached }] of holds.entries()) {
      mine.push(await send(anna, `mine${at}`, 3, read))
      await reached
    }
    for (const at of [2, 3, 4, 5]) mine.push(await send(anna, `mine${at}`, 3))
    const other = await send(ben, 'other', 1)
    const before = log.length
    // Only one of the two: once `other` has a slot, its first page may start later than the next pages of the rest.
    holds[0]?.letGo()
    await untilProcessed(test, ben, other.id)
    expect(log[before]).toBe('other 1')
    holds[1]?.letGo()
    for (const { id } of mine) await untilProcessed(test, anna, id)
  })
})
