import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { Document, DocumentDetails } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { createTestBusiness } from '../../../test/sharing.ts'
import { textPdf } from '../../../test/text-pdf.ts'
import { formOf, untilDocument, untilProcessed, upload, uploadOne } from '../../../test/uploads.ts'
import { blankPng, cyclicPdf } from '../../platform/sandbox/files.fixture.ts'

/**
 * Runs the real sandbox and engine from upload to findings, on one database only because reading documents is
 * slow.
 */
// Assembled here so that this source file does not contain the secrets either.
const number = ['412', '55', '7310']
const mark = ['secret', 'in', 'the', 'file'].join('-')
const secrets = [number.join('-'), number.join(''), mark]
const pdf = textPdf(
  [
    'Sales tax exemption certificate',
    'Name of purchaser: Jane Roe',
    `Social security number: ${number.join('-')}`,
    'I certify that the statements above are true.',
    mark,
  ],
  { width: 612, height: 200 },
)
const cardPhoto = new URL('../../../../redaction/golden/card-1019-plain-upright-front.jpg', import.meta.url)

let test: TestApp
let cookie: string
let folder: string
let address: string

const get = (url: string) => test.call({ method: 'GET', url, headers: { cookie } })

describe('the real engine', () => {
  beforeAll(async () => {
    // Holds the test's data folder and every temporary file of this process.
    folder = await mkdtemp(join(tmpdir(), 'exempta-secrets-'))
    vi.stubEnv('TMPDIR', folder)
    test = await startTestApp({ runJobs: true, logLevel: 'trace' })
    cookie = await signInAs(test, await createPerson(test))
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await test.close()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  it('nothing of a document or card is stored in clear in database, queue, files, logs or temporary folders', async () => {
    const card = Buffer.concat([await readFile(cardPhoto), Buffer.from(secrets.join(' '))])
    // A piece of the image itself must not appear anywhere either.
    const wanted = [...secrets.map((secret) => Buffer.from(secret)), card.subarray(5000, 5064)]

    const { id } = await uploadOne(test, cookie, { name: 'certificate.pdf', bytes: pdf })
    await expectNowhere(wanted)
    await untilProcessed(test, cookie, id)
    const [sent] = (
      await upload(test, cookie, [{ field: 'card-front', name: 'card.jpg', bytes: card }])
    ).json().files
    expect(sent).toMatchObject({ outcome: 'accepted', document: { status: 'processed', isCard: true } })
    await expectNowhere(wanted)

    const document = (await get(`/api/documents/${id}`)).json() as DocumentDetails
    expect(document.findings).toContainEqual({ kind: 'ssn', count: 1 })
    for (const name of ['file', 'pages/1', 'thumbnail']) {
      const answer = await get(`/api/documents/${id}/${name}`)
      expect([answer.statusCode, found(answer.rawPayload, wanted)], name).toEqual([200, []])
      const cardAnswer = await get(`/api/documents/${sent.document.id}/${name}`)
      expect([cardAnswer.statusCode, found(cardAnswer.rawPayload, wanted)], name).toEqual([200, []])
    }
    const picture = (await get(`/api/documents/${id}/pages/1`)).rawPayload
    expect(picture.length).toBeGreaterThan(10_000)
  })

  it('of a government card only its kind gets out of the sandbox', async () => {
    const photo = await readFile(new URL('../../../../redaction/test/cards/travel.jpg', import.meta.url))
    const digits = ['4614', '1238', '5067', '2940']
    const wanted = [digits.join(''), digits.join(' '), digits.slice(0, 2).join('')].map((one) =>
      Buffer.from(one),
    )
    const [sent] = (
      await upload(test, cookie, [{ field: 'card-front', name: 'card.jpg', bytes: photo }])
    ).json().files
    expect(sent.document.card).toEqual({ line: 'travel', billing: 'individual' })

    const business = await createTestBusiness(test)
    const { payload, headers } = await formOf([{ field: 'card', name: 'card.jpg', bytes: photo }])
    const url = '/api/counter/card'
    const answer = await test.call({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, cookie: business.cookie },
    })
    expect(answer.json()).toEqual({ program: 'smartpay', line: 'travel', billing: 'individual' })
    await expectNowhere([...wanted, photo.subarray(5000, 5064)])
  })

  it('hostile files fail with a reason and hold up nobody else', async () => {
    const stranger = await signInAs(test, await createPerson(test))
    const manyPages = `<</Type/Pages/Kids[${'3 0 R '.repeat(10_001)}]/Count 10001>>`
    const text = pdf.toString('latin1')
    const hostile: Record<string, Buffer> = {
      'cycle.pdf': cyclicPdf(),
      'cut.pdf': pdf.subarray(0, 300),
      'pages.pdf': Buffer.from(text.replace(/<<\/Type\/Pages.*>>/, manyPages), 'latin1'),
      'bomb.png': hugePng(),
      'locked.pdf': Buffer.from(text.replace('trailer\n<<', `${lock}trailer\n<</Encrypt 6 0 R`), 'latin1'),
    }
    const sent: [name: string, id: string][] = []
    for (const [name, bytes] of Object.entries(hostile)) {
      sent.push([name, (await uploadOne(test, cookie, { name, bytes })).id])
    }
    const huge = await uploadOne(test, cookie, {
      bytes: Buffer.from(text.replace('0 0 612 200', '0 0 20000 20000'), 'latin1'),
    })
    const other = await uploadSlowly(stranger, 'two-in-one.png', Buffer.concat([blankPng(), pdf]))
    expect(await untilProcessed(test, stranger, other)).toMatchObject({ pageCount: 1, type: 'image/png' })
    const url = `/api/documents/${other}/file`
    const result = await test.call({ method: 'GET', url, headers: { cookie: stranger } })
    expect([result.statusCode, result.rawPayload.includes('%PDF'), result.body.includes(mark)]).toEqual([
      200,
      false,
      false,
    ])

    const reasons: Record<string, string | undefined> = {}
    for (const [name, id] of sent) {
      const ended = await untilDocument<Document>(test, cookie, id, ({ status }) => status !== 'processing')
      reasons[name] = ended.failure?.code
    }
    expect(reasons).toEqual({
      'cycle.pdf': 'too-complex',
      'cut.pdf': 'damaged',
      'pages.pdf': 'too-many-pages',
      'bomb.png': 'too-large',
      'locked.pdf': 'protected',
    })
    await untilDocument<Document>(test, cookie, huge.id, ({ status }) => status !== 'processing')
  })
})

/** Encryption dictionary that needs a password; the empty password does not work. */
const lock = `6 0 obj
<</Filter/Standard/V 2/R 3/Length 128/P -4/O<${'1f'.repeat(32)}>/U<${'2e'.repeat(32)}>>>
endobj
`

/** Uploads over a real connection in very small chunks. */
async function uploadSlowly(as: string, name: string, bytes: Buffer): Promise<string> {
  const { payload, headers } = await formOf([{ name, bytes }])
  const request = httpRequest(`${address}/api/documents`, {
    method: 'POST',
    headers: { ...headers, origin: testOrigin, cookie: as },
  })
  for (let at = 0; at < payload.length; at += 50) {
    request.write(payload.subarray(at, at + 50))
    await new Promise(setImmediate)
  }
  request.end()
  const [answer] = await once(request, 'response')
  const [taken] = ((await json(answer)) as { files: UploadedFile[] }).files
  if (taken?.outcome !== 'accepted') throw new Error(`Not accepted: ${JSON.stringify(taken)}`)
  return taken.document.id
}

/** A PNG header that claims 60,000 × 60,000 pixels. */
function hugePng(): Buffer {
  const png = Buffer.from(blankPng())
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

async function expectNowhere(wanted: Buffer[]): Promise<void> {
  expect(found(Buffer.from(test.logged()), wanted)).toEqual([])
  expect(found(await wholeDatabase(), wanted)).toEqual([])
  const files = await filesIn(folder)
  expect(files.filter((file) => file.startsWith(test.database.location.dataDir))).not.toEqual([])
  for (const file of files) expect(found(await readIfThere(file), wanted), file).toEqual([])
}

const found = (bytes: Buffer, wanted: Buffer[]) =>
  wanted.filter((secret) => bytes.includes(secret)).map((secret) => secret.toString('latin1'))

/** The database may delete files while they are listed. */
async function readIfThere(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Every row of every table, including the job queue, as text. */
async function wholeDatabase(): Promise<Buffer> {
  const tables = await test.database.executeAsOwner(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss')`,
  )
  const texts: string[] = []
  for (const { name } of tables.rows as { name: string }[]) {
    const { rows } = await test.database.executeAsOwner(`select t::text as row from ${name} t`)
    texts.push(...(rows as { row: string }[]).map(({ row }) => row))
  }
  expect(texts.length).toBeGreaterThan(10)
  return Buffer.from(texts.join('\n'))
}
