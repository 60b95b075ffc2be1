import { type Auditor, type AuditView, auditorLimits } from '@exempta/contract/binders/auditors'
import { dayMs, hourMs, minuteMs } from '@exempta/contract/durations'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditOf } from '../../../../test/audit.ts'
import { certificateScene } from '../../../../test/certificates.ts'
import { linkIn, readEmails } from '../../../../test/mailbox.ts'
import { addMember, createPerson, signInAs } from '../../../../test/people.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { formOf } from '../../../../test/uploads.ts'
import { personalData } from '../../../features.ts'
import type { PersonActor } from '../../../platform/call.ts'
import { limits } from '../../../platform/limits.ts'
import { sweepBinders } from '../jobs.ts'

const { scene, get, post, share, revoke, newDocument, confirmed } = certificateScene()

const rowsOf = async <T>(statement: string, values: unknown[] = []): Promise<T[]> =>
  (await scene.test.database.executeAsOwner(statement, values)).rows as T[]

async function signIn() {
  scene.business.cookie = await signInAs(scene.test, scene.business.manager)
  scene.cookie = await signInAs(scene.test, scene.owner)
}

let made = 0
async function customer(change: object = {}, sharedAt = '2025-05-10T15:00:00Z') {
  made += 1
  const name = `Auditor${made} Foods`
  const documentId = await newDocument(scene.cookie)
  await confirmed(documentId, { purchaser: name, seller: scene.business.manager.name, ...change })
  expect((await share({ documentIds: [documentId], businessIds: [scene.business.id] })).statusCode).toBe(200)
  const [row] = await rowsOf<{ id: string }>('select id from document_shares where document_id = $1', [
    documentId,
  ])
  const shareId = row?.id ?? ''
  // Shared before the sales of these tests: states give sellers some days to get a certificate, and no more.
  await rowsOf('update document_shares set shared_at = $2 where id = $1', [shareId, sharedAt])
  await post('/api/received/verify', { documents: [{ id: shareId, version: 1 }] }, scene.business.cookie)
  const found = await get(`/api/coverage/customers?search=Auditor${made}`, scene.business.cookie)
  return { name, documentId, shareId, id: (found.json().items[0]?.id ?? '') as string }
}
const sale = async (customerId: string, on: string, reference: string) => {
  const body = { customerId, state: 'NY', on, reference, locationId: null, allowedReason: '' }
  const answer = await post('/api/coverage/checks', body, scene.business.cookie)
  expect(answer.statusCode, answer.body).toBe(201)
}

async function started(month: string): Promise<string> {
  const { payload, headers } = await formOf([], { state: 'NY', from: `${month}-01`, to: `${month}-28` })
  const answer = await scene.test.call({
    method: 'POST',
    url: '/api/binders',
    payload,
    headers: { ...headers, cookie: scene.business.cookie },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
async function make(id: string) {
  expect((await post(`/api/binders/${id}/make`, {}, scene.business.cookie)).statusCode).toBe(202)
  await vi.waitFor(
    async () =>
      expect((await get(`/api/binders/${id}`, scene.business.cookie)).json().status, id).toBe('ready'),
    { timeout: 60_000, interval: 100 },
  )
}
const ready = async (month: string) => {
  const id = await started(month)
  await make(id)
  return id
}

let addresses = 0
let email: string
beforeEach(async () => {
  await signIn()
  addresses += 1
  email = `auditor-${addresses}@tax.example`
})

const inDays = (days: number) =>
  new Date(scene.test.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)
const invite = (binderId: string, change: object = {}, as = scene.business.cookie) =>
  post(`/api/binders/${binderId}/auditors`, { email, endsOn: inDays(auditorLimits.days), ...change }, as)
const auditorsOf = async (binderId: string): Promise<Auditor[]> =>
  (await get(`/api/binders/${binderId}/auditors`, scene.business.cookie)).json().items
const end = (binderId: string, grantId: string, as = scene.business.cookie) =>
  scene.test.call({
    method: 'DELETE',
    url: `/api/binders/${binderId}/auditors/${grantId}`,
    headers: { cookie: as },
  })
const newest = async (template: string, to = email) => {
  const message = (await readEmails(scene.test, to)).filter((each) => each.template === template).at(-1)
  if (!message) throw new Error(`There was no mail ${template}`)
  return message
}
async function invited(binderId: string, change: object = {}) {
  const answer = await invite(binderId, change)
  expect(answer.statusCode, answer.body).toBe(201)
  const token = linkIn(await newest('auditor-invitation')).split('/audit/')[1] ?? ''
  return { auditor: answer.json() as Auditor, token }
}
const look = (token: string) => post('/api/audit/look', { token }, '')
const askForCode = (token: string) => post('/api/audit/codes', { token }, '')
const enter = (token: string, code: string) => post('/api/audit/viewers', { token, code }, '')
async function codeFor(token: string) {
  scene.test.clock.advance(limits.shareCodeResendMs)
  expect((await askForCode(token)).statusCode).toBe(202)
  return /\b\d{6}\b/.exec((await newest('auditor-code')).text)?.[0] ?? ''
}
async function opened(binderId: string, change: object = {}) {
  const { auditor, token } = await invited(binderId, change)
  const answer = await enter(token, await codeFor(token))
  expect(answer.statusCode, answer.body).toBe(204)
  const base = `/api/audit/${auditor.id}`
  const [set] = answer.cookies
  expect(set).toMatchObject({ path: base, httpOnly: true, sameSite: 'Strict', maxAge: 3600 })
  return { id: auditor.id, token, base, cookie: `${set?.name}=${set?.value}` }
}
type Opened = Awaited<ReturnType<typeof opened>>
const statuses = async ({ base, cookie, token }: Opened, certificateId: string) => {
  const found: Record<string, number> = {}
  for (const path of [
    '',
    '/changes?state=x',
    '/sales',
    '/certificates',
    `/certificates/${certificateId}`,
    '/file',
  ]) {
    found[path.replace(certificateId, 'ID')] = (await get(base + path, cookie)).statusCode
  }
  found.look = (await look(token)).statusCode
  found.code = (await askForCode(token)).statusCode
  return found
}
const all = (status: number) => ({
  '': status,
  '/changes?state=x': status,
  '/sales': status,
  '/certificates': status,
  '/certificates/ID': status,
  '/file': status,
  look: status,
  code: status,
})

/** A finished binder with two receipts of one customer, and a certificate that no sale relied on. */
let binderId: string
let good: Awaited<ReturnType<typeof customer>>
let certificateId: string
beforeAll(async () => {
  await signIn()
  good = await customer()
  await sale(good.id, '2025-06-04', 'INV-1')
  await sale(good.id, '2025-06-05', 'INV-2')
  binderId = await ready('2025-06')
  const [copy] = await rowsOf<{ id: string }>('select id from kept_copies where share_id = $1', [
    good.shareId,
  ])
  certificateId = copy?.id ?? ''
})

describe('an invited auditor', () => {
  it('needs a new code when the clock is set back after the code or the hour has passed', async () => {
    const auditor = await opened(binderId)
    scene.test.clock.advance(limits.shareCodeResendMs)
    expect((await askForCode(auditor.token)).statusCode).toBe(202)
    const code = /\b\d{6}\b/.exec((await newest('auditor-code')).text)?.[0] ?? ''
    scene.test.clock.advance(shareLimits.viewerSessionMs)
    scene.test.clock.now()
    scene.test.clock.advance(-shareLimits.viewerSessionMs + minuteMs)
    expect((await get(auditor.base, auditor.cookie)).statusCode).toBe(401)
    expect((await enter(auditor.token, code)).statusCode).toBe(401)
    scene.test.clock.advance(shareLimits.viewerSessionMs)
  })

  it('sees counts, receipts, certificates and the file of this binder, and each look is recorded', async () => {
    const auditor = await opened(binderId)
    const { base, cookie } = auditor
    const view: AuditView = (await get(base, cookie)).json()
    expect(view).toMatchObject({
      business: scene.business.manager.name,
      email,
      binder: {
        state: 'NY',
        from: '2025-06-01',
        to: '2025-06-28',
        hasList: false,
        counts: { sales: 2, covered: 2, checks: 2, certificates: 1 },
      },
    })
    expect(view.binder?.counts).not.toHaveProperty('canAsk')
    const first = (await get(`${base}/sales?limit=1`, cookie)).json()
    expect(first.items).toMatchObject([
      { on: '2025-06-04', reference: 'INV-1', customer: good.name, outcome: 'covered', certificateId },
    ])
    const second = (await get(`${base}/sales?limit=1&cursor=${first.nextCursor}`, cookie)).json()
    expect(second).toMatchObject({ items: [{ reference: 'INV-2' }], nextCursor: null })
    const certificates = (await get(`${base}/certificates`, cookie)).json()
    expect(certificates).toMatchObject({
      items: [{ id: certificateId, customer: good.name }],
      nextCursor: null,
    })
    const certificate = await get(`${base}/certificates/${certificateId}`, cookie)
    const relied = await get(`/api/documents/${good.documentId}/file`, scene.business.cookie)
    expect(certificate.headers['content-type']).toBe('application/pdf')
    expect(certificate.headers['content-disposition']).toContain('inline')
    expect(certificate.rawPayload.equals(relied.rawPayload)).toBe(true)
    const file = await get(`${base}/file`, cookie)
    const own = await get(`/api/binders/${binderId}/file`, scene.business.cookie)
    expect(file.rawPayload.equals(own.rawPayload)).toBe(true)
    expect(Object.keys(await readZip(file.rawPayload))).toContain('manifest.sig')

    const entries = await auditOf(scene.test, auditor.id)
    expect(entries.map(({ action, result }) => [action, result])).toEqual([
      ['auditor.invite', 'done'],
      ['auditor.send-code', 'done'],
      ['auditor.open', 'done'],
      ['auditor.look', 'done'],
      ['auditor.open-certificate', 'done'],
      ['auditor.download', 'done'],
    ])
    expect(JSON.stringify(entries)).not.toContain(email)
    const administrator = await signInAs(scene.test, await createPerson(scene.test, 'admin'))
    const log = await get(`/api/admin/audit-log?targetKind=auditor&targetId=${auditor.id}`, administrator)
    const named = (log.json().items as { action: string; actor: { name: string | null } }[]).map(
      ({ action, actor }) => [action, actor.name],
    )
    expect(named).toContainEqual(['auditor.download', `Invited auditor ${email}`])
    expect(named, 'anyone with the link can ask for a code').toContainEqual(['auditor.send-code', null])
    const at = scene.test.clock.now().toISOString()
    expect(await auditorsOf(binderId)).toContainEqual(
      expect.objectContaining({ id: auditor.id, status: 'seen', lastSeenAt: at }),
    )
    for (const secret of [auditor.token, email]) expect(scene.test.logged(), secret).not.toContain(secret)
  })

  it('opens nothing outside of the binder', async () => {
    const other = await customer()
    const { base, cookie } = await opened(binderId)
    expect((await get(`${base}/certificates/${other.shareId}`, cookie)).statusCode).toBe(404)
    for (const path of [
      '/api/binders',
      `/api/binders/${binderId}`,
      `/api/documents/${other.documentId}/file`,
    ]) {
      expect((await get(path, cookie)).statusCode, path).toBe(401)
    }
    expect((await get(`${base}/sales?cursor=x`, cookie)).statusCode).toBe(422)
  })

  it('needs the code, which goes to the invited address whoever has the link', async () => {
    const one = await opened(binderId)
    email = `other-${email}`
    const { auditor, token } = await invited(binderId)
    expect((await look(token)).json()).toEqual({
      id: auditor.id,
      business: scene.business.manager.name,
      email: 'o•••@tax.example',
    })
    const base = `/api/audit/${auditor.id}`
    for (const [who, cookie] of [
      ['nobody', ''],
      ['another auditor', one.cookie],
      ['a manager', scene.business.cookie],
    ] as const) {
      for (const path of ['', '/sales', '/certificates', `/certificates/${certificateId}`, '/file']) {
        const answer = await get(base + path, cookie)
        expect([answer.statusCode, answer.json().code], `${who} ${path}`).toEqual([401, 'code-needed'])
      }
    }
    const code = await codeFor(token)
    expect((await askForCode(token)).statusCode, 'a second code at once').toBe(429)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 1; guess <= limits.shareCodeAttempts; guess++) {
      scene.test.clock.advance(15_000)
      expect((await enter(token, wrong)).json().code, `guess ${guess}`).toBe('wrong-code')
    }
    scene.test.clock.advance(minuteMs)
    expect((await enter(token, code)).json().code, 'after five wrong ones').toBe('wrong-code')
    const refused = (await auditOf(scene.test, auditor.id)).filter(({ result }) => result === 'refused')
    expect(refused.map(({ action }) => action)).toEqual(Array(6).fill('auditor.open'))
  })

  it('confirms the address again after an hour, or after leaving', async () => {
    const { base, cookie, token } = await opened(binderId)
    const leave = await scene.test.call({ method: 'DELETE', url: base, headers: { cookie } })
    expect(leave.statusCode).toBe(204)
    expect((await get(base, cookie)).statusCode).toBe(401)
    const again = await enter(token, await codeFor(token))
    const fresh = `${again.cookies[0]?.name}=${again.cookies[0]?.value}`
    expect((await get(base, fresh)).statusCode).toBe(200)
    scene.test.clock.advance(hourMs)
    expect((await get(base, fresh)).statusCode).toBe(401)
  })

  it.each(['x'.repeat(43), 'short', '../..'])(
    'with a link that was never made (%s) learns nothing',
    async (token) => {
      const answers = [await look(token), await askForCode(token), await enter(token, '123456')]
      const gone = [410, 'gone']
      expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([gone, gone, gone])
    },
  )
})

describe('access ends', () => {
  it('at once when it is revoked, on an open page too', async () => {
    const auditor = await opened(binderId)
    const { state } = (await get(auditor.base, auditor.cookie)).json()
    const waiting = get(`${auditor.base}/changes?state=${state}`, auditor.cookie)
    expect((await end(binderId, auditor.id)).statusCode).toBe(204)
    const answer = await waiting
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'gone'])
    expect(await statuses(auditor, certificateId)).toEqual(all(410))
    expect(await auditorsOf(binderId)).toContainEqual(
      expect.objectContaining({ id: auditor.id, status: 'revoked' }),
    )
    expect((await end(binderId, auditor.id)).statusCode, 'a second time').toBe(404)
  })

  it('when the binder is deleted', async () => {
    const id = await ready('2009-06')
    const auditor = await opened(id)
    const { state } = (await get(auditor.base, auditor.cookie)).json()
    const waiting = get(`${auditor.base}/changes?state=${state}`, auditor.cookie)
    const url = `/api/binders/${id}`
    await scene.test.call({ method: 'DELETE', url, headers: { cookie: scene.business.cookie } })
    // Nothing is left of the access, so from now on the browser's cookie is unknown.
    expect([401, 410]).toContain((await waiting).statusCode)
    expect((await get(auditor.base, auditor.cookie)).statusCode).toBe(401)
    expect((await look(auditor.token)).statusCode).toBe(410)
    expect(await rowsOf('select from auditor_grants where binder_id = $1', [id])).toEqual([])
  })

  it('while the business is not active', async () => {
    const auditor = await opened(binderId)
    const set = (status: string) =>
      rowsOf('update businesses set status = $1 where id = $2', [status, scene.business.id])
    await set('inactive')
    expect(await statuses(auditor, certificateId)).toEqual(all(410))
    await set('active')
    expect((await get(auditor.base, auditor.cookie)).statusCode).toBe(200)
  })

  it('for a certificate when its owner stops sharing it, and for the contents while the file is made again', async () => {
    const unused = await customer()
    const id = await started('2010-06')
    await make(id)
    const auditor = await opened(id)
    const { base, cookie } = auditor
    const url = `${base}/certificates/${unused.shareId}`
    expect((await get(url, cookie)).statusCode).toBe(200)
    const late = await customer()
    const list = async () => (await get(`${base}/certificates?limit=100`, cookie)).json().items
    const ids = (await list()).map((one: { id: string }) => one.id)
    expect(ids).toContain(unused.shareId)
    expect(ids, 'it was not there when the file was made').not.toContain(late.shareId)
    const setNeedsCheck = (isNeeded: boolean) =>
      rowsOf('update documents set needs_check = $1 where id = $2', [isNeeded, unused.documentId])
    await setNeedsCheck(true)
    expect((await get(url, cookie)).statusCode, 'while its owner has to check it').toBe(404)
    await setNeedsCheck(false)
    expect((await revoke([unused.shareId])).statusCode).toBe(200)
    expect((await get(url, cookie)).statusCode, 'before any job has run').toBe(404)
    await sweepBinders(scene.test.services)
    expect((await get(base, cookie)).json().binder).toBeNull()
    for (const path of ['/sales', '/certificates', '/file']) {
      expect((await get(base + path, cookie)).statusCode, path).toBe(410)
    }
    await make(id)
    expect((await get(base, cookie)).json().binder).toMatchObject({ state: 'NY' })
    expect((await get(`${base}/file`, cookie)).statusCode).toBe(200)
  })
})

describe('inviting', () => {
  it.each([
    ['no address', { email: '' }, 'email'],
    ['a broken address', { email: 'auditor at tax' }, 'email'],
    ['a day that does not exist', { endsOn: '2026-02-30' }, 'endsOn'],
    ['yesterday', { endsOn: () => inDays(-1) }, 'endsOn'],
    ['91 days', { endsOn: () => inDays(91) }, 'endsOn'],
  ])('is refused with %s', async (_, change, field) => {
    const values = Object.entries(change).map(([name, value]) => [
      name,
      typeof value === 'function' ? value() : value,
    ])
    const answer = await invite(binderId, Object.fromEntries(values))
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().fields[0].path).toBe(field)
  })

  it('takes a finished binder and an address that isn’t invited yet', async () => {
    const draft = await started('2011-06')
    const early = await invite(draft)
    expect([early.statusCode, early.json().code]).toEqual([409, 'conflict'])
    const { auditor } = await invited(binderId)
    expect((await invite(binderId, { email: email.toUpperCase() })).statusCode).toBe(409)
    await end(binderId, auditor.id)
    expect((await invite(binderId)).statusCode).toBe(201)
  })

  it('is for managers of the business', async () => {
    const { auditor } = await invited(binderId)
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    const rival = await signInAs(scene.test, scene.otherBusiness.manager)
    for (const [who, cookie, status] of [
      ['a viewer', viewer, 403],
      ['another business', rival, 404],
    ] as const) {
      const url = `/api/binders/${binderId}/auditors`
      expect((await get(url, cookie)).statusCode, who).toBe(status)
      expect((await invite(binderId, {}, cookie)).statusCode, who).toBe(status)
      expect((await end(binderId, auditor.id, cookie)).statusCode, who).toBe(status)
    }
  })

  it('shows when the email could not be delivered', async () => {
    const { auditor } = await invited(binderId)
    const statusOf = async () => (await auditorsOf(binderId)).find(({ id }) => id === auditor.id)?.status
    expect(await statusOf()).toBe('invited')
    await rowsOf(
      `update mails set status = 'failed' where id = (select mail_id from auditor_grants where id = $1)`,
      [auditor.id],
    )
    expect(await statusOf()).toBe('bounced')
  })
})

describe('the data of auditors', () => {
  it('is in the export of who invited and of who was invited, and goes with the account', async () => {
    const person = await createPerson(scene.test)
    email = person.email
    await rowsOf('update users set email_verified_at = now() where id = $1', [person.id])
    const auditor = await opened(binderId)
    const filesOf = async (actor: PersonActor) => {
      const found: Record<string, unknown[]> = {}
      for (const contribute of personalData.contributors) {
        for await (const part of contribute(scene.test.services, actor)) {
          if (!('rows' in part) || !/auditor/.test(part.path)) continue
          const rows: unknown[] = []
          for await (const row of part.rows) rows.push(row)
          found[part.path] = rows
        }
      }
      return found
    }
    expect(await filesOf({ kind: 'person', id: person.id, role: 'user' })).toMatchObject({
      'auditor-access.json': [{ id: auditor.id, business: scene.business.manager.name, state: 'NY' }],
    })
    const own = await filesOf({
      kind: 'person',
      id: scene.business.manager.id,
      role: 'business',
      businessId: scene.business.id,
    })
    expect(own['invited-auditors.json']).toContainEqual(expect.objectContaining({ id: auditor.id, email }))
    for (const erase of personalData.erasers) await erase(scene.test.services, person.id)
    expect((await look(auditor.token)).statusCode).toBe(410)
    expect(await rowsOf('select from auditor_grants where id = $1', [auditor.id])).toEqual([])
  })
})

/** Last, because time passes. */
describe('as time passes', () => {
  it('access ends by itself on its day, after 90 days at the latest, and is forgotten after that', async () => {
    const short = await opened(binderId, { endsOn: inDays(1) })
    email = `long-${email}`
    const long = await opened(binderId, { endsOn: inDays(90) })
    const [row] = (await auditorsOf(binderId)).filter(({ id }) => id === long.id)
    const days = (new Date(row?.expiresAt ?? '').getTime() - new Date(row?.invitedAt ?? '').getTime()) / dayMs
    expect(days).toBeLessThanOrEqual(90)
    expect(days).toBeGreaterThan(89)
    const isGone = async ({ token }: Opened) => (await look(token)).statusCode === 410
    expect([await isGone(short), await isGone(long)]).toEqual([false, false])
    scene.test.clock.advance(2 * dayMs)
    expect([await isGone(short), await isGone(long)]).toEqual([true, false])
    scene.test.clock.advance(87 * dayMs)
    expect([await isGone(short), await isGone(long)]).toEqual([true, false])
    scene.test.clock.advance(1 * dayMs)
    expect([await isGone(short), await isGone(long)]).toEqual([true, true])
    await signIn()
    const idsOf = async () => (await auditorsOf(binderId)).map(({ id }) => id)
    expect(await idsOf()).toContain(short.id)
    await sweepBinders(scene.test.services)
    expect(await idsOf(), 'more than 30 days over').not.toContain(short.id)
    expect(await auditorsOf(binderId)).toContainEqual(
      expect.objectContaining({ id: long.id, status: 'expired' }),
    )
    expect(await rowsOf('select from auditor_viewers')).toEqual([])
    scene.test.clock.advance(auditorLimits.endedKeptDays * dayMs)
    await sweepBinders(scene.test.services)
    await signIn()
    expect(await idsOf()).not.toContain(long.id)
  })

  it('a binder that is deleted earlier ends access earlier', async () => {
    const id = await ready('2012-06')
    const soon = new Date(scene.test.clock.now().getTime() + 5 * dayMs)
    await rowsOf('update binders set expires_at = $1 where id = $2', [soon, id])
    const { auditor } = await invited(id)
    expect(auditor.expiresAt).toBe(soon.toISOString())
  })
})
