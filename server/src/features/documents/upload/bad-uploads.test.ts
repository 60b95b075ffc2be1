import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { documentLimits } from '@exempta/contract/documents/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../../test/app.ts'
import { fakeSandbox } from '../../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../../test/people.ts'
import { type FormFile, formOf, jpegBytes, pdfBytes, upload } from '../../../../test/uploads.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { limits as platformLimits } from '../../../platform/limits.ts'
import { StoreFullError } from '../../../platform/storage/object-store.ts'
import { limits as documentServerLimits } from '../limits.ts'

const fake = fakeSandbox()
let test: TestApp
let cookie: string

beforeAll(async () => {
  test = await startTestApp({ sandbox: fake.sandbox })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())
beforeEach(async () => {
  cookie = await signInAs(test, await createPerson(test))
})

const outcomes = async (files: FormFile[], options?: Record<string, string>) => {
  const answer = await upload(test, cookie, files, options)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
  return answer.json().files
}
const counts = () =>
  test.services.database.transact(systemActor, async (tx) => ({
    documents: (await tx.selectFrom('documents').select('id').execute()).length,
    files: (await tx.selectFrom('stored_files').select('id').execute()).length,
  }))
/** Expects that no document was added and that the store holds nothing new except orphans. */
async function expectNothingNew(work: () => Promise<void>, name?: string) {
  const before = await counts()
  await work()
  expect(await counts(), name).toEqual(before)
}

describe('a file', () => {
  it('is refused when it is empty, of another type whatever its name says, or too large', async () => {
    await expectNothingNew(async () => {
      const tooLarge = Buffer.concat([pdfBytes(), Buffer.alloc(documentLimits.uploadMaxBytes)])
      expect(
        await outcomes([
          { name: 'empty.pdf', bytes: Buffer.alloc(0) },
          { name: 'page.pdf', bytes: Buffer.from('<html>not a PDF</html>') },
          { name: 'photo.jpg', bytes: Buffer.from('<html>not a picture</html>') },
          { name: 'notes.txt', bytes: Buffer.from('nothing we take') },
          { name: 'large.pdf', bytes: tooLarge },
          { name: 'late-mark.pdf', bytes: Buffer.concat([Buffer.alloc(1024, 32), pdfBytes()]) },
        ]),
      ).toMatchObject([
        { name: 'empty.pdf', outcome: 'refused', code: 'empty' },
        { name: 'page.pdf', outcome: 'refused', text: expect.stringContaining('This file isn’t a PDF') },
        { name: 'photo.jpg', outcome: 'refused', text: expect.stringContaining('isn’t a picture') },
        { name: 'notes.txt', outcome: 'refused', text: 'File type must be PDF, JPG or PNG' },
        { name: 'large.pdf', outcome: 'refused', text: 'File is larger than 10485760 bytes' },
        { name: 'late-mark.pdf', outcome: 'refused', code: 'not-a-pdf' },
      ])
    })
  })

  it('of exactly the largest size is accepted, even if it claims another type', async () => {
    const bytes = Buffer.concat([jpegBytes(), Buffer.alloc(documentLimits.uploadMaxBytes)]).subarray(
      0,
      documentLimits.uploadMaxBytes,
    )
    expect(await outcomes([{ name: '../../x.pdf', bytes }])).toMatchObject([
      { outcome: 'accepted', document: { name: 'x.jpg', type: 'image/jpeg', sizeBytes: bytes.length } },
    ])
  })

  it('is judged alone: the twenty-first is refused, the others are accepted', async () => {
    const files = Array.from({ length: 21 }, (_, at) => ({ name: `${at}.pdf`, bytes: pdfBytes(`${at}`) }))
    const found = await outcomes(files)
    expect(found.filter(({ outcome }: { outcome: string }) => outcome === 'accepted')).toHaveLength(20)
    expect(found[20]).toMatchObject({ outcome: 'refused', text: 'Too many files' })
  })

  it('is stored once when it is sent twice at the same time', async () => {
    const both = await Promise.all([
      outcomes([{ bytes: pdfBytes('x') }]),
      outcomes([{ bytes: pdfBytes('x') }]),
    ])
    expect(
      both
        .flat()
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['accepted', 'duplicate'])
  })

  it('is refused beyond what one person may have waiting', async () => {
    const [{ document }] = await outcomes([{ bytes: pdfBytes('first') }])
    await test.database.executeAsOwner(
      `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original,
         created_at, updated_at)
       select gen_random_uuid(), owner_id, name, type, status, size_bytes, content_hash, has_original,
         created_at, updated_at
       from documents, generate_series(2, $2::int) where id = $1`,
      [document.id, documentServerLimits.documentsWaiting],
    )
    expect(await outcomes([{ bytes: pdfBytes('one more') }])).toMatchObject([
      { outcome: 'refused', code: 'quota-waiting' },
    ])
  })
})

describe('a request', () => {
  it('with a large file that is refused or cannot be stored still gets an answer', async () => {
    // Over the network the body arrives in chunks, each of which waits until the previous one is read.
    const send = async (files: FormFile[]) => {
      const { payload, headers } = await formOf(files)
      const { port } = test.app.server.address() as AddressInfo
      const answer = await fetch(`http://127.0.0.1:${port}/api/documents`, {
        method: 'POST',
        headers: { ...headers, cookie, origin: testOrigin },
        body: payload,
      })
      return [answer.status, await answer.json()]
    }
    const large = Buffer.alloc(3_000_000, 'MZ')
    expect(await send([{ bytes: large }, { bytes: pdfBytes('after a refused one') }])).toMatchObject([
      200,
      { files: [{ outcome: 'refused', code: 'not-a-pdf' }, { outcome: 'accepted' }] },
    ])
    const put = vi.spyOn(test.services.files, 'put').mockImplementation(async (_file, content) => {
      for await (const _piece of content as AsyncIterable<Uint8Array>) break
      throw new StoreFullError({ cause: new Error('ENOSPC') })
    })
    onTestFinished(() => put.mockRestore())
    expect(await send([{ bytes: Buffer.concat([pdfBytes(), large]) }])).toMatchObject([
      507,
      { title: expect.stringContaining('can’t store more files') },
    ])
  })

  it('that is not a form, has no file, or has an unknown field or option is refused clearly', async () => {
    const post = (payload: Buffer | string, type: string) =>
      test.call({
        method: 'POST',
        url: '/api/documents',
        payload,
        headers: { cookie, 'content-type': type },
      })
    const { payload, headers } = await formOf([{ bytes: pdfBytes() }])
    const type = headers['content-type']
    await expectNothingNew(async () => {
      expect((await post('{}', 'application/json')).statusCode).toBe(415)
      expect((await post(payload, 'multipart/form-data')).statusCode).toBe(400)
      expect((await post(payload.subarray(0, -30), type)).statusCode).toBe(400)
      expect((await post('', type)).statusCode).toBe(400)
      const nameless = '--b\r\ncontent-disposition: form-data\r\n\r\ntrue\r\n--b--\r\n'
      expect((await post(nameless, 'multipart/form-data; boundary=b')).statusCode).toBe(422)
      expect((await upload(test, cookie, [])).statusCode).toBe(422)
      expect((await upload(test, cookie, [{ bytes: pdfBytes() }], { colour: 'red' })).statusCode).toBe(422)
      const unknown = { field: 'passport' as 'document', bytes: pdfBytes() }
      expect((await upload(test, cookie, [unknown])).statusCode).toBe(422)
    })
  })

  it.each(['\r\n', '\r\n--b--\r\n'])(
    'of too many parts is refused, also when it ends with %j',
    async (end) => {
      const part = '--b\r\ncontent-disposition: form-data; name="again"\r\n\r\ntrue'
      const answer = await test.call({
        method: 'POST',
        url: '/api/documents',
        headers: { cookie, 'content-type': 'multipart/form-data; boundary=b' },
        payload: Array.from({ length: 200 }, () => part).join('\r\n') + end,
      })
      expect([answer.statusCode, answer.json().code]).toEqual([413, 'too-large'])
    },
  )

  it('that breaks off, misstates its length or gives none stores all of a file or nothing', async () => {
    const { payload, headers } = await formOf([{ bytes: Buffer.concat([pdfBytes(), Buffer.alloc(200_000)]) }])
    await expectNothingNew(async () => {
      const broken = open(headers['content-type'], `content-length: ${payload.length}`)
      broken.write(payload.subarray(0, 100_000))
      broken.resume().end()
      await once(broken, 'close')
      const short = open(headers['content-type'], 'content-length: 1000')
      short.write(payload)
      expect(await answerOf(short)).toMatch(/^HTTP\/1.1 400 /)
    })
    const chunked = open(headers['content-type'], 'transfer-encoding: chunked')
    chunked.write(`${payload.length.toString(16)}\r\n`)
    chunked.write(payload)
    chunked.write('\r\n0\r\n\r\n')
    expect(await answerOf(chunked)).toMatch(/^HTTP\/1.1 200 /)
  })

  it.each([
    ['is suspended', `update users set status = 'suspended' where id = $1`, 403, 'account-not-active'],
    [
      'is about to be deleted',
      `update users set status = 'inactive' where id = $1`,
      403,
      'account-not-active',
    ],
    ['is deleted', 'delete from users where id = $1', 401, 'not-signed-in'],
    ['gets another role', `update users set role = 'business' where id = $1`, 403, 'not-allowed'],
  ])('that is in progress when its account %s is refused', async (_what, change, status, code) => {
    for (const field of ['document', 'card-back'] as const) {
      const person = await createPerson(test)
      cookie = await signInAs(test, person)
      const { payload, headers } = await formOf([{ field, bytes: jpegBytes('x'.repeat(5000)) }])
      await expectNothingNew(async () => {
        const socket = open(headers['content-type'], `content-length: ${payload.length}`)
        const end = await serverEnd(socket)
        socket.write(payload.subarray(0, -100))
        await vi.waitFor(() => expect(end.bytesRead, field).toBeGreaterThan(5000))
        await test.database.executeAsOwner(change, [person.id])
        socket.write(payload.subarray(-100))
        const answer = await answerOf(socket)
        expect([answer.slice(9, 12), answer], field).toEqual([
          String(status),
          expect.stringContaining(`"code":"${code}"`),
        ])
      }, field)
    }
  })

  it('that arrives byte by byte holds up nobody else', async () => {
    const { payload, headers } = await formOf([{ bytes: pdfBytes('slow') }])
    const slow = open(headers['content-type'], `content-length: ${payload.length}`)
    for (const byte of payload.subarray(0, -1)) {
      slow.write(Buffer.of(byte))
      await new Promise(setImmediate)
    }
    expect(await outcomes([{ bytes: pdfBytes('quick') }])).toMatchObject([{ outcome: 'accepted' }])
    slow.write(payload.subarray(-1))
    expect(await answerOf(slow)).toMatch(/^HTTP\/1.1 200 /)
  })

  it('that stalls or trickles is ended, while a slow but steady one gets through', async () => {
    const bytes = Buffer.concat([pdfBytes('slow line'), Buffer.alloc(3 * platformLimits.bodyPaceBytes)])
    const { payload, headers } = await formOf([{ bytes }])
    const [type, length] = [headers['content-type'], `content-length: ${payload.length}`]
    const before = await counts()
    const slow = [open(type, length), open(type, length)] as const
    const [moving, trickling] = slow
    const ends = await Promise.all(slow.map(serverEnd))
    const send = async (socket: Socket, at: number, size: number) => {
      const end = ends[slow.indexOf(socket)] as Socket
      const had = end.bytesRead
      socket.write(payload.subarray(at, at + size))
      await vi.waitFor(() => expect(end.bytesRead, `socket ${slow.indexOf(socket)}`).toBe(had + size))
    }
    await Promise.all(slow.map((socket) => send(socket, 0, 1000)))
    test.app.endSlowBodies()
    await send(moving, 1000, platformLimits.bodyPaceBytes)
    await send(trickling, 1000, 60)
    const ended = answerOf(trickling)
    test.app.endSlowBodies()
    expect(await ended).toMatch(/^HTTP\/1.1 408 /)
    expect(await counts()).toEqual(before)
    moving.write(payload.subarray(1000 + platformLimits.bodyPaceBytes))
    expect(await answerOf(moving)).toMatch(/^HTTP\/1.1 200 /)
  })

  /** The server's end of a socket, once its request has reached a route. */
  const serverEnd = (socket: Socket) =>
    new Promise<Socket>((resolve) => {
      test.app.server.on('request', function onRequest({ socket: end }) {
        if (end.remotePort !== socket.localPort) return
        test.app.server.off('request', onRequest)
        resolve(end)
      })
    })

  function open(type: string, length: string): Socket {
    const { port } = test.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay()
    const lines = [
      'POST /api/documents HTTP/1.1',
      'host: localhost',
      `origin: ${testOrigin}`,
      `cookie: ${cookie}`,
      `content-type: ${type}`,
      length,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    return socket
  }

  async function answerOf(socket: Socket): Promise<string> {
    const [head] = await once(socket, 'data')
    socket.destroy()
    return String(head)
  }
})
