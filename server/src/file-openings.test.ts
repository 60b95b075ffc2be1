/** Every route that sends a file, asked for as a whole and in parts: whatever leaves the server is in the audit log. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { auditActions } from '@exempta/contract/admin/audit'
import type { DocumentAccess } from '@exempta/contract/admin/documents'
import type { FileResponse, Route } from '@exempta/contract/route'
import { routes } from '@exempta/contract/routes'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makeKey } from '../test/api-keys.ts'
import { archiveOf } from '../test/archive.ts'
import { certificateScene } from '../test/certificates.ts'
import { linkIn, readEmails } from '../test/mailbox.ts'
import { createPerson, signInAs } from '../test/people.ts'
import { jpegBytes, pdfBytes } from '../test/uploads.ts'
import { limits } from './features/public/limits.ts'

const { scene, get, post, share, newDocument, confirmed } = certificateScene()

type FileRoute = Route & { response: FileResponse }
const fileRoutes = routes.filter(
  (route): route is FileRoute => typeof route.response === 'object' && 'contentTypes' in route.response,
)
const nameOf = ({ method, path }: Route) => `${method} ${path}`

interface Way {
  url: string
  headers: Record<string, string>
}
const ways = new Map<string, Way>()
const way = (name: string, url: string, cookie: string) => ways.set(name, { url, headers: { cookie } })

const rowsOf = async <T>(statement: string, values: unknown[] = []): Promise<T[]> =>
  (await scene.test.database.executeAsOwner(statement, values)).rows as T[]

async function send(
  url: string,
  cookie: string,
  fields: Record<string, string>,
  file?: [string, string, BlobPart],
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append(file[0], new Blob([file[2]]), file[1])
  const body = new Response(form)
  const answer = await scene.test.call({
    method: 'POST',
    url,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '', cookie },
  })
  expect([201, 204], `${url} ${answer.body}`).toContain(answer.statusCode)
  return answer.body ? answer.json() : undefined
}
const newest = async (to: string, template: string) => {
  const message = (await readEmails(scene.test, to)).filter((each) => each.template === template).at(-1)
  if (!message) throw new Error(`${to} got no ${template}`)
  return message
}
/** Opens an emailed link with its code. */
async function enter(kind: 'shared' | 'audit', to: string, templates: [link: string, code: string]) {
  const token =
    linkIn(await newest(to, templates[0]))
      .split('/')
      .at(-1) ?? ''
  const look = (await post(`/api/${kind}/look`, { token }, '')).json()
  await post(`/api/${kind}/codes`, { token }, '')
  const code = /\b\d{6}\b/.exec((await newest(to, templates[1])).text)?.[0] ?? ''
  const opened = await post(`/api/${kind}/viewers`, { token, code }, '')
  expect(opened.statusCode, opened.body).toBe(204)
  return { id: look.id as string, cookie: `${opened.cookies[0]?.name}=${opened.cookies[0]?.value}` }
}

let walkedId: string

async function prepareDocuments() {
  const { id: businessId, cookie: business } = scene.business
  const id = await newDocument()
  walkedId = id
  await confirmed(id, { purchaser: 'Walked Foods', seller: scene.business.manager.name })
  await share({ documentIds: [id], businessIds: [businessId], emails: ['walk@example.org'] })
  const [row] = await rowsOf<{ id: string }>(
    'select id from document_shares where document_id = $1 and business_id is not null',
    [id],
  )
  const shareId = row?.id ?? ''
  const { key } = await makeKey(scene.test, scene.business)
  const headers = { authorization: `Bearer ${key}` }
  way('GET /api/documents/:id/pages/:page', `/api/documents/${id}/pages/1`, business)
  way('GET /api/documents/:id/file', `/api/documents/${id}/file`, business)
  way('GET /api/documents/archive', `/api/documents/archive?ids=${id}`, scene.cookie)
  way('GET /api/view/:token', (await post(`/api/documents/${id}/view-links`, {})).json().url, scene.cookie)
  ways.set('GET /api/v1/documents/:id/file', { url: `/api/v1/documents/${shareId}/file`, headers })
  ways.set('GET /api/v1/documents/:id/pages/:page', { url: `/api/v1/documents/${shareId}/pages/1`, headers })
  const viewer = await enter('shared', 'walk@example.org', ['mail-share', 'mail-share-code'])
  const shared = `/api/shared/${viewer.id}/documents/${id}`
  way('GET /api/shared/:link/documents/:id/pages/:page', `${shared}/pages/1`, viewer.cookie)
  way('GET /api/shared/:link/documents/:id/file', `${shared}/file`, viewer.cookie)

  await post('/api/received/verify', { documents: [{ id: shareId, version: 1 }] }, business)
  const proof = await send(
    `/api/received/${shareId}/verifications`,
    business,
    { kind: 'state-site', state: 'NY', result: 'active' },
    ['proof', 'screenshot.jpg', new Uint8Array(jpegBytes())],
  )
  const ledger = `/api/received/${shareId}/verifications`
  way('GET /api/received/:id/verifications/:verificationId/proof', `${ledger}/${proof.id}/proof`, business)
}

async function prepareBinder() {
  const { cookie } = scene.business
  const found = await get('/api/coverage/customers?search=Walked', cookie)
  const sale = { customerId: found.json().items[0]?.id, state: 'NY', on: '2025-06-04', reference: 'INV-1' }
  const saved = await post('/api/coverage/checks', { ...sale, locationId: null, allowedReason: '' }, cookie)
  expect(saved.statusCode, saved.body).toBe(201)
  const binder = await send('/api/binders', cookie, { state: 'NY', from: '2025-06-01', to: '2025-06-28' })
  const url = `/api/binders/${binder.id}`
  await post(`${url}/make`, {}, cookie)
  await vi.waitFor(async () => expect((await get(url, cookie)).json().status).toBe('ready'), {
    timeout: 60_000,
    interval: 100,
  })
  way('GET /api/binders/:id/file', `${url}/file`, cookie)
  way('GET /api/binders/:id/missing', `${url}/missing`, cookie)
  const endsOn = new Date(scene.test.clock.now().getTime() + 864e6).toISOString().slice(0, 10)
  const invited = await post(`${url}/auditors`, { email: 'auditor@tax.example', endsOn }, cookie)
  expect(invited.statusCode, invited.body).toBe(201)
  const auditor = await enter('audit', 'auditor@tax.example', ['auditor-invitation', 'auditor-code'])
  const base = `/api/audit/${invited.json().id}`
  const { items } = (await get(`${base}/certificates`, auditor.cookie)).json()
  way('GET /api/audit/:grant/certificates/:id', `${base}/certificates/${items[0]?.id}`, auditor.cookie)
  way('GET /api/audit/:grant/file', `${base}/file`, auditor.cookie)
}

async function prepareArchive() {
  const { cookie } = scene.business
  const { add, listOf } = archiveOf(
    () => scene.test,
    () => cookie,
  )
  const { id } = await add([{ path: 'walked.pdf', bytes: pdfBytes('walked') }])
  const [file] = await listOf(id, 'look')
  way('GET /api/archive/files/:id/pages/:page', `/api/archive/files/${file?.id}/pages/1`, cookie)
}

async function prepareLists() {
  const { cookie, id: businessId } = scene.business
  way('GET /api/coverage/csv', '/api/coverage/csv', cookie)
  way('GET /api/coverage/checks/csv', '/api/coverage/checks/csv', cookie)
  way('GET /api/received/reports/csv', '/api/received/reports/csv?from=2026-01-01&to=2026-01-31', cookie)
  const campaign = await send('/api/requests/campaigns', cookie, { name: 'Walk' }, [
    'file',
    'customers.csv',
    'Company,Email\nOne,one@example.org\nTwo,\n',
  ])
  const list = `/api/requests/campaigns/${campaign.id}`
  way('GET /api/requests/campaigns/:id/missing', `${list}/missing`, cookie)
  way('GET /api/requests/campaigns/:id/problems', `${list}/problems`, cookie)
  const customers = await send('/api/customers/imports', cookie, {}, ['file', 'customers.csv', 'Name\nOne\n'])
  way(
    'GET /api/customers/imports/:id/lines-to-correct',
    `/api/customers/imports/${customers.id}/lines-to-correct`,
    cookie,
  )
  way('GET /api/customers/export', '/api/customers/export', cookie)

  const administrator = await createPerson(scene.test, 'admin')
  const admin = await signInAs(scene.test, administrator)
  way('GET /api/admin/audit-log/csv', '/api/admin/audit-log/csv', admin)
  const { place: folder } = scene.test.services.backups
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'exempta-1.backup'), 'sealed')
  const backupId = randomUUID()
  await rowsOf(
    `insert into backups (id, cause, created_at, file_name, status)
     values ($1, 'schedule', now(), 'exempta-1.backup', 'made')`,
    [backupId],
  )
  const { password } = administrator
  const { url: backup } = (await post(`/api/admin/backups/${backupId}/link`, { password }, admin)).json()
  way('GET /api/admin/backup-files/:token', backup, admin)
  way('GET /api/admin/documents/:id/access/csv', `/api/admin/documents/${walkedId}/access/csv`, admin)
  const definition = {
    name: 'Walk',
    type: 'documents',
    columns: ['name'],
    filters: {},
    joins: [],
    groupBy: [],
    aggregations: [],
  }
  way(
    'GET /api/reports/csv',
    `/api/reports/csv?definition=${encodeURIComponent(JSON.stringify(definition))}`,
    admin,
  )
  const evidence = `/api/admin/businesses/${businessId}/evidence`
  const kept = await send(evidence, admin, { note: '' }, [
    'file',
    'registration.pdf',
    '%PDF-1.7 registration',
  ])
  way('GET /api/admin/businesses/:id/evidence/:evidenceId/file', `${evidence}/${kept.id}/file`, admin)
  await prepareOthers(admin)
}

/** Someone applies for a position, and someone asks for a copy of their data. */
async function prepareOthers(admin: string) {
  const { stamp } = (await get('/api/form-stamp', '')).json()
  scene.test.clock.advance(limits.formFilledMinMs)
  const fields = {
    position: 'security-engineer',
    name: 'Ada',
    email: 'ada@example.org',
    phone: '+1 (555) 010-2345',
  }
  await send('/api/applications', '', { ...fields, website: '', stamp }, [
    'resume',
    'cv.pdf',
    '%PDF-1.7 résumé',
  ])
  const [application] = (await get('/api/applications', admin)).json().items
  way('GET /api/applications/:id/resume', `/api/applications/${application.id}/resume`, admin)

  await post('/api/privacy/export', {})
  const newestExport = async () => (await get('/api/privacy/export')).json().export
  await vi.waitFor(async () => expect((await newestExport()).status).toBe('ready'), {
    timeout: 60_000,
    interval: 100,
  })
  const { id } = await newestExport()
  way('GET /api/privacy/export/:id/file', `/api/privacy/export/${id}/file`, scene.cookie)
}

beforeAll(async () => {
  await prepareDocuments()
  await prepareBinder()
  await prepareArchive()
  await prepareLists()
}, 120_000)

/** As if everything so far had happened long ago, so that nothing counts as the same opening. */
async function forget() {
  await rowsOf(`update audit_entries set at = at - interval '31 minutes'`)
  await rowsOf(`update share_events set at = at - interval '31 minutes'`)
  await rowsOf('delete from mail_share_openings')
}
const countOf = async (actions: readonly string[]) => {
  const [row] = await rowsOf<{ count: number }>(
    `select count(*)::int as count from audit_entries where action = any($1) and result = 'done'`,
    [actions],
  )
  return row?.count ?? 0
}
const ask = ({ url, headers }: Way, more: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
  scene.test.call({ method, url, headers: { ...headers, ...more } })

const requests: [string, Record<string, string>][] = [
  ['the whole', {}],
  ['bytes=0-', { range: 'bytes=0-' }],
  ['bytes=1-', { range: 'bytes=1-' }],
  ['bytes=-1', { range: 'bytes=-1' }],
  ['bytes=0-0,2-3', { range: 'bytes=0-0,2-3' }],
  ['bytes=1- of another version', { range: 'bytes=1-', 'if-range': '"older"' }],
]

describe.each(fileRoutes.map((route) => [nameOf(route), route.response.opening] as const))(
  '%s',
  (name, opening) => {
    if ('unrecorded' in opening) {
      it('says why its opening is not recorded', () => {
        expect(opening.unrecorded).toMatch(/^[A-Z].{10,}/)
        expect(ways.has(name)).toBe(false)
      })
      return
    }

    it('is recorded, whatever part of it is asked for', async () => {
      const found = ways.get(name)
      if (!found) throw new Error(`This test has to ask for ${name}, too.`)
      expect(auditActions).toEqual(expect.arrayContaining([...opening.actions]))
      for (const [what, headers] of requests) {
        await forget()
        const before = await countOf(opening.actions)
        const answer = await ask(found, headers)
        expect([200, 206], `${what} ${answer.body.slice(0, 200)}`).toContain(answer.statusCode)
        expect(answer.rawPayload.length, what).toBeGreaterThan(0)
        expect(await countOf(opening.actions), what).toBe(before + 1)
      }
      const { etag } = (await ask(found, {})).headers
      if (etag) {
        await forget()
        const before = await countOf(opening.actions)
        const part = await ask(found, { range: 'bytes=1-', 'if-range': String(etag) })
        expect([part.statusCode, await countOf(opening.actions)]).toEqual([206, before + 1])
      }
    })

    it('is not recorded when nothing of it leaves', async () => {
      const found = ways.get(name)
      if (!found) throw new Error(`This test has to ask for ${name}, too.`)
      await forget()
      const before = await countOf(opening.actions)
      const answer = await ask(found, { range: 'bytes=1-' }, 'HEAD')
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0])
      expect(await countOf(opening.actions)).toBe(before)
    })
  },
)

describe('the page of a document for administrators', () => {
  it('lists everyone who received, opened or downloaded it, also in binders, also after it was deleted', async () => {
    for (const found of ways.values()) {
      await forget()
      await ask(found, {})
    }
    const admin = await signInAs(scene.test, await createPerson(scene.test, 'admin'))
    const lines = async () => {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const url: string = `/api/admin/documents/${walkedId}/access?limit=7${cursor && `&cursor=${cursor}`}`
        const page: { items: DocumentAccess[]; nextCursor: string | null } = (await get(url, admin)).json()
        found.push(...page.items.map(({ act, by, through }) => `${by.kind} ${act} ${through}`))
        cursor = page.nextCursor
      }
      return [...new Set(found)].sort()
    }
    const { name } = scene.business.manager
    const whole = [
      `auditor downloaded-binder ${name}`,
      `auditor opened ${name}`,
      `key downloaded ${name}`,
      `key opened ${name}`,
      'owner downloaded null',
      'owner opened null',
      `person downloaded ${name}`,
      `person downloaded-binder ${name}`,
      `person opened ${name}`,
      'recipient downloaded walk@example.org',
      'recipient opened walk@example.org',
      `recipient received ${name}`,
      'recipient received walk@example.org',
    ]
    expect(await lines()).toEqual(whole)
    const csv = (await get(`/api/admin/documents/${walkedId}/access/csv`, admin)).body
    for (const text of [
      'auditor@tax.example',
      'walk@example.org',
      scene.business.manager.email,
      'Invited auditor',
    ]) {
      expect(csv, text).toContain(text)
    }
    const log = await get(
      `/api/admin/audit-log?action=auditor.open-certificate&search=auditor@tax.example`,
      admin,
    )
    expect(log.json().items.length).toBeGreaterThan(0)

    await rowsOf('delete from documents where id = $1', [walkedId])
    expect((await get(`/api/admin/documents/${walkedId}`, admin)).statusCode).toBe(404)
    expect((await lines()).filter((line) => line.startsWith('auditor'))).toEqual(whole.slice(0, 2))
  })
})
