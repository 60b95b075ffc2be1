import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Binder, binderLimits } from '@exempta/contract/binders'
import { BinderError } from '@exempta/contract/binders/read-zip'
import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { auditOf } from '../../../test/audit.ts'
import { certificateScene, confirmation } from '../../../test/certificates.ts'
import { addMember, createPerson, signInAs } from '../../../test/people.ts'
import { readZip } from '../../../test/read-zip.ts'
import { formOf, jpegBytes } from '../../../test/uploads.ts'
import { personalData } from '../../features.ts'
import { systemCall } from '../../platform/call.ts'
import { openSigner } from '../../platform/crypto/signing-keys.ts'
import { zipOf } from '../../platform/zip.ts'
import { createBinder } from './create-binder.ts'
import { sweepBinders } from './jobs.ts'
import { verifyBinderFile } from './verify-binder-file.ts'

const { scene, get, post, share, revoke, newDocument, confirmed } = certificateScene()

beforeEach(async () => {
  scene.business.cookie = await signInAs(scene.test, scene.business.manager)
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
async function customer(change: object = {}, as = scene.cookie, sharedAt = '2025-05-10T15:00:00Z') {
  made += 1
  const name = `Binder${made} Foods`
  const documentId = await newDocument(as)
  await confirmed(documentId, { purchaser: name, seller: scene.business.manager.name, ...change })
  expect((await share({ documentIds: [documentId], businessIds: [scene.business.id] })).statusCode).toBe(200)
  const [row] = await rowsOf<{ id: string }>('select id from document_shares where document_id = $1', [
    documentId,
  ])
  const shareId = row?.id ?? ''
  // Shared before the sales of these tests: states give sellers some days to get a certificate, and no more.
  await rowsOf('update document_shares set shared_at = $2 where id = $1', [shareId, sharedAt])
  await post('/api/received/verify', { documents: [{ id: shareId, version: 1 }] }, scene.business.cookie)
  const found = await get(`/api/coverage/customers?search=Binder${made}`, scene.business.cookie)
  return { name, documentId, shareId, id: (found.json().items[0]?.id ?? '') as string }
}

/** Records a sale in a month that only this test uses, so that its binder holds no other receipts. */
async function sale(customerId: string, on: string, reference = '', more: object = {}): Promise<string> {
  const body = { customerId, state: 'NY', on, reference, locationId: null, allowedReason: '', ...more }
  const answer = await post('/api/coverage/checks', body, scene.business.cookie)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().code
}

async function start(fields: Record<string, string>, csv?: string | Buffer, as = scene.business.cookie) {
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
const month = (of: string) => ({ from: `${of}-01`, to: `${of}-28` })
const binderOf = async (id: string, as = scene.business.cookie): Promise<Binder> =>
  (await get(`/api/binders/${id}`, as)).json()

async function make(id: string): Promise<Binder> {
  const answer = await post(`/api/binders/${id}/make`, {}, scene.business.cookie)
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
  const answer = await get(`/api/binders/${id}/file`, scene.business.cookie)
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
    const expired = await customer({ expiresOn: '2025-05-20' })
    const code = await sale(good.id, '2025-06-04', 'INV-1')
    await sale(expired.id, '2025-06-05', 'INV-2')
    await sale(good.id, '2025-06-06', '=HYPERLINK("x")')
    await sale(good.id, '2025-06-07')
    await sale(good.id, '2025-06-08', '', { isOwnUse: true })
    const binder = await started(month('2025-06'))
    expect(binder).toMatchObject({
      state: 'NY',
      from: '2025-06-01',
      to: '2025-06-28',
      status: 'draft',
      list: null,
      asked: null,
      requestedBy: scene.business.manager.name,
      counts: {
        sales: 5,
        covered: 3,
        coveredLater: 0,
        taxed: 0,
        notCovered: 2,
        haveNone: 0,
        checks: 5,
        withoutReference: 2,
        canAsk: 1,
      },
    })
    const sales = await get(`/api/binders/${binder.id}/sales?show=all`, scene.business.cookie)
    expect(sales.json().items.slice(0, 2)).toMatchObject([
      { customerId: good.id },
      { customerId: expired.id },
    ])
    const ready = await make(binder.id)
    expect(ready.sizeBytes).toBeGreaterThan(1000)
    const bytes = await download(binder.id)
    expect(bytes.length).toBe(ready.sizeBytes)
    const files = await readZip(bytes)
    const [copy] = await rowsOf<{ id: string }>('select id from kept_copies where share_id = $1', [
      good.shareId,
    ])
    const certificate = `certificates/NY-${good.name.replace(' ', '-')}-${copy?.id}.pdf`
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'binder.pdf',
        certificate,
        'checks.csv',
        'lookups.csv',
        'rules.json',
        'manifest.json',
        'manifest.sig',
      ]),
    )
    const original = await get(`/api/documents/${good.documentId}/file`, scene.business.cookie)
    expect(files[certificate]).toBe(original.rawPayload.toString())
    const lines = files['checks.csv']?.split('\r\n') ?? []
    expect(lines).toHaveLength(7)
    expect(lines[1]).toContain(`"2025-06-04","INV-1","${good.name}","NY"`)
    expect(lines[1]).toContain(`"${certificate}"`)
    expect(lines[1]).toContain(`"${code}"`)
    expect(lines[2], 'no spreadsheet runs it').toContain(`"'=HYPERLINK(""x"")"`)
    const { rules } = JSON.parse(files['rules.json'] ?? '')
    expect(rules.length).toBeGreaterThan(0)
    expect(rules[0]).toMatchObject({ id: expect.stringContaining('/'), source: expect.any(String) })
    const manifest = await verifyBinderFile(await saved(bytes))
    expect(manifest).toMatchObject({
      state: 'NY',
      business: scene.business.manager.name,
      counts: ready.counts,
    })
    const { keys } = (await get('/api/keys', '')).json()
    expect(keys.map(({ publicKey }: { publicKey: string }) => publicKey)).toEqual([manifest.key.publicKey])
    expect((await auditOf(scene.test, binder.id)).map(({ action }) => action).sort()).toEqual([
      'binder.create',
      'binder.download',
      'binder.make',
      'binder.prepare',
    ])
    const { items } = (await get('/api/notifications', scene.business.cookie)).json()
    expect(items.map(({ title }: { title: string }) => title)).toContain(
      'Your audit binder for New York is ready',
    )
    expect((await post(`/api/binders/${binder.id}/make`, {}, scene.business.cookie)).statusCode).toBe(409)
  })

  it('holds certificates only where no sale was recorded', async () => {
    const { shareId } = await customer()
    const binder = await started(month('2009-06'))
    expect(binder.counts).toMatchObject({ checks: 0, sales: 0, covered: 0 })
    await make(binder.id)
    const files = await readZip(await download(binder.id))
    expect(Object.keys(files).some((name) => name.includes(shareId))).toBe(true)
    expect(files['checks.csv']?.trim().split('\r\n')).toHaveLength(1)
  })

  it('holds look-ups with their proofs', async () => {
    const one = await customer()
    await sale(one.id, '2025-07-04', 'L-1')
    const fields = { kind: 'state-site', state: 'NY', result: 'active', note: '=note' }
    const proof = { field: 'proof' as const, name: 'shot.jpg', bytes: jpegBytes('proof') }
    const { payload, headers } = await formOf([proof], fields)
    const url = `/api/received/${one.shareId}/verifications`
    const cookie = scene.business.cookie
    const answer = await scene.test.call({ method: 'POST', url, payload, headers: { ...headers, cookie } })
    expect(answer.statusCode, answer.body).toBe(201)
    const binder = await started(month('2025-07'))
    await make(binder.id)
    const files = await readZip(await download(binder.id))
    const row = files['lookups.csv']?.split('\r\n').find((line) => line.includes(answer.json().id)) ?? ''
    expect(row).toContain('"43-1234567"')
    expect(row).toContain(`"'=note"`)
    expect(Object.keys(files)).toContain(`proofs/${answer.json().id}.jpg`)
  })

  it('counts a sale as covered when the customer sends a newer certificate', async () => {
    const one = await customer({ expiresOn: '2025-05-20' })
    await sale(one.id, '2025-08-04', 'N-1')
    const binder = await started(month('2025-08'))
    expect(binder.counts).toMatchObject({ covered: 0, notCovered: 1, canAsk: 1 })
    await customer({ purchaser: one.name }, scene.cookie, '2025-09-01T15:00:00Z')
    expect((await binderOf(binder.id)).counts).toMatchObject({ covered: 1, coveredLater: 1, notCovered: 0 })
  })

  it('keeps a receipt whose customer was erased, without the name', async () => {
    const buyer = await createPerson(scene.test)
    const cookie = await signInAs(scene.test, buyer)
    const documentId = await newDocument(cookie)
    made += 1
    const name = `Gone${made} Foods`
    const body = { ...confirmation, purchaser: name, seller: scene.business.manager.name }
    const url = `/api/documents/${documentId}/exemption`
    await scene.test.call({ method: 'PUT', url, payload: body, headers: { cookie } })
    await share({ documentIds: [documentId], businessIds: [scene.business.id] }, cookie)
    const [row] = await rowsOf<{ id: string }>('select id from document_shares where document_id = $1', [
      documentId,
    ])
    await rowsOf('update document_shares set shared_at = $2 where id = $1', [row?.id, '2025-05-10T15:00:00Z'])
    await post('/api/received/verify', { documents: [{ id: row?.id, version: 1 }] }, scene.business.cookie)
    const found = await get(`/api/coverage/customers?search=Gone${made}`, scene.business.cookie)
    const code = await sale(found.json().items[0].id, '2025-09-04', 'E-1')
    const binder = await started(month('2025-09'))
    await make(binder.id)
    expect((await readZip(await download(binder.id)))['checks.csv']).toContain(name)

    for (const erase of personalData.erasers) await erase(scene.test.services, buyer.id)
    await scene.test.database.executeAsOwner('delete from users where id = $1', [buyer.id])
    expect(await binderOf(binder.id)).toMatchObject({ status: 'outdated' })
    expect(await storedFiles(binder.id), 'the file that names the customer is gone').toBe(0)
    const gone = await get(`/api/binders/${binder.id}/file`, scene.business.cookie)
    expect(gone.statusCode).toBe(410)
    await make(binder.id)
    const again = await readZip(await download(binder.id))
    expect(JSON.stringify(again)).not.toContain(name)
    expect(again['checks.csv']).toContain(`"${code}"`)
    expect(Object.keys(again).filter((path) => path.startsWith('certificates/NY-customer-'))).toHaveLength(1)
  })

  it('ends when a certificate that no sale relied on is withdrawn, and not for one that a sale relied on', async () => {
    const relied = await customer()
    await sale(relied.id, '2025-10-04', 'W-1')
    const unused = await customer()
    const binder = await started(month('2025-10'))
    await make(binder.id)
    await revoke([relied.shareId])
    await sweepBinders(scene.test.services)
    expect((await binderOf(binder.id)).status).toBe('ready')
    await revoke([unused.shareId])
    await sweepBinders(scene.test.services)
    expect((await binderOf(binder.id)).status).toBe('outdated')
    await make(binder.id)
    const names = Object.keys(await readZip(await download(binder.id)))
    expect(names.some((name) => name.includes(unused.shareId))).toBe(false)
    expect(names.some((name) => name.includes(relied.name.replace(' ', '-')))).toBe(true)
  })
})

describe('the auditor’s list', () => {
  it('is matched by invoice number, and its unknown customers are asked by email', async () => {
    const good = await customer()
    const expired = await customer({ expiresOn: '2025-05-20' })
    await sale(good.id, '2025-11-04', 'A-100')
    await sale(expired.id, '2025-11-05', 'A-101')
    // Digits that would be masked anywhere else.
    const address = `auditor-078-05-1120-${randomUUID()}@example.org`
    const csv = [
      'Invoice No;Invoice Date;Customer;E-mail',
      `a-100;11/4/2025;${good.name};`,
      `A-101;2025-11-05;${expired.name};`,
      `A-100;11/4/2025;${good.name};`,
      `A-102;11/6/2025;=Nobody;${address}`,
      'A-103;11/7/2025;;not an address',
    ].join('\r\n')
    const binder = await started({}, csv)
    expect(binder).toMatchObject({
      from: '2025-11-04',
      to: '2025-11-07',
      list: { rows: 5, unknown: 2, twice: 1 },
      counts: { sales: 4, covered: 1, notCovered: 1, haveNone: 2, checks: 2, canAsk: 2 },
    })
    const missing = await get(`/api/binders/${binder.id}/missing`, scene.business.cookie)
    expect(missing.body).toContain(`"2025-11-05","A-101","${expired.name}"`)
    expect(missing.body).toContain(`"A-102","'=Nobody",,,"No certificate"`)
    expect(missing.body).not.toContain('A-100')

    const asked = await post(`/api/binders/${binder.id}/requests`, {}, scene.business.cookie)
    expect(asked.json()).toMatchObject({ asked: 2 })
    const requests = await rowsOf<{ state: string; due_on: string }>(
      'select state, due_on::text as due_on from certificate_requests where email = $1',
      [address],
    )
    const due = new Date(scene.test.clock.now().getTime() + 90 * dayMs).toISOString().slice(0, 10)
    expect(requests).toEqual([{ state: 'NY', due_on: due }])
    const again = await post(`/api/binders/${binder.id}/requests`, {}, scene.business.cookie)
    expect([again.statusCode, again.json().title]).toEqual([409, 'These customers were asked already.'])

    await make(binder.id)
    const files = await readZip(await download(binder.id))
    const rows = files['invoices.csv']?.trim().split('\r\n') ?? []
    expect(rows).toHaveLength(5)
    expect(rows[1]).toMatch(/^2,"A-100",.*"Covered",/)
    expect(rows[2]).toMatch(/^3,"A-101",.*"Not covered","It expired on May 20, 2025\./)
    expect(rows[3]).toMatch(
      /^5,"A-102","'=Nobody",.*"No certificate","The seller has no certificate of this customer for New York.","None"$/,
    )
    expect(files['checks.csv']?.trim().split('\r\n'), 'only what the list names').toHaveLength(3)
  })

  it('has lines that go with the account of the person they name', async () => {
    const person = await createPerson(scene.test)
    await scene.test.database.executeAsOwner('update users set email_verified_at = now() where id = $1', [
      person.id,
    ])
    const binder = await started({}, `Invoice,Date,Customer,Email\nP-1,2025-12-01,Pat Doe,${person.email}\n`)
    const exported: unknown[] = []
    const actor = { kind: 'person', id: person.id, role: 'user' } as const
    for (const contribute of personalData.contributors) {
      for await (const entry of contribute(scene.test.services, actor)) {
        if (entry.path !== 'audit-lists.json' || !('rows' in entry)) continue
        for await (const row of entry.rows) exported.push(row)
      }
    }
    expect(exported).toMatchObject([{ reference: 'P-1', business: scene.business.manager.name }])
    for (const erase of personalData.erasers) await erase(scene.test.services, person.id)
    const rows = await rowsOf(
      'select reference, customer_name, email from binder_sales where binder_id = $1',
      [binder.id],
    )
    expect(rows).toEqual([{ reference: 'P-1', customer_name: null, email: null }])
  })

  it.each([
    ['an empty file', '', 'file', 'This file is empty'],
    ['headings alone', 'Invoice number,Date\n', 'file', 'This file has no invoices'],
    [
      'a line without a number',
      'Invoice number,Date\nA-1,2025-06-04\n,2025-06-05\n',
      'file',
      'Line 3: the invoice number is missing.',
    ],
    [
      'a date that is none',
      'Invoice number,Date\nA-1,not a date\n',
      'file',
      'Line 2: “not a date” isn’t a date. Write it like 10/5/2026.',
    ],
    [
      'tax that is neither yes nor no',
      'Invoice number,Date,Tax charged\nA-1,2025-06-04,perhaps\n',
      'file',
      'Line 2: “perhaps” doesn’t say whether tax was charged.',
    ],
    [
      'a sale of 2001',
      'Invoice number,Date\nA-1,2025-06-04\nA-2,05/04/2001\n',
      'file',
      'Line 3: May 4, 2001 is more than 10 years ago. Please correct the date.',
    ],
    [
      'a sale in the future',
      'Invoice number,Date\nA-1,2090-06-04\n',
      'file',
      'Line 2: Jun 4, 2090 is in the future. Please correct the date.',
    ],
    ['no column of numbers', 'Color,Size\nred,1\n', 'file', 'We couldn’t find a column'],
    ['no dates', 'Invoice number\nZ-1\n', 'from', 'Please choose From and To'],
    [
      'eight years',
      'Invoice,Date\nZ-1,2017-01-01\nZ-2,2025-01-01\n',
      'to',
      'A binder can cover up to 7 years',
    ],
    [
      'an open quotation mark',
      'Invoice,Date\n"Z-1,2020-01-01\n',
      'file',
      'Line 2: a quotation mark isn’t closed.',
    ],
  ])('is refused with %s', async (_, csv, field, message) => {
    const answer = await start({ state: 'NY' }, csv)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().fields).toEqual([{ path: field, message: expect.stringContaining(message) }])
    const left = await rowsOf(
      'select id from binders where has_list and id not in (select binder_id from binder_sales)',
    )
    expect(left, 'nothing is left behind').toEqual([])
  })

  it('is refused with a message for each wrong line', async () => {
    const answer = await start({ state: 'NY' }, 'Invoice,Date\nA-1,soon\n,2025-06-04\nA-3,2025-06-04\n')
    expect(answer.json().fields).toEqual([
      { path: 'file', message: 'Line 2: “soon” isn’t a date. Write it like 10/5/2026.' },
      { path: 'file', message: 'Line 3: the invoice number is missing.' },
    ])
  })

  it('says which sales were taxed, and the receipts know it from then on', async () => {
    const expired = await customer({ expiresOn: '2025-05-20' })
    const code = await sale(expired.id, '2026-02-01', 'T-1')
    const binder = await started({}, 'Invoice,Date,Tax\nT-1,2026-02-01,$4.20\nT-2,2026-02-01,0.00\n')
    expect(binder.counts).toMatchObject({ sales: 2, taxed: 1, haveNone: 1, canAsk: 0 })
    const { items } = (await get(`/api/coverage/checks?search=${code}`, scene.business.cookie)).json()
    expect(items).toMatchObject([{ isTaxed: true }])
    const receipt = await get(`/api/coverage/checks/${items[0].id}`, scene.business.cookie)
    expect(receipt.json().decision).toMatchObject({ outcome: 'taxed' })
  })

  it('records a download that begins in the middle like a whole one', async () => {
    const binder = await started(month('2008-06'))
    await make(binder.id)
    const part = await scene.test.call({
      method: 'GET',
      url: `/api/binders/${binder.id}/file`,
      headers: { cookie: scene.business.cookie, range: 'bytes=100-' },
    })
    expect(part.statusCode).toBe(206)
    const actions = (await auditOf(scene.test, binder.id)).map(({ action }) => action)
    expect(actions).toContain('binder.download')
  })

  it('is refused when it has too many lines', async () => {
    const { manager, id: businessId } = scene.business
    const actor = { kind: 'person', id: manager.id, role: 'business', businessId } as const
    async function* parts(lines: number) {
      yield { kind: 'field', name: 'state', value: 'NY' } as const
      const rows = Array.from({ length: lines }, (_, n) => `M-${n},2025-12-02\n`).join('')
      const content = Readable.from([Buffer.from(`Invoice,Date\n${rows}`)])
      yield { kind: 'file', field: 'file', untrustedName: 'list.csv', content } as const
    }
    const create = (lines: number) =>
      createBinder(scene.test.services, { ...systemCall, actor }, parts(lines), 3)
    expect((await create(3)).list).toMatchObject({ rows: 3, unknown: 3 })
    const transact = vi.spyOn(scene.test.services.database, 'transact')
    onTestFinished(() => transact.mockRestore())
    await expect(create(4)).rejects.toMatchObject({
      fields: [{ path: 'file', message: 'A list can have up to 3 invoices. Please split it.' }],
    })
    expect(transact, 'only to find out who asks').toHaveBeenCalledTimes(1)
    expect(binderLimits.listRows).toBe(200_000)
  })
})

describe('starting a binder', () => {
  const period = month('2025-06')
  it.each([
    ['no state', { state: '' }, 'state'],
    ['a state that does not exist', { state: 'ZZ' }, 'state'],
    ['a name instead of a code', { state: 'Texas' }, 'state'],
    ['no first day', { from: '' }, 'from'],
    ['no last day', { to: '' }, 'to'],
    ['a day that does not exist', { to: '2025-02-30' }, 'to'],
    ['its end before its beginning', { from: '2025-06-02', to: '2025-06-01' }, 'to'],
    ['ten years', { from: '2015-01-01', to: '2025-01-01' }, 'to'],
    ['seven years and a day', { from: '2018-06-01', to: '2025-06-01' }, 'to'],
    ['last century', { from: '1999-01-01' }, 'from'],
  ])('is refused with %s', async (_, change, field) => {
    const answer = await start({ state: 'NY', ...period, ...change })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().fields[0].path).toBe(field)
  })

  it('takes exactly seven years', async () => {
    expect((await start({ state: 'NY', from: '2018-06-01', to: '2025-05-31' })).statusCode).toBe(201)
  })

  it('is for managers of the business, and no one else sees the binder', async () => {
    const binder = await started(period)
    await make(binder.id)
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    const rival = await signInAs(scene.test, scene.otherBusiness.manager)
    for (const [who, cookie, status] of [
      ['a viewer', viewer, 403],
      ['another business', rival, 404],
    ] as const) {
      for (const url of ['', '/file', '/missing']) {
        expect((await get(`/api/binders/${binder.id}${url}`, cookie)).statusCode, `${who} ${url}`).toBe(
          status,
        )
      }
      for (const url of ['/make', '/requests']) {
        const answer = await post(`/api/binders/${binder.id}${url}`, {}, cookie)
        expect(answer.statusCode, `${who} ${url}`).toBe(status)
      }
    }
    const { items } = (await get('/api/binders', rival)).json()
    expect(items).toEqual([])
  })

  it('can be undone, and the file goes too', async () => {
    const binder = await started(period)
    await make(binder.id)
    const url = `/api/binders/${binder.id}`
    const remove = () =>
      scene.test.call({ method: 'DELETE', url, headers: { cookie: scene.business.cookie } })
    expect((await remove()).statusCode).toBe(204)
    expect((await remove()).statusCode).toBe(404)
    expect(await storedFiles(binder.id)).toBe(0)
  })
})

const storedFiles = async (id: string) => {
  const rows = await rowsOf<{ count: number }>(
    'select count(*)::integer as count from stored_files where document_id = $1',
    [id],
  )
  return rows[0]?.count
}

describe('keeping binders', () => {
  it('deletes a binder and its file when its time is over', async () => {
    const binder = await started(month('2008-06'))
    await make(binder.id)
    expect(await storedFiles(binder.id)).toBe(1)
    await sweepBinders(scene.test.services)
    expect((await binderOf(binder.id)).status).toBe('ready')
    scene.test.clock.advance(binderLimits.keptDays * dayMs)
    await sweepBinders(scene.test.services)
    scene.business.cookie = await signInAs(scene.test, scene.business.manager)
    expect((await get(`/api/binders/${binder.id}`, scene.business.cookie)).statusCode).toBe(404)
    expect(await storedFiles(binder.id)).toBe(0)
    expect((await auditOf(scene.test, binder.id)).map(({ action }) => action)).toContain('binder.expire')
  })
})

describe('verifying a binder', () => {
  let bytes: Buffer
  beforeAll(async () => {
    scene.business.cookie = await signInAs(scene.test, scene.business.manager)
    scene.cookie = await signInAs(scene.test, scene.owner)
    const one = await customer()
    await sale(one.id, '2026-01-04', 'V-1')
    const binder = await started(month('2026-01'))
    await make(binder.id)
    bytes = await download(binder.id)
  })
  const verify = async (changed: Buffer, key?: string) => verifyBinderFile(await saved(changed), key)

  it('finds a changed byte, wherever it is in the contents of a file', async () => {
    const zip = await fromBufferPromise(bytes, {})
    const places: [string, number][] = []
    for await (const entry of zip.eachEntry()) {
      const header = await zip.readLocalFileHeaderPromise(entry)
      places.push([entry.fileName, header.fileDataStart + Math.floor(entry.compressedSize / 2)])
    }
    expect(places.length).toBeGreaterThan(6)
    const unnoticed: string[] = []
    for (const [name, at] of places) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0x01
      const isGood = await verify(changed).then(
        () => true,
        (error: unknown) => !(error instanceof BinderError),
      )
      if (isGood) unnoticed.push(name)
    }
    expect(unnoticed).toEqual([])
  })

  it('names the file that was changed, removed, added or hidden', async () => {
    const repack = (change: (entries: Map<string, Buffer>) => void) => repacked(bytes, change)
    const problemOf = (change: (entries: Map<string, Buffer>) => void) =>
      repack(change)
        .then((changed) => verify(changed))
        .then(
          () => 'none',
          (error: BinderError) => error.message,
        )
    expect(await problemOf(() => {})).toBe('none')
    expect(await problemOf((entries) => entries.set('checks.csv', Buffer.from('other')))).toBe(
      'checks.csv: this file was changed.',
    )
    expect(await problemOf((entries) => entries.delete('rules.json'))).toBe(
      'rules.json: this file is missing.',
    )
    expect(await problemOf((entries) => entries.set('more.txt', Buffer.from('more')))).toBe(
      'more.txt: this file was added. The manifest doesn’t list it.',
    )
    expect(await problemOf((entries) => entries.delete('manifest.sig'))).toBe(
      'manifest.sig: this file is missing.',
    )
    expect(
      await problemOf((entries) => {
        const manifest = JSON.parse(String(entries.get('manifest.json')))
        entries.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, state: 'TX' })))
      }),
    ).toBe('manifest.sig: the signature doesn’t fit the manifest.')
    const hidden = Buffer.concat([Buffer.from('hidden before the first file'), bytes])
    await expect(verify(hidden)).rejects.toThrow(BinderError)
    const directory = bytes.readUInt32LE(bytes.length - 22 + 16)
    const before = Buffer.concat([
      bytes.subarray(0, directory),
      Buffer.from('hidden'),
      bytes.subarray(directory),
    ])
    before.writeUInt32LE(directory + 6, before.length - 22 + 16)
    await expect(verify(before)).rejects.toThrow('before or after the ZIP’s list of files')
    const commented = Buffer.concat([bytes, Buffer.from('hidden')])
    commented.writeUInt16LE(6, bytes.length - 2)
    await expect(verify(commented)).rejects.toThrow('The ZIP file has a comment')
    await expect(verify(Buffer.from('no ZIP'))).rejects.toThrow('This isn’t a readable ZIP file')
    await expect(verify(bytes.subarray(0, bytes.length - 30))).rejects.toThrow(BinderError)
  })

  it('knows the key of the installation, which stays the same', async () => {
    const { key } = await openSigner(scene.test.services)
    await verify(bytes, key.publicKey.toString('base64'))
    await expect(verify(bytes, Buffer.alloc(32).toString('base64'))).rejects.toThrow('another key')
    expect((await openSigner(scene.test.services)).key).toEqual(key)
  })

  it('works as a command, with a line and an exit code', async () => {
    const run = async (file: string) => {
      const script = path.join(import.meta.dirname, '../../../../scripts/operators/verify-binder.ts')
      return promisify(execFile)(process.execPath, [script, file]).then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
      )
    }
    expect(await run(await saved(bytes))).toMatchObject({
      code: 0,
      text: expect.stringContaining('files are as they were made, and the signature fits.'),
    })
    const changed = await repacked(bytes, (entries) => entries.set('checks.csv', Buffer.from('x')))
    expect(await run(await saved(changed))).toEqual({
      code: 1,
      text: 'BAD: checks.csv: this file was changed.\n',
    })
    expect((await run('/no/such/file')).code).toBe(2)
  })
})

async function repacked(bytes: Buffer, change: (entries: Map<string, Buffer>) => void): Promise<Buffer> {
  const zip = await fromBufferPromise(bytes, {})
  const entries = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  change(entries)
  const files = [...entries].map(([name, content]) => ({
    path: name,
    open: async () => Readable.from([content]),
    isCompressed: true,
  }))
  return buffer(zipOf(files, { mtime: new Date(), signal: new AbortController().signal }))
}
