import { buffer } from 'node:stream/consumers'
import type { ArchiveFileState } from '@exempta/contract/archive'
import { archiveLimits } from '@exempta/contract/archive/limits'
import { documentLimits } from '@exempta/contract/documents/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { archiveScene, newFields, newFile } from '../../../test/archive-scene.ts'
import { confirmation, otherPaper, page } from '../../../test/certificates.ts'
import { plainAnswer, uncertainAnswer } from '../../../test/fake-sandbox.ts'
import { addMember, signInAs } from '../../../test/people.ts'
import { pdfBytes, untilProcessed, uploadOne } from '../../../test/uploads.ts'
import { advanceImport } from './advance.ts'
import { unpackFile } from './expand-zip.ts'

const { scene, get, post, put, nextPages, asManager, change, fileOf, only, ...archive } = archiveScene()
const { newImport, nameFiles, sendPiece, add, importOf, untilImport, listOf } = archive

let manager: string
beforeEach(() => {
  manager = asManager()
})

describe('a certificate that the business adds by itself', () => {
  it('is ready without a share or a review, if everything was read for sure', async () => {
    nextPages(page('ny-st-120', ...newFields('Silver Lake Bakery')))
    const done = await add([{ path: 'box 1/silver lake.pdf', bytes: newFile() }])
    expect(done).toMatchObject({ files: 1, pages: 2, counts: { ready: 1, look: 0, refused: 0 } })
    const ready = await only(done.id, 'ready')
    expect(ready).toMatchObject({ path: 'box 1/silver lake.pdf', states: ['NY'] })
    expect(ready.customer).toMatchObject({ name: 'Silver Lake Bakery' })
    const received = (await get(`/api/received/${ready.receivedId}`, manager)).json()
    expect(received).toMatchObject({
      status: 'verified',
      user: { name: 'Added by your business', email: '' },
      isByRules: true,
    })
    const coverage = (await get(`/api/coverage/customers/${ready.customer?.id}?state=NY`, manager)).json()
    expect(coverage.verdict).toBe('covered')
  })

  it('leaves no original and no piece', async () => {
    const done = await add([{ path: 'a.pdf', bytes: newFile() }])
    const { rows } = await change(
      `select s.rendition from archive_files f
       join stored_files s on s.document_id in (f.id, f.document_id)
       where f.import_id = $1 and (s.rendition = 'original' or s.rendition like 'piece%')`,
      [done.id],
    )
    expect(rows).toEqual([])
  })

  it('notifies nobody, and sends nothing', async () => {
    const before = await change('select count(*)::int as count from notifications')
    const mails = await change('select count(*)::int as count from mails')
    await add([{ path: 'a.pdf', bytes: newFile() }])
    expect((await change('select count(*)::int as count from notifications')).rows).toEqual(before.rows)
    expect((await change('select count(*)::int as count from mails')).rows).toEqual(mails.rows)
  })

  it('waits for an answer if something isn’t sure, and a person verifies it by confirming', async () => {
    const fields = newFields('Cedar Hill School')
    nextPages(page('ny-st-120', ...fields.map((field) => ({ ...field, isSure: field.name !== 'number' }))))
    const done = await add([{ path: 'a.pdf', bytes: newFile() }])
    const look = await only(done.id, 'look')
    expect(look).toMatchObject({ question: 'confirm', receivedId: null })
    const details = await fileOf(look.id)
    expect(details.reading?.certificates[0]?.suggestion.purchaser).toBe('Cedar Hill School')
    const confirmed = await put(`/api/archive/files/${look.id}/exemption`, {
      ...confirmation,
      purchaser: 'Cedar Hill School',
      states: [{ state: 'NY', number: '43-7654321' }],
    })
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    expect(confirmed.json()).toMatchObject({ list: 'ready', customer: { name: 'Cedar Hill School' } })
    const received = (await get(`/api/received/${confirmed.json().receivedId}`, manager)).json()
    expect(received).toMatchObject({ status: 'verified', isByRules: false })
  })

  it('isn’t taken as verified if it’s made out to another seller', async () => {
    const fields = newFields()
    nextPages(
      page(
        'ny-st-120',
        ...fields.map((field) => (field.name === 'seller' ? { ...field, value: 'Other Store Inc' } : field)),
      ),
    )
    const done = await add([{ path: 'a.pdf', bytes: newFile() }])
    expect(await only(done.id, 'look')).toMatchObject({ question: 'confirm' })
  })

  it('asks whether a customer of the same name is the same', async () => {
    const made = await post('/api/customers', { name: 'Birch Street Diner', number: 'C-7' }, manager)
    expect(made.statusCode, made.body).toBe(201)
    nextPages(page('ny-st-120', ...newFields('Birch Street Diner')))
    const done = await add([{ path: 'a.pdf', bytes: newFile() }])
    const look = await only(done.id, 'look')
    expect(look.question).toBe('customer')
    const { suggestions } = await fileOf(look.id)
    expect(suggestions).toMatchObject([{ id: made.json().id, name: 'Birch Street Diner', number: 'C-7' }])
    const answer = await put(`/api/archive/files/${look.id}/customer`, { customerId: made.json().id })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ list: 'ready', customer: { id: made.json().id } })
  })

  it('says what isn’t a certificate, and what couldn’t be opened', async () => {
    nextPages(otherPaper('w-9'))
    const done = await add([
      { path: 'w9.pdf', bytes: newFile() },
      { path: 'notes.docx', bytes: Buffer.from('PK\u0003\u0004 words') },
      { path: 'empty.pdf', bytes: Buffer.alloc(0) },
    ])
    expect(await only(done.id, 'other')).toMatchObject({
      path: 'w9.pdf',
      text: expect.stringContaining('W-9'),
    })
    expect((await listOf(done.id, 'refused')).map(({ path, text }) => [path, text]).sort()).toEqual([
      ['empty.pdf', 'This file is empty'],
      ['notes.docx', expect.stringContaining('PDF, JPG')],
    ])
  })

  it('adds the same file once', async () => {
    const bytes = newFile()
    const done = await add([
      { path: 'a.pdf', bytes },
      { path: 'copies/a.pdf', bytes },
    ])
    expect(done.counts).toMatchObject({ ready: 1, duplicate: 1 })
  })

  it('shows places that may be private to managers alone, until they decide', async () => {
    scene.sandbox.answer = uncertainAnswer
    const done = await add([{ path: 'a.pdf', bytes: newFile() }])
    const look = await only(done.id, 'look')
    expect(look.question).toBe('check')
    const details = await fileOf(look.id)
    expect(details.uncertainAreas).toHaveLength(3)
    const viewer = await addMember(scene.test, scene.business.manager, 'viewer')
    const refused = await get(`/api/archive/files/${look.id}/pages/1`, await signInAs(scene.test, viewer))
    expect(refused.statusCode).toBe(403)
    expect((await get(`/api/archive/files/${look.id}/pages/1`, manager)).statusCode).toBe(200)
    const fine = await post(
      `/api/archive/files/${look.id}/check`,
      { version: details.version, resolution: 'fine' },
      manager,
    )
    expect(fine.statusCode, fine.body).toBe(204)
    expect((await only(done.id, 'look')).question).toBe('fill')
  })

  it('is shredded when the business deletes it', async () => {
    const one = await add([{ path: 'a.pdf', bytes: newFile() }])
    const ready = await only(one.id, 'ready')
    const url = `/api/archive/files/${ready.id}`
    const removed = await scene.test.call({ method: 'DELETE', url, headers: { cookie: manager } })
    expect(removed.statusCode, removed.body).toBe(204)
    expect((await get(`/api/received/${ready.receivedId}`, manager)).statusCode).toBe(404)
    const stored = await change('select 1 from stored_files where document_id = $1', [ready.documentId])
    expect(stored.rows).toEqual([])
  })

  it('is hidden from other businesses, from the public, and from lists of people', async () => {
    const done = await add([{ path: 'a.pdf', bytes: newFile() }])
    const ready = await only(done.id, 'ready')
    const other = await signInAs(scene.test, scene.otherBusiness.manager)
    for (const url of [
      `/api/archive/imports/${done.id}`,
      `/api/archive/imports/${done.id}/files?list=ready`,
      `/api/archive/files/${ready.id}`,
      `/api/archive/files/${ready.id}/pages/1`,
    ]) {
      expect((await get(url, other)).statusCode, url).toBe(404)
    }
  })
})

describe('an import', () => {
  it('takes a file in pieces and goes on where it was', async () => {
    const { id } = await newImport()
    const bytes = Buffer.concat([newFile(), Buffer.alloc(archiveLimits.pieceBytes, '\n')])
    const named = [{ path: 'long.pdf', bytes: bytes.length }]
    const [state] = (await nameFiles(id, named)).json().files
    const first = await sendPiece(state.id, 0, bytes.subarray(0, archiveLimits.pieceBytes))
    expect(first.json()).toMatchObject({ receivedBytes: archiveLimits.pieceBytes, isWanted: true })
    const again = await sendPiece(state.id, 0, bytes.subarray(0, archiveLimits.pieceBytes))
    expect(again.statusCode).toBe(409)
    expect((await nameFiles(id, named)).json().files).toEqual([first.json()])
    const last = await sendPiece(state.id, archiveLimits.pieceBytes, bytes.subarray(archiveLimits.pieceBytes))
    expect(last.json()).toMatchObject({ receivedBytes: bytes.length, isWanted: false })
    expect((await untilImport(id, ({ status }) => status === 'done')).counts).toMatchObject({ ready: 1 })
    expect((await nameFiles(id, named)).json().files).toEqual([last.json()])
  })

  it('reads nothing new while it’s paused, and forgets what was not read when it’s cancelled', async () => {
    const { id } = await newImport()
    await put(`/api/archive/imports/${id}/status`, { status: 'paused' })
    const bytes = newFile()
    const [state] = (await nameFiles(id, [{ path: 'a.pdf', bytes: bytes.length }])).json().files
    await sendPiece(state.id, 0, bytes)
    await advanceImport(scene.test.services, id, AbortSignal.timeout(60_000))
    expect((await importOf(id)).counts).toMatchObject({ waiting: 1, reading: 0 })
    const ended = await put(`/api/archive/imports/${id}/status`, { status: 'cancelled' })
    expect(ended.json()).toMatchObject({ status: 'cancelled', files: 0 })
    const { rows } = await change('select 1 from stored_files where document_id = $1', [state.id])
    expect(rows, 'its pieces').toEqual([])
    expect((await put(`/api/archive/imports/${id}/status`, { status: 'running' })).statusCode).toBe(409)
    expect((await nameFiles(id, [{ path: 'b.pdf', bytes: 5 }])).statusCode).toBe(409)
  })

  it.each([
    ['a file that is too large', { path: 'x.pdf', bytes: documentLimits.uploadMaxBytes + 1 }, 200],
    ['more than 20 GB', { path: 'x.pdf', bytes: archiveLimits.bytes + 1 }, 422],
  ])('refuses %s', async (_, named, status) => {
    const { id } = await newImport()
    expect((await nameFiles(id, [named])).statusCode).toBe(status)
    const refused = await listOf(id, 'refused')
    expect(refused).toHaveLength(status === 200 ? 1 : 0)
  })

  it('lets the upload of a person go before its own files', async () => {
    const read: string[] = []
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    scene.sandbox.answer = async (bytes, call) => {
      read.push(bytes.includes('of a person') ? 'person' : 'import')
      begun.resolve()
      await gate.promise
      return plainAnswer(bytes, call)
    }
    const { id } = await newImport()
    const bytes = Array.from({ length: 12 }, newFile)
    const named = bytes.map((one, at) => ({ path: `${at}.pdf`, bytes: one.length }))
    const states: ArchiveFileState[] = (await nameFiles(id, named)).json().files
    for (const [at, state] of states.entries()) await sendPiece(state.id, 0, bytes[at] ?? Buffer.alloc(0))
    await begun.promise
    await untilImport(id, ({ counts }) => counts.reading === 12)
    const { id: own } = await uploadOne(scene.test, scene.cookie, { bytes: pdfBytes('of a person') })
    gate.resolve()
    await untilProcessed(scene.test, scene.cookie, own)
    await untilImport(id, ({ status }) => status === 'done')
    expect(read).toHaveLength(13)
    // Those that were being read, and one whose turn is the same.
    expect(read.indexOf('person')).toBeLessThanOrEqual(scene.sandbox.sandbox.slots + 1)
  })

  it('is for managers; viewers see it', async () => {
    const { id } = await newImport()
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    expect((await get(`/api/archive/imports/${id}`, viewer)).statusCode).toBe(200)
    expect((await nameFiles(id, [{ path: 'a.pdf', bytes: 5 }], viewer)).statusCode).toBe(403)
    expect((await post('/api/archive/imports', {}, viewer)).statusCode).toBe(403)
  })
})

describe('a ZIP file', () => {
  const zipOf = (named: Record<string, Buffer>): Promise<Buffer> => {
    const zip = new ZipFile()
    for (const [path, bytes] of Object.entries(named)) zip.addBuffer(bytes, path)
    zip.end()
    return buffer(zip.outputStream)
  }
  /** Changes the first entry of its directory. */
  async function changed(work: (zip: Buffer, entry: number) => void): Promise<Buffer> {
    const zip = await zipOf({ 'a.pdf': newFile() })
    work(zip, zip.indexOf('PK\u0001\u0002'))
    return zip
  }
  const addZip = async (bytes: Buffer | Promise<Buffer>) => add([{ path: 'box.zip', bytes: await bytes }])

  it('is unpacked, also in another one', async () => {
    const done = await addZip(
      zipOf({
        'letters/one.pdf': newFile(),
        'inner.zip': await zipOf({ 'two.pdf': newFile() }),
        'notes.docx': Buffer.from('words'),
        '__MACOSX/one.pdf': Buffer.from('of a computer'),
      }),
    )
    expect(done.files).toBe(3)
    expect((await listOf(done.id, 'ready')).map(({ path }) => path).sort()).toEqual([
      'box.zip/inner.zip/two.pdf',
      'box.zip/letters/one.pdf',
    ])
    expect(await only(done.id, 'refused')).toMatchObject({ path: 'box.zip/notes.docx' })
    const { rows } = await change("select 1 from stored_files where rendition like 'piece%'")
    expect(rows, 'pieces').toEqual([])
  })

  it('goes on where it was after its job was killed', async () => {
    const { id } = await newImport()
    const bytes = await zipOf({ 'a.pdf': newFile(), 'b.pdf': newFile() })
    const [state] = (await nameFiles(id, [{ path: 'box.zip', bytes: bytes.length }])).json().files
    await sendPiece(state.id, 0, bytes)
    await Promise.all(
      [1, 2].map(() => unpackFile(scene.test.services, state.id, AbortSignal.timeout(60_000))),
    )
    const done = await untilImport(id, ({ status }) => status === 'done')
    expect(done).toMatchObject({ files: 2, counts: { ready: 2, duplicate: 0 } })
  })

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['that is damaged', () => Buffer.from('PK\u0003\u0004 nothing'), 'damaged'],
    [
      'with a file that is larger than it says',
      () => changed((zip, at) => zip.writeUInt32LE(5, at + 24)),
      'damaged',
    ],
    ['with a password', () => changed((zip, at) => zip.writeUInt16LE(1, at + 8)), 'password'],
    [
      'with a file for another folder',
      () => zipOf({ 'xx/xx/a.pdf': newFile() }).then((zip) => replaced(zip)),
      'damaged',
    ],
    [
      'that unpacks to far more',
      () => zipOf({ 'a.pdf': Buffer.alloc(documentLimits.uploadMaxBytes + 1) }),
      'larger than',
    ],
    ['that lies in three others', () => nested(4), 'too deep'],
  ])('%s is refused', async (_, bytes, reason) => {
    const done = await addZip(bytes())
    expect(done.counts).toMatchObject({ ready: 0, refused: 1 })
    expect((await only(done.id, 'refused')).text).toContain(reason)
  })

  const replaced = (zip: Buffer) =>
    Buffer.from(zip.toString('latin1').replaceAll('xx/xx/', '../../'), 'latin1')
  const nested = (depth: number): Promise<Buffer> =>
    depth === 0
      ? zipOf({ 'a.pdf': newFile() })
      : nested(depth - 1).then((inner) => zipOf({ 'inner.zip': inner }))
})

describe('a certificate that was scanned twice', () => {
  it('is shown once, if everything was read for sure', async () => {
    const fields = newFields('Twice Scanned Cafe')
    nextPages(page('ny-st-120', ...fields))
    const done = await add([
      { path: 'first.pdf', bytes: newFile() },
      { path: 'again.pdf', bytes: newFile() },
    ])
    const [ready, duplicate] = [await only(done.id, 'ready'), await only(done.id, 'duplicate')]
    expect(duplicate.text).toBe(`The same certificate as ${ready.path}, scanned again.`)
    expect(duplicate.documentId).toBeNull()
    const received = (await get(`/api/received?search=Twice`, manager)).json().items
    expect(received).toHaveLength(1)
  })

  it.each([
    ['signed on another day', 'signed-on', '2025-06-04'],
    ['with another number', 'number', '43-7700001'],
  ])('is another one if it was %s', async (_, name, value) => {
    const fields = newFields(`Twice Signed Cafe ${name}`)
    nextPages(page('ny-st-120', ...fields))
    await add([{ path: 'first.pdf', bytes: newFile() }])
    nextPages(
      page('ny-st-120', ...fields.map((field) => (field.name === name ? { ...field, value } : field))),
    )
    const done = await add([{ path: 'next.pdf', bytes: newFile() }])
    expect(done.counts).toMatchObject({ ready: 1, duplicate: 0 })
  })
})

describe('other kinds of pictures', () => {
  const tiff = (text: string) => Buffer.concat([Buffer.from(`II*\0 ${text} `, 'latin1'), newFile()])

  it('a TIFF becomes a PDF, and a HEIC photo that no browser converted is refused in words', async () => {
    const done = await add([
      { path: 'scan.tif', bytes: tiff('pages') },
      { path: 'broken.tiff', bytes: tiff('damaged') },
      { path: 'none.tiff', bytes: Buffer.from('words') },
      { path: 'photo.HEIC', bytes: Buffer.from('photo') },
    ])
    expect(done.counts).toMatchObject({ ready: 1, refused: 3 })
    expect((await listOf(done.id, 'refused')).map(({ path, text }) => [path, text]).sort()).toEqual([
      ['broken.tiff', 'We can’t open this file.'],
      ['none.tiff', expect.stringContaining('isn’t a TIFF')],
      ['photo.HEIC', expect.stringContaining('HEIC')],
    ])
  })
})
