import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Binder, binderLimits } from '@exempta/contract/binders'
import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { certificateScene } from '../../../test/certificates.ts'
import { signInAs } from '../../../test/people.ts'
import { readZip } from '../../../test/read-zip.ts'
import { formOf } from '../../../test/uploads.ts'
import { sweepBinders } from './jobs.ts'
import { verifyBinder } from './verify-binder.ts'

const { scene, get, post, share, newDocument, confirmed } = certificateScene()

beforeEach(async () => {
  scene.firm.cookie = await signInAs(scene.test, scene.firm.manager)
  scene.cookie = await signInAs(scene.test, scene.owner)
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'binder-'))
})
afterAll(() => rm(folder, { recursive: true }))

const rowsOf = async <T>(statement: string, values: unknown[] = []): Promise<T[]> =>
  (await scene.test.database.executeAsOwner(statement, values)).rows as T[]

let made = 0
/** A customer of the business with a verified certificate for New York. */
async function customer(change: object = {}) {
  made += 1
  const name = `Binder${made} Foods`
  const documentId = await newDocument()
  await confirmed(documentId, { purchaser: name, seller: scene.firm.manager.name, ...change })
  expect((await share({ documentIds: [documentId], businessIds: [scene.firm.id] })).statusCode).toBe(200)
  const [row] = await rowsOf<{ id: string }>('select id from document_shares where document_id = $1', [
    documentId,
  ])
  const shareId = row?.id ?? ''
  await post('/api/received/verify', { documents: [{ id: shareId, version: 1 }] }, scene.firm.cookie)
  const found = await get(`/api/coverage/customers?search=Binder${made}`, scene.firm.cookie)
  return { name, documentId, shareId, id: found.json().items[0].id as string }
}

/** Records a sale; `on` is a year that only this test uses, so that its binder holds nothing else. */
async function sale(customerId: string, on: string, reference = '', more: object = {}): Promise<string> {
  const body = { customerId, state: 'NY', on, reference, locationId: null, allowedReason: '', ...more }
  const answer = await post('/api/coverage/checks', body, scene.firm.cookie)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().code
}

async function start(fields: Record<string, string>, csv?: string | Buffer, as = scene.firm.cookie) {
  const files =
    csv === undefined ? [] : [{ field: 'file' as const, name: 'list.csv', bytes: Buffer.from(csv as string) }]
  const { payload, headers } = await formOf(files, fields)
  return scene.test.call({
    method: 'POST',
    url: '/api/binders',
    payload,
    headers: { ...headers, cookie: as },
  })
}
async function started(fields: Record<string, string>, csv?: string): Promise<Binder> {
  const answer = await start({ state: 'NY', ...fields }, csv)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const year = (of: number) => ({ from: `${of}-01-01`, to: `${of}-12-31` })
const binderOf = async (id: string, as = scene.firm.cookie): Promise<Binder> =>
  (await get(`/api/binders/${id}`, as)).json()

async function make(id: string): Promise<Binder> {
  const answer = await post(`/api/binders/${id}/make`, {}, scene.firm.cookie)
  expect(answer.statusCode, answer.body).toBe(202)
  return vi.waitFor(
    async () => {
      const binder = await binderOf(id)
      expect(binder.status).toBe('ready')
      return binder
    },
    { timeout: 60_000, interval: 100 },
  )
}
async function download(id: string) {
  const answer = await get(`/api/binders/${id}/file`, scene.firm.cookie)
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.rawPayload
}
async function saved(bytes: Buffer): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.zip`)
  await writeFile(file, bytes)
  return file
}

describe('a binder', () => {
  it('says which sales are covered, and holds certificates, receipts, rules and a signed manifest', async () => {
    const good = await customer()
    const expired = await customer({ expiresOn: '2025-06-01' })
    const code = await sale(good.id, '2021-03-04', 'INV-1')
    await sale(expired.id, '2025-07-05', 'INV-2')
    await sale(good.id, '2021-03-06', '=HYPERLINK("x")')
    await sale(good.id, '2021-03-07')
    const binder = await started(year(2021))
    expect(binder).toMatchObject({
      state: 'NY',
      from: '2021-01-01',
      to: '2021-12-31',
      status: 'draft',
      list: null,
      asked: null,
      requestedBy: scene.firm.manager.name,
      counts: { checks: 3, withoutReference: 1, sales: 3 },
    })
    const ready = await make(binder.id)
    expect(ready.sizeBytes).toBeGreaterThan(1000)
    const bytes = await download(binder.id)
    expect(bytes.length).toBe(ready.sizeBytes)
    const files = await readZip(bytes)
    const certificate = `certificates/NY-${good.name.replace(' ', '-')}-${good.shareId}.pdf`
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        certificate,
        'checks.csv',
        'lookups.csv',
        'rules.json',
        'manifest.json',
        'manifest.sig',
      ]),
    )
    const original = await get(`/api/documents/${good.documentId}/file`, scene.firm.cookie)
    expect(files[certificate]).toBe(original.rawPayload.toString())
    const lines = files['checks.csv']?.split('\r\n') ?? []
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain(`"2021-03-04","INV-1","${good.name}","NY"`)
    expect(lines[1]).toContain(`"${certificate}"`)
    expect(lines[1]).toContain(`"${code}"`)
    expect(lines[2], 'no spreadsheet runs it').toContain(`"'=HYPERLINK(""x"")"`)
    const { rules } = JSON.parse(files['rules.json'] ?? '')
    expect(rules.length).toBeGreaterThan(0)
    expect(rules[0]).toMatchObject({ id: expect.stringContaining('/'), source: expect.any(String) })
    const manifest = await verifyBinder(await saved(bytes))
    expect(manifest).toMatchObject({ state: 'NY', business: scene.firm.manager.name, counts: ready.counts })
    const { keys } = (await get('/api/keys', '')).json()
    expect(keys[0].publicKey).toBe(manifest.key.publicKey)
    expect((await auditOf(scene.test, binder.id)).map(({ action }) => action).sort()).toEqual([
      'binder.create',
      'binder.download',
      'binder.make',
      'binder.prepare',
    ])
    const { items } = (await get('/api/notifications', scene.firm.cookie)).json()
    expect(items.map(({ title }: { title: string }) => title)).toContain(
      'Your audit binder for New York is ready',
    )
  })

  it('holds certificates only where no sale was recorded', async () => {
    const { shareId } = await customer()
    const binder = await started(year(2009))
    expect(binder.counts).toMatchObject({ checks: 0, sales: 0, covered: 0 })
    await make(binder.id)
    const files = await readZip(await download(binder.id))
    expect(Object.keys(files).some((name) => name.includes(shareId))).toBe(true)
    expect(files['checks.csv']?.trim().split('\r\n')).toHaveLength(1)
  })
})

const storedFiles = async (id: string) =>
  (
    await rowsOf<{ count: number }>(
      'select count(*)::integer as count from stored_files where document_id = $1',
      [id],
    )
  )[0]?.count

describe('keeping binders', () => {
  it('deletes a binder and its file when its time is over', async () => {
    const binder = await started(year(2008))
    await make(binder.id)
    expect(await storedFiles(binder.id)).toBe(1)
    await sweepBinders(scene.test.services)
    expect((await binderOf(binder.id)).status).toBe('ready')
    scene.test.clock.advance(binderLimits.keptDays * dayMs)
    await sweepBinders(scene.test.services)
    scene.firm.cookie = await signInAs(scene.test, scene.firm.manager)
    expect((await get(`/api/binders/${binder.id}`, scene.firm.cookie)).statusCode).toBe(404)
    expect(await storedFiles(binder.id)).toBe(0)
    expect((await auditOf(scene.test, binder.id)).map(({ action }) => action)).toContain('binder.expire')
  })
})
