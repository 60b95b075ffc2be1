import { documentLimits } from '@exempta/contract/documents/limits'
import type { CertificateRequest } from '@exempta/contract/requests'
import type { RequestPage } from '@exempta/contract/requests/answers'
import { requestLimits } from '@exempta/contract/requests/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { certificateScene } from '../../../../test/certificates.ts'
import { signInAs } from '../../../../test/people.ts'
import { pdfBytes } from '../../../../test/uploads.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { requestsData } from '../feature.ts'
import { sweepAnswers } from '../jobs.ts'

const { scene, get, post } = certificateScene()
const pieceBytes = requestLimits.uploadPieceBytes
const modifiedAt = '2026-05-04T09:00:00.000Z'

let request: CertificateRequest
beforeEach(async () => {
  scene.business.cookie = await signInAs(scene.test, scene.business.manager)
  const nothing = { email: null, customerName: null, customerReference: null, state: null, message: null }
  request = (await post('/api/requests', nothing, scene.business.cookie)).json()
})

let files = 0
/** Two whole pieces and a bit. */
const newFile = () => Buffer.concat([pdfBytes(`pieces ${++files}`), Buffer.alloc(2 * pieceBytes, '\n')])

function browse() {
  const base = `/api/r/${request.link.split('/r/').at(-1)}`
  let cookie = ''
  return {
    page: async (): Promise<RequestPage> => (await get(base, cookie)).json(),
    async start(bytes: Buffer, change: object = {}) {
      const payload = { name: 'certificate.pdf', sizeBytes: bytes.length, modifiedAt, ...change }
      const answer = await scene.test.call({
        method: 'POST',
        url: `${base}/uploads`,
        headers: { cookie },
        payload,
      })
      const set = answer.cookies.find(({ name }) => name === 'exempta_answer')
      if (set) cookie = `${set.name}=${set.value}`
      return answer
    },
    async send(bytes: Buffer, at: number | string, piece: Buffer, change: object = {}) {
      const form = new FormData()
      const fields = { name: 'certificate.pdf', sizeBytes: bytes.length, modifiedAt, at, ...change }
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
      form.append('piece', new Blob([new Uint8Array(piece)]), 'piece')
      const encoded = new Response(form)
      return scene.test.call({
        method: 'POST',
        url: `${base}/pieces`,
        headers: { cookie, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
    },
    remove: () => scene.test.call({ method: 'DELETE', url: `${base}/documents`, headers: { cookie } }),
  }
}

const slice = (bytes: Buffer, at: number) => bytes.subarray(at, at + pieceBytes)

/** An upload whose first piece is here. */
async function begun(bytes = newFile()) {
  const browser = browse()
  const started = await browser.start(bytes)
  expect(started.statusCode, started.body).toBe(200)
  const first = await browser.send(bytes, 0, slice(bytes, 0))
  expect(first.json()).toEqual({ receivedBytes: pieceBytes, file: null })
  return { browser, id: await newestUpload(), bytes }
}

const newestUpload = async () => {
  const { rows } = await scene.test.database.executeAsOwner(
    'select id from request_uploads order by id desc limit 1',
  )
  return (rows[0] as { id: string }).id
}

const guestCount = async () => {
  const { rows } = await scene.test.database.executeAsOwner(
    "select count(*)::integer as count from users where status = 'guest'",
  )
  return (rows[0] as { count: number }).count
}

const storedOf = (documentId: string) =>
  scene.test.services.database.transact(systemActor, (tx) =>
    tx.selectFrom('stored_files').select('rendition').where('document_id', '=', documentId).execute(),
  )

describe('a file in pieces', () => {
  it('becomes one document, goes on where it was, and leaves no pieces', async () => {
    const { browser, id, bytes } = await begun()
    expect((await browser.page()).answer).toMatchObject({
      document: null,
      upload: { name: 'certificate.pdf', sizeBytes: bytes.length, receivedBytes: pieceBytes },
    })
    const again = await browser.start(bytes)
    expect(again.json(), 'the same file').toMatchObject({ receivedBytes: pieceBytes })
    await browser.send(bytes, pieceBytes, slice(bytes, pieceBytes))
    const last = await browser.send(bytes, 2 * pieceBytes, slice(bytes, 2 * pieceBytes))
    expect(last.json()).toMatchObject({
      receivedBytes: bytes.length,
      file: { outcome: 'accepted', document: { sizeBytes: bytes.length } },
    })
    const { answer } = await browser.page()
    expect(answer).toMatchObject({ upload: null, document: { name: 'certificate.pdf' } })
    expect(await storedOf(id)).toEqual([])
  })

  it.each([
    ['a piece that is here already', 0, 409],
    ['a piece that begins too late', 2 * pieceBytes, 409],
    ['no number', 'x', 422],
    ['a negative number', -1, 422],
  ] as const)('refuses %s and keeps what it has', async (_, at, status) => {
    const { browser, id, bytes } = await begun()
    expect((await browser.send(bytes, at, slice(bytes, 0))).statusCode).toBe(status)
    expect((await browser.page()).answer?.upload?.receivedBytes).toBe(pieceBytes)
    expect(await storedOf(id)).toEqual([{ rendition: 'piece-0' }])
  })

  it('refuses a piece that is too large, empty, short, or more than the file has left', async () => {
    const { browser, bytes } = await begun()
    expect((await browser.send(bytes, pieceBytes, Buffer.alloc(pieceBytes + 1))).statusCode, 'large').toBe(
      413,
    )
    expect((await browser.send(bytes, pieceBytes, Buffer.alloc(0))).statusCode, 'empty').toBe(409)
    expect((await browser.send(bytes, pieceBytes, Buffer.alloc(1, 'x'))).statusCode, 'short').toBe(409)
    await browser.send(bytes, pieceBytes, slice(bytes, pieceBytes))
    expect((await browser.send(bytes, 2 * pieceBytes, slice(bytes, 0))).statusCode, 'more').toBe(413)
    expect((await browser.page()).answer?.upload?.receivedBytes).toBe(2 * pieceBytes)
  })

  it('counts a piece once when it is sent twice at the same time', async () => {
    const { browser, bytes } = await begun()
    const both = await Promise.all(
      [1, 2].map(() => browser.send(bytes, pieceBytes, slice(bytes, pieceBytes))),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await browser.page()).answer?.upload?.receivedBytes).toBe(2 * pieceBytes)
  })

  it('belongs to the browser that began it', async () => {
    const { bytes } = await begun()
    const stranger = browse()
    expect((await stranger.send(bytes, pieceBytes, slice(bytes, pieceBytes))).statusCode, 'new').toBe(404)
    await stranger.start(bytes)
    expect((await stranger.send(bytes, pieceBytes, slice(bytes, pieceBytes))).statusCode).toBe(409)
    expect((await stranger.page()).answer).toBeNull()
  })

  it('is destroyed when another file takes its place, and when the guest removes it', async () => {
    const { browser, id, bytes } = await begun()
    const other = { modifiedAt: '2026-05-05T09:00:00.000Z' }
    expect((await browser.start(bytes, other)).json()).toMatchObject({ receivedBytes: 0 })
    expect(await storedOf(id), 'until the other file begins').toHaveLength(1)
    expect((await browser.send(bytes, 0, slice(bytes, 0), other)).statusCode).toBe(200)
    expect(await storedOf(id)).toEqual([])
    expect((await browser.send(bytes, pieceBytes, slice(bytes, pieceBytes))).statusCode).toBe(409)
    const next = await newestUpload()
    expect(await storedOf(next)).toHaveLength(1)
    expect((await browser.remove()).statusCode).toBe(204)
    expect(await storedOf(next)).toEqual([])
  })

  it('refuses what is no certificate at the end, keeps nothing of it, and can begin again', async () => {
    const browser = browse()
    const bytes = Buffer.from('no certificate')
    await browser.start(bytes)
    const guests = await guestCount()
    for (const time of ['first', 'second']) {
      const answer = await browser.send(bytes, 0, bytes)
      expect(answer.json(), time).toMatchObject({ file: { outcome: 'refused' } })
      expect((await browser.page()).answer, time).toBeNull()
      expect(await guestCount(), time).toBe(guests)
    }
  })

  it.each(['', ' ', '\u200b\u2060'])('may have a name without a letter: %j', async (name) => {
    const browser = browse()
    const bytes = newFile()
    expect((await browser.start(bytes, { name })).json()).toMatchObject({ name: 'Document' })
    expect((await browser.send(bytes, 0, slice(bytes, 0), { name })).statusCode).toBe(200)
    expect((await browser.page()).answer?.upload).toMatchObject({ name: 'Document' })
  })

  it('refuses a file that is too large before anything is sent', async () => {
    const answer = await browse().start(Buffer.alloc(0), { sizeBytes: documentLimits.uploadMaxBytes + 1 })
    expect(answer.statusCode).toBe(422)
  })

  it('is in the personal data of its owner, and is shredded with the account', async () => {
    const { id, bytes } = await begun()
    const { services, database } = scene.test
    const { rows } = await database.executeAsOwner(
      'select a.user_id from request_uploads p join request_answers a on a.id = p.answer_id where p.id = $1',
      [id],
    )
    const [{ user_id: guest } = { user_id: '' }] = rows as { user_id: string }[]
    const exported: unknown[] = []
    for await (const part of requestsData(services, { kind: 'person', id: guest, role: 'user' })) {
      if (part.path === 'unfinished-uploads.json' && 'rows' in part) {
        for await (const row of part.rows) exported.push(row)
      }
    }
    expect(exported).toMatchObject([{ id, sizeBytes: bytes.length, receivedBytes: pieceBytes }])
    await database.executeAsOwner('delete from users where id = $1', [guest])
    expect(await storedOf(id)).toEqual([])
  })

  it('goes on after an hour of progress, and is shredded after an hour without', async () => {
    const { browser, id, bytes } = await begun()
    scene.test.clock.advance(requestLimits.openAnswerMs - 1000)
    await sweepAnswers(scene.test.services)
    expect((await browser.send(bytes, pieceBytes, slice(bytes, pieceBytes))).statusCode).toBe(200)
    scene.test.clock.advance(requestLimits.openAnswerMs - 1000)
    await sweepAnswers(scene.test.services)
    expect((await browser.page()).answer?.upload).not.toBeNull()
    const guests = await guestCount()
    scene.test.clock.advance(1000)
    await sweepAnswers(scene.test.services)
    expect((await browser.page()).answer).toBeNull()
    expect(await storedOf(id)).toEqual([])
    expect(await guestCount()).toBeLessThan(guests)
  })
})
