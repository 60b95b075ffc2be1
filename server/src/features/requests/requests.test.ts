import { dayMs, hourMs } from '@exempta/contract/durations'
import type { CertificateRequest } from '@exempta/contract/requests'
import type { RequestPage } from '@exempta/contract/requests/answers'
import { requestLimits } from '@exempta/contract/requests/limits'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeKey } from '../../../test/api-keys.ts'
import { auditOf } from '../../../test/audit.ts'
import { createBareSite } from '../../../test/bare-site.ts'
import { certificateScene, confirmation } from '../../../test/certificates.ts'
import { plainAnswer, uncertainAnswer } from '../../../test/fake-sandbox.ts'
import { awaitEmail, linkIn, readEmails, tokenIn } from '../../../test/mailbox.ts'
import { addMember, confirmAddress, createPerson, signInAs } from '../../../test/people.ts'
import { formOf, jpegBytes, pdfBytes } from '../../../test/uploads.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { limits as platformLimits } from '../../platform/limits.ts'
import { sweepAnswers, sweepRequests } from './jobs.ts'
import { limits as requestServerLimits } from './limits.ts'

const site = await createBareSite(['/r/:token'])
afterAll(() => site.remove())
const { scene, get, post } = certificateScene({ webFolder: site.folder })

/** Sessions end when the clock moves far. */
async function logIn() {
  scene.business.cookie = await signInAs(scene.test, scene.business.manager)
  scene.otherBusiness.cookie = await signInAs(scene.test, scene.otherBusiness.manager)
  scene.cookie = await signInAs(scene.test, scene.owner)
}
const later = async (ms: number) => {
  scene.test.clock.advance(ms)
  await logIn()
}
beforeEach(logIn)

const nothing = { email: null, customerName: null, customerReference: null, state: null, message: null }
const ask = (input: object = {}, as = scene.business.cookie) =>
  post('/api/requests', { ...nothing, ...input }, as)
const asked = async (input: object = {}): Promise<CertificateRequest> => {
  const answer = await ask(input)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const listed = async (query = ''): Promise<CertificateRequest[]> =>
  (await get(`/api/requests${query}`, scene.business.cookie)).json().items
const tokenOf = ({ link }: CertificateRequest) => link.split('/r/').at(-1) ?? ''

let addresses = 0
const newAddress = () => `buyer-${++addresses}@example.org`
let files = 0

/** A browser that opened the link: it has its own cookie for the request. */
function browse(request: CertificateRequest, session = '') {
  const base = `/api/r/${tokenOf(request)}`
  let cookie = ''
  const cookies = () => [cookie, session].filter(Boolean).join('; ')
  const act = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    scene.test.call({ method, url: base + path, headers: { cookie: cookies() }, ...(payload && { payload }) })
  const page = async (): Promise<RequestPage> => (await get(base, cookies())).json()
  const codeFor = async (email: string) => {
    const text = (await readEmails(scene.test, email))
      .filter(({ template }) => template === 'certificate-request-code')
      .at(-1)?.text
    return /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''
  }
  return {
    base,
    act,
    page,
    codeFor,
    look: () => get(base, cookies()),
    cookies,
    logIn(newSession: string) {
      session = newSession
    },
    async upload(bytes = pdfBytes(`certificate ${++files}`), field: 'document' | 'card-front' = 'document') {
      const form = await formOf([{ bytes, field }])
      const headers = { ...form.headers, cookie: cookies() }
      const answer = await scene.test.call({ method: 'POST', url: `${base}/documents`, ...form, headers })
      const set = answer.cookies.find(({ name }) => name === 'exempta_answer')
      if (set) cookie = `${set.name}=${set.value}`
      return { answer, set }
    },
    untilRead: () =>
      vi.waitFor(
        async () => {
          const shown = await page()
          if (shown.answer?.document?.status === 'processing') throw new Error('still processing')
          return shown
        },
        { timeout: 15_000, interval: 20 },
      ),
    async confirmAddress(email: string) {
      scene.test.clock.advance(platformLimits.shareCodeResendMs)
      const sent = await act('POST', '/codes', { email })
      expect(sent.statusCode, sent.body).toBe(202)
      return act('POST', '/confirmations', { code: await codeFor(email) })
    },
    send: () => act('POST', '/send'),
  }
}
type Browser = ReturnType<typeof browse>

const uploaded = async (request: CertificateRequest, session = ''): Promise<Browser> => {
  const browser = browse(request, session)
  const { answer } = await browser.upload()
  expect(answer.statusCode, answer.body).toBe(200)
  await browser.untilRead()
  return browser
}
/** Everything up to Send. */
const prepared = async (request: CertificateRequest, email: string): Promise<Browser> => {
  const browser = await uploaded(request)
  expect((await browser.act('PUT', '/exemption', confirmation)).statusCode).toBe(200)
  expect((await browser.confirmAddress(email)).statusCode).toBe(200)
  return browser
}
const sent = async (request: CertificateRequest, email = newAddress()): Promise<Browser> => {
  const browser = await prepared(request, email)
  const answer = await browser.send()
  expect(answer.statusCode, answer.body).toBe(204)
  return browser
}
const userOf = async (email: string) => {
  const { rows } = await scene.test.database.executeAsOwner(
    `select u.id, u.name, u.status, u.email_verified_at,
       (select count(*)::integer from documents d where d.owner_id = u.id) as documents
     from users u where u.email = $1`,
    [email],
  )
  return rows[0] as { id: string; name: string; status: string; documents: number } | undefined
}
const countOf = async (table: string, where: string) => {
  const { rows } = await scene.test.database.executeAsOwner(
    `select count(*)::integer as count from ${table} where ${where}`,
  )
  return (rows[0] as { count: number }).count
}

describe('following up', () => {
  const follow = async (how: 'remind' | 'resend' | 'close', ids: string[], as = scene.business.cookie) =>
    post(`/api/requests/${how}`, { ids }, as)
  const emails = async (address: string) =>
    (await readEmails(scene.test, address)).map(({ subject }) => subject)
  const pause = requestLimits.emailedAgainDays * dayMs

  it('reminds the chosen customers who have not answered, and says who is left out', async () => {
    const [email, declined] = [newAddress(), newAddress()]
    const open = await asked({ email })
    const answered = await asked({ email: declined })
    await post(`/api/r/${tokenOf(answered)}/refusals`, { kind: 'not-exempt' }, '')
    const link = await asked()
    const ids = [open.id, answered.id, link.id]
    const left = (reasons: string[]) =>
      expect.arrayContaining(reasons.map((reason) => ({ reason, count: 1 })))
    expect((await follow('remind', ids)).json()).toEqual({
      count: 0,
      left: left(['too-soon', 'answered', 'no-address']),
    })
    for (let times = 1; times <= requestLimits.reminders; times++) {
      await later(pause)
      expect((await follow('remind', ids)).json(), `${times}`).toEqual({
        count: 1,
        left: left(['answered', 'no-address']),
      })
      expect(
        (await listed()).find(({ id }) => id === open.id),
        `${times}`,
      ).toMatchObject({
        reminders: times,
        remindedAt: scene.test.clock.now().toISOString(),
      })
    }
    await later(pause)
    expect((await follow('remind', [open.id])).json()).toEqual({
      count: 0,
      left: [{ reason: 'too-often', count: 1 }],
    })
    expect((await emails(email)).filter((subject) => subject.startsWith('Reminder: '))).toHaveLength(
      requestLimits.reminders,
    )
    const actions = (await auditOf(scene.test, open.id)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'request.remind')).toHaveLength(requestLimits.reminders)
  })

  it('sends a request again at once if its email never left, otherwise after some days', async () => {
    const email = newAddress()
    const { id } = await asked({ email })
    expect((await follow('resend', [id])).json(), 'kept').toEqual({ count: 1, left: [] })
    await scene.test.database.executeAsOwner(`update mails set status = 'sent' where recipient = $1`, [email])
    expect((await follow('resend', [id])).json(), 'sent').toEqual({
      count: 0,
      left: [{ reason: 'too-soon', count: 1 }],
    })
    await later(pause)
    expect((await follow('resend', [id])).json()).toMatchObject({ count: 1 })
    expect(new Set(await emails(email)).size, 'the same words').toBe(1)
    expect(await emails(email)).toHaveLength(3)
  })

  it('obeys a customer who doesn’t want to be emailed', async () => {
    const request = await asked({ email: newAddress() })
    const other = await asked({ email: request.email })
    await post(`/api/r/${tokenOf(other)}/refusals`, { kind: 'no-email' }, '')
    await later(pause)
    for (const how of ['remind', 'resend'] as const) {
      expect((await follow(how, [request.id])).json(), how).toMatchObject({ count: 0 })
    }
    expect(await emails(request.email ?? '')).toHaveLength(2)
  })

  it('cancels several at once, by managers of the business alone', async () => {
    const [one, two] = [await asked(), await asked({ email: newAddress() })]
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    for (const how of ['remind', 'resend', 'close'] as const) {
      expect((await follow(how, [one.id], viewer)).statusCode, `${how} by a viewer`).toBe(403)
      expect((await follow(how, [one.id, two.id], scene.otherBusiness.cookie)).statusCode, how).toBe(404)
      expect((await follow(how, [])).statusCode, `${how} of none`).toBe(422)
    }
    expect((await follow('close', [one.id, two.id])).json()).toEqual({ closed: 2 })
    expect((await follow('close', [one.id, two.id])).json(), 'again').toEqual({ closed: 0 })
    expect((await get(`/api/r/${tokenOf(two)}`, '')).statusCode).toBe(410)
  })
})

describe('a request', () => {
  it('is emailed with the given words, the message and a link, and never invites a claim', async () => {
    const email = newAddress()
    const request = await asked({ email, customerName: 'Prairie Wind', state: 'TX', message: 'For 2026' })
    expect(request).toMatchObject({ kind: 'email', status: 'kept', email, state: 'TX' })
    const message = await awaitEmail(scene.test, email, 'certificate-request')
    expect(message.subject).toMatch(/is requesting your Texas exemption certificate$/)
    expect(message.text).toContain(
      'If your purchases are exempt, send your certificate. If they aren’t, let us know and we won’t ask again.',
    )
    expect(message.text).toContain('For 2026')
    expect(linkIn(message)).toBe(request.link)
    expect(message.body_html).not.toContain('<img')
    expect(await auditOf(scene.test, request.id)).toMatchObject([{ action: 'request.create' }])
  })

  it('without an address is a link that anyone of the business can hand out, with a QR code', async () => {
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    const answer = await ask({}, viewer)
    expect(answer.statusCode, answer.body).toBe(201)
    const { id, kind, status } = answer.json<CertificateRequest>()
    expect({ kind, status }).toEqual({ kind: 'link', status: 'open' })
    const qr = await get(`/api/requests/${id}/qr`, viewer)
    expect(qr.headers['content-type']).toContain('image/svg+xml')
    expect(qr.body).toContain('<svg')
    expect((await ask({ email: newAddress() }, viewer)).statusCode, 'emailed by a viewer').toBe(403)
    expect((await post(`/api/requests/${id}/close`, {}, viewer)).statusCode, 'closed by a viewer').toBe(403)
  })

  it('is called sent only once the mail server took its email', async () => {
    const email = newAddress()
    const { id } = await asked({ email })
    const statusAs = async (mail: string) => {
      await scene.test.database.executeAsOwner('update mails set status = $1 where recipient = $2', [
        mail,
        email,
      ])
      return (await get(`/api/requests/${id}`, scene.business.cookie)).json<CertificateRequest>().status
    }
    expect(await statusAs('kept')).toBe('kept')
    expect(await statusAs('queued')).toBe('queued')
    expect(await statusAs('sent')).toBe('sent')
    expect(await statusAs('failed')).toBe('bounced')
    await scene.test.database.executeAsOwner('delete from mails where recipient = $1', [email])
    expect((await listed()).find((one) => one.id === id)?.status, 'erased, so nobody knows').toBe('open')
  })

  it('is copied to its sender on demand, with a link that opens nothing', async () => {
    const before = await readEmails(scene.test, scene.business.manager.email)
    const request = await asked({ email: newAddress(), message: 'For 2026', isCopied: true })
    const [copy, ...more] = (await readEmails(scene.test, scene.business.manager.email)).slice(before.length)
    expect(more).toEqual([])
    expect(copy?.subject).toBe(`Copy of your request to ${request.email}`)
    expect(copy?.text).toContain('For 2026')
    expect(copy?.text).not.toContain(request.link)
  })

  it('of another business is not found, and bad input is named', async () => {
    const { id } = await asked()
    const other = scene.otherBusiness.cookie
    for (const path of [`/api/requests/${id}`, `/api/requests/${id}/qr`]) {
      expect((await get(path, other)).statusCode, path).toBe(404)
    }
    expect((await post(`/api/requests/${id}/close`, {}, other)).statusCode).toBe(404)
    expect((await ask({ state: 'ZZ' })).json().fields).toMatchObject([{ path: 'state' }])
    expect((await ask({ email: 'not an address' })).json().fields).toMatchObject([{ path: 'email' }])
  })

  it('shows the business with its badge, and notes that it was opened, once', async () => {
    const request = await asked({ email: newAddress() })
    await scene.test.database.executeAsOwner('update businesses set verified = true where id = $1', [
      scene.business.id,
    ])
    const shown = await browse(request).page()
    expect(shown).toMatchObject({ business: { isVerified: true }, answer: null, isReceived: false })
    expect(shown.email).toMatch(/^b•••@example\.org$/)
    const [first] = await listed()
    expect(first).toMatchObject({ id: request.id, status: 'opened' })
    await later(hourMs)
    await browse(request).page()
    expect((await listed())[0]?.openedAt).toBe(first?.openedAt)
  })

  it('answers 410 with a page once it is closed, and to links that were never ours', async () => {
    const request = await asked()
    const pageOf = (token: string) => get(`/r/${token}`, '')
    expect((await pageOf(tokenOf(request))).statusCode).toBe(200)
    const browser = await uploaded(request)
    await post(`/api/requests/${request.id}/close`, {}, scene.business.cookie)
    const closed = await pageOf(tokenOf(request))
    expect(closed.statusCode).toBe(410)
    expect(closed.headers['content-type']).toContain('text/html')
    expect((await browser.look()).json()).toMatchObject({ code: 'gone', title: 'This request is closed.' })
    expect((await browser.upload()).answer.statusCode).toBe(410)
    expect((await browser.send()).statusCode).toBe(410)
    const token = tokenOf(await asked())
    const forged = `${token.slice(0, -4)}AAAA`
    for (const wrong of [forged, 'short', 'A'.repeat(43)]) {
      expect((await pageOf(wrong)).statusCode, wrong).toBe(410)
      expect((await get(`/api/r/${wrong}`, '')).statusCode, wrong).toBe(410)
    }
  })

  it('is closed while its business is not active', async () => {
    const request = await asked()
    const set = (status: string) =>
      scene.test.database.executeAsOwner('update businesses set status = $1 where id = $2', [
        status,
        scene.business.id,
      ])
    await set('inactive')
    expect((await browse(request).look()).statusCode).toBe(410)
    expect((await ask()).statusCode).toBe(403)
    await set('active')
    expect((await browse(request).look()).statusCode).toBe(200)
  })

  it('stands at the counter of a location: the same one until it is closed, for any number of customers', async () => {
    const place = await post(
      '/api/business/locations',
      { name: `Store ${Date.now()}`, state: 'NY' },
      scene.business.cookie,
    )
    const { id } = place.json()
    const open = async (): Promise<CertificateRequest> =>
      (await post(`/api/business/locations/${id}/request`, {}, scene.business.cookie)).json()
    const request = await open()
    expect(request).toMatchObject({ kind: 'standing', status: 'open', state: 'NY' })
    expect((await open()).link).toBe(request.link)
    await sent(request)
    await sent(request)
    expect(await browse(request).page()).toMatchObject({ isReceived: false, answer: null })
    expect((await get(`/api/requests/${request.id}`, scene.business.cookie)).json()).toMatchObject({
      status: 'open',
      receivedCount: 2,
    })
    await browse(request).act('POST', '/refusals', { kind: 'not-exempt' })
    expect((await browse(request).page()).isDeclined).toBe(false)
    await post(`/api/requests/${request.id}/close`, {}, scene.business.cookie)
    expect((await open()).id).not.toBe(request.id)
  })

  it('is listed newest first, by status and by the beginning of a name', async () => {
    const name = `Zebra ${Date.now()}`
    const one = await asked({ customerName: name, customerReference: 'C-77' })
    scene.test.clock.advance(1000)
    const other = await asked({ email: newAddress(), customerName: `The ${name}` })
    const ids = async (query: string) => (await listed(query)).map(({ id }) => id)
    expect(await ids(`?search=${encodeURIComponent(name)}`)).toEqual([other.id, one.id])
    expect(await ids('?search=C-77')).toContain(one.id)
    expect(await ids('?search=%25')).toEqual([])
    expect(await ids(`?status=kept&search=${encodeURIComponent(name)}`)).toEqual([other.id])
  })

  it('is deleted seven years after its last change', async () => {
    const [older, newer] = [await asked(), await asked()]
    const changedDaysAgo = (id: string, days: number) =>
      scene.test.database.executeAsOwner(
        'update certificate_requests set updated_at = $1::timestamptz - make_interval(years => 7, days => $2) where id = $3',
        [scene.test.clock.now(), days, id],
      )
    await changedDaysAgo(older.id, 1)
    await changedDaysAgo(newer.id, -1)
    await sweepRequests(scene.test.services)
    const ids = (await listed('?limit=100')).map(({ id }) => id)
    expect([ids.includes(older.id), ids.includes(newer.id)]).toEqual([false, true])
  })
})

describe('an answer', () => {
  it.each([
    [
      'names another seller',
      { seller: 'Quartz Tire Depot' },
      [/^It’s made out to Quartz Tire Depot, not to /],
    ],
    [
      'is for another customer',
      { purchaser: 'Quartz Tire Depot' },
      [/^It’s for Quartz Tire Depot\. .* asked Prairie Wind Foods\.$/],
    ],
    ['is for another state', { states: [{ state: 'NJ', number: null }] }, [/^It isn’t for Texas\.$/]],
    ['has expired', { expiresOn: '2020-01-31' }, [/^It expired on Jan 31, 2020\.$/]],
    ['fits', {}, []],
  ])('that %s says so before it is sent', async (_, changed, doubts) => {
    const browser = await uploaded(
      await asked({ email: newAddress(), customerName: 'Prairie Wind Foods', state: 'TX' }),
    )
    const fitting = { ...confirmation, seller: null, states: [{ state: 'TX', number: null }] }
    expect((await browser.act('PUT', '/exemption', { ...fitting, ...changed })).statusCode).toBe(200)
    const shown = (await browser.page()).answer?.doubts ?? []
    expect(shown).toEqual(doubts.map((words) => expect.stringMatching(words)))
  })

  it('needs no account: a photo, what we read, a code, and it is sent', async () => {
    const email = newAddress()
    const request = await asked({ email })
    const browser = browse(request)
    const { answer, set } = await browser.upload()
    expect(answer.json().file).toMatchObject({ outcome: 'accepted' })
    expect(set).toMatchObject({ path: browser.base, httpOnly: true, sameSite: 'Strict' })
    const shown = await browser.untilRead()
    expect(shown.answer).toMatchObject({ isSent: false, email: null, hasAccount: false })
    expect(shown.answer?.reading?.certificates[0]?.suggestion.purchaser).toBe('Prairie Wind Foods Co')
    expect((await browser.send()).json()).toMatchObject({ code: 'code-needed' })
    expect((await browser.act('PUT', '/exemption', confirmation)).statusCode).toBe(200)
    expect((await get(`${browser.base}/pages/1`, browser.cookies())).statusCode).toBe(200)
    scene.test.clock.advance(platformLimits.shareCodeResendMs)
    expect((await browser.act('POST', '/codes', { email: null })).statusCode).toBe(202)
    const code = await browser.codeFor(email)
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await browser.act('POST', '/confirmations', { code: wrong })).statusCode).toBe(401)
    expect((await browser.act('POST', '/confirmations', { code })).json()).toEqual({ hasAccount: false })
    expect((await browser.act('POST', '/confirmations', { code })).statusCode, 'used twice').toBe(401)
    expect((await browser.send()).statusCode).toBe(204)
    expect((await browser.send()).statusCode, 'sent again').toBe(204)
    expect(await userOf(email)).toMatchObject({
      status: 'guest',
      name: 'Prairie Wind Foods Co',
      documents: 1,
    })
    const [first] = await listed()
    expect(first).toMatchObject({
      id: request.id,
      status: 'received',
      receivedCount: 1,
      senderName: 'Prairie Wind Foods Co',
    })
    const received = await get(`/api/received/${first?.receivedId}`, scene.business.cookie)
    expect(received.statusCode, received.body).toBe(200)
    expect(received.json()).toMatchObject({ status: 'pending', user: { email } })
    const acts = (await auditOf(scene.test, request.id)).map(({ action, result }) => `${action} ${result}`)
    expect(acts).toEqual([
      'request.create done',
      'request.send-code done',
      'request.confirm-address refused',
      'request.confirm-address done',
      'request.confirm-address refused',
      'request.answer done',
    ])
  })

  it('is refused by the engine like any upload: a card without its number is not kept', async () => {
    const browser = browse(await asked())
    scene.sandbox.answer = async () => ({ verdict: 'refused', reason: 'card-number-not-found' }) as never
    const { answer } = await browser.upload(jpegBytes('a card'), 'card-front')
    expect(answer.json().file).toMatchObject({ outcome: 'refused' })
    expect((await browser.page()).answer).toBeNull()
    expect((await browser.upload(Buffer.from('no such type'))).answer.json().file).toMatchObject({
      outcome: 'refused',
    })
  })

  it('waits for a check of what may be private, which hides all of it at once', async () => {
    const browser = browse(await asked())
    scene.sandbox.answer = uncertainAnswer
    await browser.upload()
    const shown = await browser.untilRead()
    expect(shown.answer?.document).toMatchObject({ needsCheck: true, uncertainAreas: 3 })
    expect(shown.answer?.reading).toBeNull()
    await browser.confirmAddress(newAddress())
    expect((await browser.send()).json()).toMatchObject({ code: 'needs-check' })
    expect((await browser.act('POST', '/check', { version: 1, resolution: 'hidden' })).statusCode).toBe(204)
    await vi.waitFor(
      async () =>
        expect((await browser.page()).answer?.document).toMatchObject({ version: 2, needsCheck: false }),
      { timeout: 15_000 },
    )
    expect((await browser.send()).statusCode).toBe(204)
  })

  it('takes the place of what was uploaded before, and can be deleted', async () => {
    const browser = await uploaded(await asked())
    const before = await countOf('documents', 'true')
    await browser.upload()
    await browser.untilRead()
    expect(await countOf('documents', 'true')).toBe(before)
    const guests = await countOf('users', "status = 'guest'")
    expect((await browser.act('DELETE', '/documents')).statusCode).toBe(204)
    expect(await countOf('documents', 'true')).toBe(before - 1)
    expect(await countOf('users', "status = 'guest'")).toBe(guests - 1)
    expect((await browser.page()).answer).toBeNull()
  })

  it('of two browsers with one link: each prepares its own, and the first to send counts', async () => {
    const request = await asked({ email: newAddress() })
    const [one, other] = [newAddress(), newAddress()]
    const first = await prepared(request, one)
    const second = await prepared(request, other)
    const stranger = browse(request)
    expect((await stranger.page()).answer).toBeNull()
    expect((await get(`${first.base}/pages/1`, '')).statusCode).toBe(404)
    expect((await first.send()).statusCode).toBe(204)
    const late = await second.send()
    expect(late.statusCode).toBe(409)
    expect(late.json().title).toBe('A certificate was already sent for this request.')
    expect(await second.page()).toMatchObject({ isReceived: true, answer: { isSent: false } })
    expect((await listed())[0]).toMatchObject({ id: request.id, receivedCount: 1 })
  })

  it('sent from two tabs at the same moment is received once', async () => {
    const request = await asked()
    const browser = await prepared(request, newAddress())
    const answers = await Promise.all([browser.send(), browser.send()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect((await listed())[0]).toMatchObject({ id: request.id, receivedCount: 1 })
  })

  it('to an address with an account is not attached until that account has logged in', async () => {
    const person = await createPerson(scene.test)
    await confirmAddress(scene.test, person)
    const browser = await uploaded(await asked())
    const confirmed = await browser.confirmAddress(person.email)
    expect(confirmed.json()).toEqual({ hasAccount: true })
    expect((await browser.page()).answer).toMatchObject({ hasAccount: true, canChoosePassword: false })
    const refused = await browser.send()
    expect(refused.statusCode).toBe(401)
    expect(await userOf(person.email)).toMatchObject({ documents: 0, status: 'active' })
    browser.logIn(await signInAs(scene.test, person))
    expect((await browser.page()).person).toEqual({ name: person.name })
    expect((await browser.send()).statusCode).toBe(204)
    expect(await userOf(person.email)).toMatchObject({ documents: 1, name: person.name })
    const name = 'another name'
    const password = 'a stranger takes it over 1'
    expect((await browser.act('POST', '/password', { name, password })).statusCode).toBe(404)
  })

  it('by someone who is logged in needs no code', async () => {
    const person = await createPerson(scene.test)
    const browser = await uploaded(await asked(), await signInAs(scene.test, person))
    expect((await browser.send()).statusCode).toBe(204)
    expect(await userOf(person.email)).toMatchObject({ documents: 1 })
    expect((await listed())[0]).toMatchObject({ status: 'received', senderName: person.name })
  })

  it('is a certificate at the counter, whoever it belongs to in the end', async () => {
    const person = await createPerson(scene.test)
    const browser = await uploaded(await asked(), await signInAs(scene.test, person))
    expect((await browser.act('PUT', '/exemption', confirmation)).statusCode).toBe(200)
    expect((await browser.send()).statusCode).toBe(204)
    const states = async () => {
      const [first] = await listed()
      const { exemption } = (await get(`/api/received/${first?.receivedId}`, scene.business.cookie)).json()
      return exemption?.states
    }
    const shown = confirmation.states.map(({ state, number }) => ({ state, number }))
    expect(await states(), 'of an account').toEqual(shown)
    const email = newAddress()
    await sent(await asked(), email)
    await sent(await asked(), email)
    expect(await states(), 'of a guest who came back').toEqual(shown)
  })

  it('by the same guest again belongs to the same guest', async () => {
    const email = newAddress()
    await sent(await asked(), email)
    await sent(await asked(), email)
    expect(await userOf(email)).toMatchObject({ status: 'guest', documents: 2 })
  })

  it('can be kept: with a password the guest is a user who is logged in', async () => {
    const email = newAddress()
    const browser = await sent(await asked(), email)
    expect((await browser.page()).answer).toMatchObject({ isSent: true, canChoosePassword: true })
    const weak = await browser.act('POST', '/password', { name: 'Sam Okafor', password: 'password' })
    expect(weak.json()).toMatchObject({ code: 'weak-password' })
    const kept = await browser.act('POST', '/password', { name: 'Sam Okafor', password: 'gravel lantern 88' })
    expect(kept.statusCode, kept.body).toBe(201)
    expect(kept.json().session.person).toMatchObject({ email, name: 'Sam Okafor', isEmailVerified: true })
    const session = kept.cookies.find(({ name }) => name === 'exempta_session')
    const documents = await get('/api/documents', `${session?.name}=${session?.value}`)
    expect(documents.json().items).toHaveLength(1)
    const again = await browser.act('POST', '/password', { name: 'Eve', password: 'gravel lantern 99' })
    expect(again.statusCode).toBe(404)
  })

  it('is not shown to whoever has the browser an hour after it was sent', async () => {
    const browser = await sent(await asked())
    scene.test.clock.advance(requestServerLimits.requestAnswerShownMs)
    expect((await browser.page()).answer).toBeNull()
    const kept = await browser.act('POST', '/password', { name: 'Eve', password: 'gravel lantern 99' })
    expect(kept.statusCode).toBe(404)
  })

  it('has limits: codes a minute apart and five attempts', async () => {
    const request = await asked()
    const browser = await uploaded(request)
    const email = newAddress()
    scene.test.clock.advance(platformLimits.shareCodeResendMs)
    expect((await browser.act('POST', '/codes', { email: null })).statusCode, 'no address').toBe(422)
    expect((await browser.act('POST', '/codes', { email })).statusCode).toBe(202)
    const soon = await browser.act('POST', '/codes', { email })
    expect(soon.statusCode).toBe(429)
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0)
    const code = await browser.codeFor(email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let attempt = 1; attempt <= platformLimits.shareCodeAttempts; attempt++) {
      const answer = await browser.act('POST', '/confirmations', { code: wrong })
      expect(answer.statusCode, `attempt ${attempt}`).toBe(401)
    }
    scene.test.clock.advance(shareLimits.shareCodeMs - 1000)
    expect((await browser.act('POST', '/confirmations', { code })).statusCode, 'after five').toBe(401)
  })

  it('to another address starts unconfirmed: nothing is learned about that address', async () => {
    const person = await createPerson(scene.test)
    await confirmAddress(scene.test, person)
    const own = newAddress()
    const browser = await prepared(await asked(), own)
    scene.test.clock.advance(platformLimits.shareCodeResendMs)
    expect((await browser.act('POST', '/codes', { email: person.email })).statusCode).toBe(202)
    const { answer } = await browser.page()
    expect(answer).toMatchObject({ email: null, hasAccount: false, isSent: false })
    expect((await browser.send()).json()).toMatchObject({ code: 'code-needed' })
    expect(await userOf(own), 'no address is anyone’s before something is sent').toBeUndefined()
    expect((await browser.confirmAddress(own)).statusCode).toBe(200)
    expect((await browser.send()).statusCode).toBe(204)
    expect(await userOf(own)).toMatchObject({ status: 'guest', documents: 1 })
  })

  it('is never named after an address that is not confirmed', async () => {
    scene.sandbox.answer = plainAnswer
    const email = 'sam.okafor@example.org'
    const browser = await uploaded(await asked())
    expect((await browser.confirmAddress(email)).statusCode).toBe(200)
    scene.test.clock.advance(platformLimits.shareCodeResendMs)
    await browser.act('POST', '/codes', { email: 'victim@example.org' })
    expect((await browser.send()).statusCode).toBe(401)
    expect((await browser.confirmAddress(email)).statusCode).toBe(200)
    expect((await browser.send()).statusCode).toBe(204)
    expect((await listed())[0]).toMatchObject({ senderName: 'sam.okafor' })
  })

  it('of a guest who confirms a second address leaves what the first one sent where it was', async () => {
    const [first, second] = [newAddress(), newAddress()]
    await sent(await asked(), first)
    const browser = await prepared(await asked(), first)
    expect((await browser.confirmAddress(second)).statusCode).toBe(200)
    expect((await browser.send()).statusCode).toBe(204)
    expect(await userOf(first)).toMatchObject({ documents: 1 })
    expect(await userOf(second)).toMatchObject({ documents: 1 })
  })

  it('from two browsers with one address at the same moment belongs to one guest', async () => {
    const email = newAddress()
    const both = [await prepared(await asked(), email), await prepared(await asked(), email)]
    const answers = await Promise.all(both.map((browser) => browser.send()))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await userOf(email)).toMatchObject({ status: 'guest', documents: 2 })
  })
})

describe('a refusal', () => {
  it.each([
    ['not-exempt', 'declined', /aren’t exempt/],
    ['no-email', 'opened', /doesn’t want to be emailed/],
  ] as const)('%s is obeyed for good by this business', async (kind, status, text) => {
    const email = newAddress()
    const request = await asked({ email })
    const browser = browse(request)
    await browser.page()
    expect((await browser.act('POST', '/refusals', { kind })).statusCode).toBe(204)
    expect((await listed())[0]).toMatchObject({ id: request.id, status })
    await later(400 * dayMs)
    const again = await ask({ email: email.toUpperCase() })
    expect(again.statusCode).toBe(409)
    expect(again.json().title).toMatch(text)
    expect((await ask({ email }, scene.otherBusiness.cookie)).statusCode, 'another business').toBe(201)
  })

  it('ends when the customer sends a certificate after all; not wanting emails stays', async () => {
    const email = newAddress()
    const request = await asked({ email })
    const browser = await prepared(request, email)
    for (const kind of ['not-exempt', 'no-email']) await browser.act('POST', '/refusals', { kind })
    expect((await browser.page()).isDeclined).toBe(true)
    expect((await browser.send()).statusCode).toBe(204)
    expect((await listed())[0]).toMatchObject({ id: request.id, status: 'received' })
    expect((await ask({ email })).json().title).toMatch(/doesn’t want to be emailed/)
  })
})

describe('a guest', () => {
  it('is known to the list, its filter, the figures and the forms of administrators', async () => {
    const email = newAddress()
    const admin = await signInAs(scene.test, await createPerson(scene.test, 'admin'))
    const users = async () => (await get('/api/admin/dashboard', admin)).json().users?.total
    const before = await users()
    await sent(await asked(), email)
    const guest = await userOf(email)
    const found = await get(`/api/admin/users?status=guest&search=${email}`, admin)
    expect(found.json().items).toMatchObject([{ id: guest?.id, status: 'guest' }])
    expect(await users()).toBe(before)
    const { version } = (await get(`/api/admin/users/${guest?.id}`, admin)).json()
    const change = { version, name: 'Renamed', role: 'user', status: 'guest' }
    const put = (id: string | undefined, payload: object) =>
      scene.test.call({
        method: 'PUT',
        url: `/api/admin/users/${id}`,
        payload,
        headers: { cookie: admin },
      })
    expect((await put(guest?.id, change)).statusCode).toBe(200)
    const owner = (await get(`/api/admin/users/${scene.owner.id}`, admin)).json()
    const made = await put(owner.id, {
      version: owner.version,
      name: owner.name,
      role: 'user',
      status: 'guest',
    })
    expect(made.json().fields, 'an account made a guest').toMatchObject([{ path: 'status' }])
    const newUser = { name: 'New', email: newAddress(), password: 'secret 1', role: 'user', status: 'guest' }
    expect((await post('/api/admin/users', newUser, admin)).statusCode, 'a new guest').toBe(422)
  })

  it('cannot log in or register, and gets an account by choosing a password', async () => {
    const email = newAddress()
    await sent(await asked(), email)
    const password = 'gravel lantern 88'
    expect((await post('/api/session', { email, password }, '')).statusCode).toBe(401)
    const taken = { type: 'user', name: 'Sam', email, password, website: '' }
    expect((await post('/api/accounts', taken, '')).json()).toMatchObject({ code: 'address-taken' })
    await post('/api/password-resets', { email }, '')
    const token = tokenIn(await awaitEmail(scene.test, email, 'reset-password'))
    expect((await post('/api/password-resets/complete', { token, password }, '')).statusCode).toBe(204)
    expect(await userOf(email)).toMatchObject({ status: 'active' })
    expect((await post('/api/session', { email, password }, '')).statusCode).toBe(200)
  })

  it('is emailed what the business decided', async () => {
    const email = newAddress()
    await sent(await asked(), email)
    const [first] = await listed()
    const rejected = await post(
      `/api/received/${first?.receivedId}/reject`,
      { version: 1, reason: 'Not signed' },
      scene.business.cookie,
    )
    expect(rejected.statusCode, rejected.body).toBe(200)
    await awaitEmail(scene.test, email, 'notification')
    expect((await listed())[0]).toMatchObject({ status: 'rejected' })
  })

  it('is nobody before something is sent, and goes with what was not sent after an hour', async () => {
    const [kept, lost] = [newAddress(), newAddress()]
    await sent(await asked(), kept)
    const unsent = await uploaded(await asked())
    const confirmed = await prepared(await asked(), lost)
    expect(await userOf(lost)).toBeUndefined()
    const admin = await signInAs(scene.test, await createPerson(scene.test, 'admin'))
    const nobody = await get('/api/admin/users?search=guest.invalid', admin)
    expect(nobody.json().items).toEqual([])
    expect(await countOf('users', "email like '%@guest.invalid'")).toBeGreaterThan(0)
    scene.test.clock.advance(requestLimits.openAnswerMs)
    await sweepAnswers(scene.test.services)
    expect(await countOf('users', "email like '%@guest.invalid'")).toBe(0)
    expect(await userOf(kept)).toMatchObject({ documents: 1, status: 'guest' })
    expect((await unsent.page()).answer).toBeNull()
    expect((await confirmed.page()).answer).toBeNull()
    expect(await countOf('mails', "recipient like '%@guest.invalid'")).toBe(0)
    expect(await countOf('request_answers', 'source_hash is not null')).toBe(0)
    scene.test.clock.advance(requestServerLimits.sentAnswerKeptMs)
    await sweepRequests(scene.test.services)
    expect(await countOf('request_answers', 'true')).toBe(0)
    expect(await userOf(kept)).toMatchObject({ documents: 1 })
  })
})

describe('the API', () => {
  const callAs = (key: string, method: 'GET' | 'POST', path: string, payload?: object, more: object = {}) =>
    scene.test.call({
      method,
      url: `/api/v1/requests${path}`,
      headers: { authorization: `Bearer ${key}`, ...more },
      ...(payload && { payload }),
    })

  it('asks, reads and closes, once for an idempotency key, and only with the scope for it', async () => {
    const { key } = await makeKey(scene.test, scene.business)
    const { key: reader } = await makeKey(scene.test, scene.business, { scopes: ['read'] })
    const email = newAddress()
    const body = { email, customerReference: 'C-9', state: 'TX' }
    const once = { 'idempotency-key': `ask-${email}` }
    const made = await callAs(key, 'POST', '', body, once)
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({ kind: 'email', status: 'kept', email, customerReference: 'C-9' })
    expect((await callAs(key, 'POST', '', body, once)).json().id).toBe(made.json().id)
    const mails = (await readEmails(scene.test, email)).filter(
      (one) => one.template === 'certificate-request',
    )
    expect(mails).toHaveLength(1)
    expect((await callAs(reader, 'POST', '', { email: null })).statusCode, 'a key that reads').toBe(403)
    expect((await callAs(reader, 'GET', '?search=C-9')).json().items).toMatchObject([{ id: made.json().id }])
    const closed = await callAs(key, 'POST', `/${made.json().id}/close`)
    expect(closed.json()).toMatchObject({ status: 'closed' })
    expect((await callAs(reader, 'GET', `/${made.json().id}`)).json()).toMatchObject({ status: 'closed' })
    expect((await callAs(key, 'POST', '', { email: null, state: 'ZZ' })).statusCode, 'unknown state').toBe(
      422,
    )
  })

  it('sends request.received with the ID of the request, beside document.received', async () => {
    await makeKey(scene.test, scene.business)
    const events = ['document.received', 'request.received']
    const hook = { url: 'https://example.org/exempta', description: '', events }
    expect((await post('/api/business/webhooks', hook, scene.business.cookie)).statusCode).toBe(201)
    const request = await asked()
    await sent(request)
    const [{ receivedId } = { receivedId: null }] = await listed()
    const recorded = await scene.test.services.database.transact(systemActor, (tx) =>
      tx
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
        .select(['e.type', 'e.data'])
        .where('e.share_id', '=', receivedId ?? '')
        .orderBy('d.seq')
        .execute(),
    )
    expect(recorded).toMatchObject([
      { type: 'document.received' },
      { type: 'request.received', data: { requestId: request.id, id: receivedId, status: 'pending' } },
    ])
  })
})
