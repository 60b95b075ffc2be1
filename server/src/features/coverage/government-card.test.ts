import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { CardClass } from '@exempta/knowledge/terms'
import { afterEach, describe, expect, it } from 'vitest'
import { makeKey } from '../../../test/api-keys.ts'
import { type plainAnswer, withCard } from '../../../test/fake-sandbox.ts'
import { addMember, createPerson, signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'
import { type FormFile, formOf, jpegBytes, pdfBytes, uploadOne } from '../../../test/uploads.ts'
import { systemCall } from '../../platform/call.ts'
import { SandboxError } from '../../platform/sandbox/sandbox.ts'
import { readCard } from './read-card.ts'

const { scene, get, share } = sharingScene({ logLevel: 'trace' })
afterEach(() => {
  scene.sandbox.answer = undefined
})

const travelCard: CardClass = { program: 'smartpay', line: 'travel', billing: 'individual' }
// Put together here, so that it is in no file.
const number = ['4614', '1238', '5067', '2940'].join('')
/** Every five digits in a row that the number has. */
const windows = Array.from({ length: number.length - 4 }, (_, at) => number.slice(at, at + 5))

async function send(bytes: Buffer, as = scene.business.cookie, field: FormFile['field'] = 'card') {
  const { payload, headers } = await formOf([{ field, name: `${number}.jpg`, bytes }])
  return scene.test.call({
    method: 'POST',
    url: '/api/counter/card',
    payload,
    headers: { ...headers, cookie: as },
  })
}

/** Every row of every table, the job queue and the events included. */
async function allRows(): Promise<string[]> {
  const tables = await scene.test.database.executeAsOwner(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const rows: string[] = []
  for (const { name } of tables.rows as { name: string }[]) {
    const found = await scene.test.database.executeAsOwner(`select t::text as row from ${name} t`)
    rows.push(...(found.rows as { row: string }[]).map(({ row }) => `${name} ${row}`))
  }
  return rows
}

async function storedFiles(): Promise<string[]> {
  const folder = join(scene.test.database.location.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  // The signed head of the audit log is written every minute, whatever happens.
  return entries.filter((entry) => entry.isFile() && entry.name !== 'audit-anchor').map(({ name }) => name)
}

/** Times, durations, ids and hashes hold any digits by chance. */
const chance =
  /\d\d:\d\d:\d\d|\.\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{20,}|(?<!\d)\d{13}(?!\d)/gi

/** Five digits of the card that stand in a row anywhere in these texts. */
const digitsIn = (...texts: string[]) => {
  const everything = texts.join('\n').replace(chance, '')
  return windows.filter((digits) => everything.includes(digits))
}

/** What an engine says that read the card, with the number as a word that stays. */
const readingEngine: typeof plainAnswer = async (bytes, call) => {
  const result = await withCard(travelCard)(bytes, call)
  if (result.verdict === 'refused') return result
  const quad = result.pages[0]?.findings[0]?.quad
  if (!quad) throw new Error('Nothing was hidden.')
  return { ...result, pages: result.pages.map((page) => ({ ...page, words: [{ text: number, quad }] })) }
}

describe('a photo of a government card at the counter', () => {
  it('is answered with its class, and nothing of it is kept', async () => {
    const [rows, files] = [await allRows(), await storedFiles()]
    const documents = (from: string[]) =>
      from.filter((row) => /^public\.(documents|stored_files|audit)/.test(row))
    scene.sandbox.answer = readingEngine
    const answer = await send(jpegBytes(number))
    expect([answer.statusCode, answer.json()]).toEqual([200, travelCard])
    const after = await allRows()
    expect(documents(after)).toEqual(documents(rows))
    expect(await storedFiles()).toEqual(files)
    const changed = after.filter((row) => !rows.includes(row))
    expect(digitsIn(answer.body, scene.test.logged(), ...changed)).toEqual([])
  })

  it('is unknown when the engine could not tell', async () => {
    expect((await send(jpegBytes())).json()).toEqual({
      program: 'unknown',
      line: 'unknown',
      billing: 'unknown',
    })
  })

  it('says what to do when no card is on it', async () => {
    scene.sandbox.answer = async () => ({ verdict: 'refused', reason: 'card-number-not-found', advice: '' })
    const answer = await send(jpegBytes())
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      [{ path: 'card', message: expect.stringContaining('take a photo of the front') }],
    ])
  })

  it('waits for no one when all processes are busy', async () => {
    scene.sandbox.answer = async () => Promise.reject(new SandboxError('busy'))
    const answer = await send(jpegBytes())
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  it.each([
    ['a PDF', pdfBytes(), 'card', 'This file isn’t a picture'],
    ['an empty file', Buffer.alloc(0), 'card', 'Please choose a photo'],
    ['another field', jpegBytes(), 'document', 'Please choose a photo'],
    ['more than 10 MB', Buffer.concat([jpegBytes(), Buffer.alloc(10 * 1024 * 1024)]), 'card', '10'],
  ] as const)('%s is refused before anything reads it', async (_name, bytes, field, words) => {
    scene.sandbox.given.length = 0
    const answer = await send(bytes, scene.business.cookie, field)
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      [{ path: 'card', message: expect.stringContaining(words) }],
    ])
    expect(scene.sandbox.given).toEqual([])
  })

  it.each([
    ['answered', () => [jpegBytes(number)], 'card', 'answered'],
    ['refused by the engine', () => [jpegBytes(`refuse ${number}`)], 'card', 'invalid-input'],
    ['not a picture', () => [Buffer.from(`hello ${number}`)], 'card', 'invalid-input'],
    ['too large', () => [jpegBytes(number), Buffer.alloc(10 * 1024 * 1024, 1)], 'card', 'invalid-input'],
    ['followed by something else', () => [jpegBytes(number)], 'other', 'invalid-input'],
  ] as const)('is overwritten in memory when it is %s', async (_, make, secondField, outcome) => {
    scene.sandbox.answer = async (bytes, call) =>
      bytes.includes('refuse')
        ? { verdict: 'refused', reason: 'card-number-not-found', advice: '' }
        : readingEngine(bytes, call)
    const pieces = make()
    async function* parts() {
      const content = Readable.from(pieces)
      yield { kind: 'file', field: 'card', untrustedName: 'card.jpg', content } as const
      if (secondField === 'card') return
      yield { kind: 'file', field: secondField, untrustedName: '', content: Readable.from([]) } as const
    }
    const { manager, id: businessId } = scene.business
    const actor = { kind: 'person', id: manager.id, role: 'business', businessId } as const
    const photo = { parts: parts(), slot: { bodyArrived: () => {} }, signal: new AbortController().signal }
    const result = await readCard(scene.test.services, { ...systemCall, actor }, photo).then(
      () => 'answered',
      (error) => error.code,
    )
    expect(result).toBe(outcome)
    expect(pieces.filter((piece) => piece.some((byte) => byte !== 0))).toEqual([])
  })

  it('can be taken by every team member, and by no one else', async () => {
    const viewer = await addMember(scene.test, scene.business.manager, 'viewer')
    expect((await send(jpegBytes(), await signInAs(scene.test, viewer))).statusCode).toBe(200)
    const user = await signInAs(scene.test, await createPerson(scene.test))
    expect((await send(jpegBytes(), user)).statusCode).toBe(403)
  })
})

describe('an uploaded government card', () => {
  it('shows line and billing to its owner, the business and the API, and five digits to no one', async () => {
    const rows = await allRows()
    scene.sandbox.answer = readingEngine
    const file = { field: 'card-front', name: 'card.jpg', bytes: jpegBytes(`upload ${number}`) } as const
    const document = await uploadOne(scene.test, scene.cookie, file)
    const shown = { line: 'travel', billing: 'individual' }
    expect(document.card).toEqual(shown)
    await share({ documentIds: [document.id], businessIds: [scene.business.id], emails: [], message: '' })
    const { items } = (await get('/api/received', scene.business.cookie)).json()
    const received = items.find((one: { document: { id: string } }) => one.document.id === document.id)
    expect(received.document.card).toEqual(shown)
    const one = await get(`/api/received/${received.id}`, scene.business.cookie)
    expect(one.json().document.card).toEqual(shown)
    const { key } = await makeKey(scene.test, scene.business)
    const api = await scene.test.call({
      method: 'GET',
      url: `/api/v1/documents/${received.id}`,
      headers: { authorization: `Bearer ${key}` },
    })
    expect(api.json().document.card).toEqual(shown)
    const changed = (await allRows()).filter((row) => !rows.includes(row))
    expect(changed.length).toBeGreaterThan(3)
    expect(digitsIn(one.body, api.body, scene.test.logged(), ...changed)).toEqual([])
  })
})
