/** What goes wrong in boxes of old papers: each is said in words, and nothing is lost or doubled. */
import { buffer } from 'node:stream/consumers'
import { archiveLimits } from '@exempta/contract/archive/limits'
import { expect, it, onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { archiveScene, newFile } from '../../../test/archive-scene.ts'
import { StoreFullError } from '../../platform/storage/object-store.ts'
import { unpackFile } from './expand-zip.ts'

const { scene, get, asManager, change, only, ...archive } = archiveScene()
const { newImport, nameFiles, sendPiece, add, importOf, untilImport, listOf } = archive

function zipOf(named: readonly (readonly [string, Buffer])[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, bytes] of named) zip.addBuffer(bytes, path, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

/** Its directory lists the same tiny file again and again. */
async function zipOfMany(count: number): Promise<Buffer> {
  const one = await zipOf([['a.pdf', Buffer.from('%')]])
  const [directory, end] = [one.indexOf('PK\u0001\u0002'), one.indexOf('PK\u0005\u0006')]
  const entries = Array.from({ length: count }, () => one.subarray(directory, end))
  const last = Buffer.from(one.subarray(end))
  last.writeUInt16LE(count, 8)
  last.writeUInt16LE(count, 10)
  last.writeUInt32LE(count * (end - directory), 12)
  return Buffer.concat([one.subarray(0, directory), ...entries, last])
}

async function addZip(bytes: Buffer) {
  const { id } = await newImport()
  const [state] = (await nameFiles(id, [{ path: 'box.zip', bytes: bytes.length }])).json().files
  for (let at = 0; at < bytes.length; at += archiveLimits.pieceBytes) {
    const sent = await sendPiece(state.id, at, bytes.subarray(at, at + archiveLimits.pieceBytes))
    expect(sent.statusCode, sent.body).toBe(200)
  }
  return { importId: id, fileId: state.id as string }
}

it('a ZIP with 50,000 tiny files is refused as a whole, before any of them is stored', async () => {
  const { importId } = await addZip(await zipOfMany(50_000))
  const done = await untilImport(importId, ({ status }) => status === 'done')
  expect(done).toMatchObject({ files: 1, counts: { refused: 1 } })
  expect((await only(importId, 'refused')).text).toBe(
    'It holds more files than one import can have (10,000). Add it in parts.',
  )
})

it('an import takes 10,000 files, and says that the next belong in another one', async () => {
  const { id } = await newImport()
  await change(
    `insert into archive_files (id, import_id, business_id, path, size_bytes, modified_at, status, created_at)
     select gen_random_uuid(), $1, $2, n || '.pdf', 5, now(), 'arriving', now() from generate_series(1, 9999) n`,
    [id, scene.business.id],
  )
  expect((await nameFiles(id, [{ path: 'last.pdf', bytes: 5 }])).statusCode).toBe(200)
  const more = await nameFiles(id, [{ path: 'one more.pdf', bytes: 5 }])
  expect([more.statusCode, more.json().detail ?? more.json().title]).toEqual([
    409,
    'One import can have up to 10,000 files and 20 GB. Add the others in another one.',
  ])
  expect((await importOf(id)).files).toBe(10_000)
})

it('names with folders and dots are names alone', async () => {
  const done = await add([
    { path: '../../etc/passwd.pdf', bytes: newFile() },
    { path: '/var/C:\\scans\\..\\one.pdf', bytes: newFile() },
  ])
  expect(done.counts).toMatchObject({ ready: 2 })
  const { rows } = await change(
    'select d.name from documents d join archive_files f on f.document_id = d.id where f.import_id = $1',
    [done.id],
  )
  const names = (rows as { name: string }[]).map(({ name }) => name)
  expect(names.filter((name) => /[/\\]|\.\./.test(name))).toEqual([])
})

it.each([
  ['an encrypted PDF', 'protected', 'password-protected'],
  ['a PDF of 600 pages', 'too-many-pages', 'more than 200 pages. Split it'],
] as const)('%s is listed with what to do', async (_, reason, text) => {
  scene.sandbox.answer = async () => ({ verdict: 'refused', reason, advice: '' })
  const done = await add([{ path: 'scan.pdf', bytes: newFile() }])
  expect(done).toMatchObject({ status: 'done', counts: { refused: 1 } })
  expect((await only(done.id, 'refused')).text).toContain(text)
})

it('the same files again, alone or in a ZIP, are added once', async () => {
  const box = [['a.pdf', newFile()] as const, ['b.pdf', newFile()] as const]
  const first = await addZip(await zipOf(box))
  await untilImport(first.importId, ({ status }) => status === 'done')
  const count = async () => (await change('select count(*)::int as count from documents')).rows
  const before = await count()
  const again = await addZip(await zipOf(box))
  const done = await untilImport(again.importId, ({ status }) => status === 'done')
  expect(done.counts).toMatchObject({ duplicate: 2, ready: 0, look: 0 })
  const alone = await add(box.map(([path, bytes]) => ({ path, bytes })))
  expect(alone.counts).toMatchObject({ duplicate: 2, ready: 0, look: 0 })
  expect(await count()).toEqual(before)
})

it('a ZIP waits while the disk is nearly full, and goes on where it was', async () => {
  const { files } = scene.test.services
  onTestFinished(() => {
    scene.test.services.files = files
  })
  let room = 2
  // One for the piece that arrives, one for the first file of the ZIP.
  const requireFreeSpace = async () => {
    if (room-- <= 0) throw new StoreFullError()
  }
  scene.test.services.files = { ...files, requireFreeSpace }
  const { importId, fileId } = await addZip(
    await zipOf([
      ['a.pdf', newFile()],
      ['b.pdf', newFile()],
    ]),
  )
  const unpack = () => unpackFile(scene.test.services, fileId, AbortSignal.timeout(60_000))
  await expect(unpack()).rejects.toThrow(StoreFullError)
  expect(await importOf(importId)).toMatchObject({ status: 'running', counts: { refused: 0, arriving: 0 } })
  scene.test.services.files = files
  await unpack()
  const done = await untilImport(importId, ({ status }) => status === 'done')
  expect(done).toMatchObject({ files: 2, counts: { refused: 0, duplicate: 0 } })
  expect(await listOf(importId, 'refused')).toEqual([])
  expect((await get(`/api/archive/imports/${importId}`, asManager())).json().status).toBe('done')
})
