import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEventType,
  webhookEvents,
} from '@exempta/contract/api/webhooks'
import { dayMs, hourMs, minuteMs } from '@exempta/contract/durations'
import type { ReceivedDocument } from '@exempta/contract/review'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { allowApi, makeKey, type TestKey } from '../../../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { fakeSandbox } from '../../../../test/fake-sandbox.ts'
import { addMember, createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { createDocument, createTestBusiness, type TestBusiness } from '../../../../test/sharing.ts'
import {
  type ReceivedEvent,
  startWebhookEndpoint,
  type WebhookEndpoint,
} from '../../../../test/webhook-endpoint.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { createOutgoingPost } from '../../../platform/outgoing/outgoing-post.ts'
import { limits } from '../limits.ts'
import { deliverWebhook } from './deliver.ts'
import { clearWebhooks, wakeWebhooks } from './jobs.ts'
import { listDue } from './queries/deliveries.ts'

let test: TestApp
let owner: TestPerson
let ownerCookie: string
let business: TestBusiness
let receiver: WebhookEndpoint
beforeAll(async () => {
  const outgoing = createOutgoingPost({ allowsPrivate: true })
  test = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs: true, outgoing })
  owner = await createPerson(test)
  receiver = await startWebhookEndpoint()
})
afterAll(async () => {
  await test.close()
  await receiver.close()
})
beforeEach(async () => {
  test.clock.advance(1000)
  receiver.answerWith()
  receiver.received.length = 0
  business = await approvedBusiness()
  await comeBack()
})

/** Advances the clock; sessions expire after that long, so everyone logs in again. */
async function comeBack(afterMs = 0): Promise<void> {
  test.clock.advance(afterMs)
  ownerCookie = await signInAs(test, owner)
  business.cookie = await signInAs(test, business.manager)
}

async function approvedBusiness(): Promise<TestBusiness> {
  const made = await createTestBusiness(test)
  await allowApi(test, made)
  return made
}

const base = '/api/business/webhooks'
const call = (method: InjectOptions['method'], url: string, as = business.cookie, payload?: object) =>
  test.call({ method, url, headers: { cookie: as }, ...(payload && { payload }) } as InjectOptions)
const input = (more: object = {}) => ({
  url: receiver.url,
  description: 'Orders',
  events: [...webhookEvents],
  ...more,
})

async function newWebhook(more?: object): Promise<Webhook & { secret: string }> {
  const answer = await call('POST', base, business.cookie, input(more))
  expect(answer.statusCode, JSON.stringify(more)).toBe(201)
  return answer.json()
}

const share = async (documentId: string) => {
  const payload = { documentIds: [documentId], businessIds: [business.id] }
  expect((await call('POST', '/api/shares', ownerCookie, payload)).statusCode, documentId).toBe(200)
  const { items } = (await call('GET', '/api/received')).json() as { items: ReceivedDocument[] }
  const found = items.find(({ document }) => document.id === documentId)
  if (!found) throw new Error('Not received')
  return found.id
}
const verify = (id: string, version = 1) =>
  call('POST', '/api/received/verify', business.cookie, { documents: [{ id, version }] })
const reject = (id: string, version: number, reason: string) =>
  call('POST', `/api/received/${id}/reject`, business.cookie, { version, reason })
const revoke = (id: string) => call('POST', '/api/shares/revoke', ownerCookie, { ids: [id] })

const log = async ({ id }: Webhook, query = '') =>
  (await call('GET', `${base}/${id}/deliveries?limit=100${query}`)).json().items as WebhookDelivery[]
const details = async ({ id }: Webhook, delivery: WebhookDelivery) =>
  (await call('GET', `${base}/${id}/deliveries/${delivery.id}`)).json() as { tries: WebhookAttempt[] }

/** Waits for the log to reach a state, because an attempt is recorded after the endpoint has answered. */
const untilLog = (webhook: Webhook, isReached: (items: WebhookDelivery[]) => boolean) =>
  vi.waitFor(
    async () => {
      const items = await log(webhook)
      if (!isReached(items)) throw new Error(JSON.stringify(items, null, 1))
      return items
    },
    { timeout: 30_000, interval: 30 },
  )
const isSettled = (items: WebhookDelivery[]) => items.every(({ status }) => status !== 'pending')
/** Delivers what is due now. A worker of the job queue may hold the lease, so this waits until nothing is under way. */
const deliver = ({ id }: Webhook) =>
  vi.waitFor(
    async () => {
      await deliverWebhook(test.services, id, new AbortController().signal)
      const [lease, due] = await test.database.transact(systemActor, async (tx) => [
        await tx.selectFrom('webhooks').select('leased_until').where('id', '=', id).executeTakeFirstOrThrow(),
        await listDue(tx, id, test.clock.now(), 1),
      ])
      expect([lease.leased_until, due], id).toEqual([null, []])
    },
    { timeout: 30_000, interval: 30 },
  )
const typesOf = (events: readonly ReceivedEvent[]) => events.map(({ event }) => event.type)

/** Verifies the signature as an integration would, with a library other than ours. */
async function isSigned(secret: string, { headers, body }: ReceivedEvent): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['verify'])
  const signed = bytes(`${headers['exempta-webhook-timestamp']}.${body}`)
  const given = String(headers['exempta-webhook-signature']).split(',')
  const checks = given.map((text) =>
    crypto.subtle.verify('HMAC', key, Buffer.from(text.replace(/^v1=/, ''), 'hex'), signed),
  )
  return (await Promise.all(checks)).includes(true)
}

describe('a webhook', () => {
  it('is created, changed and removed by managers of its business, and its secret is shown once', async () => {
    const { secret, ...webhook } = await newWebhook({ events: ['document.revoked', 'document.received'] })
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(webhook).toMatchObject({ url: receiver.url, isActive: true, version: 1, failingSince: null })
    expect(webhook.events).toEqual(['document.received', 'document.revoked'])
    expect((await call('GET', base)).json()).toEqual({ items: [webhook] })
    expect((await call('GET', `${base}/${webhook.id}`)).json()).toEqual(webhook)

    const change = { ...input({ description: 'Invoices' }), isActive: false, version: 1 }
    const changed = await call('PUT', `${base}/${webhook.id}`, business.cookie, change)
    expect(changed.json()).toMatchObject({ description: 'Invoices', isActive: false, version: 2 })
    const late = await call('PUT', `${base}/${webhook.id}`, business.cookie, change)
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])

    expect((await call('DELETE', `${base}/${webhook.id}`)).statusCode).toBe(204)
    expect((await call('GET', base)).json()).toEqual({ items: [] })
    const sealed = 'select from sealed_secrets where owner_id = $1'
    expect((await test.database.executeAsOwner(sealed, [webhook.id])).rows).toEqual([])
    expect((await auditOf(test, webhook.id)).map(({ action }) => action)).toEqual([
      'webhook.create',
      'webhook.update',
      'webhook.remove',
    ])
    expect(test.logged()).not.toContain(secret)
  })

  it('is hidden from viewers and other businesses', async () => {
    const webhook = await newWebhook()
    await share(await createDocument(test, ownerCookie))
    const [delivery] = await untilLog(webhook, (items) => items.length === 1 && isSettled(items))
    const viewer = await signInAs(test, await addMember(test, business.manager, 'viewer'))
    const rival = await approvedBusiness()
    const one = `${base}/${webhook.id}`
    const change = { ...input(), isActive: true, version: 1 }
    for (const [method, url, payload] of [
      ['GET', one],
      ['PUT', one, change],
      ['POST', `${one}/secret`],
      ['GET', `${one}/deliveries`],
      ['GET', `${one}/deliveries/${delivery?.id}`],
      ['POST', `${one}/deliveries/${delivery?.id}/redeliver`],
      ['DELETE', one],
    ] as const) {
      expect((await call(method, url, viewer, payload)).statusCode, `viewer: ${method} ${url}`).toBe(403)
      expect((await call(method, url, rival.cookie, payload)).statusCode, `rival: ${method} ${url}`).toBe(404)
    }
    expect((await call('GET', base, viewer)).statusCode).toBe(403)
    expect((await call('POST', base, viewer, input())).statusCode).toBe(403)
    expect((await call('GET', base, rival.cookie)).json()).toEqual({ items: [] })
    expect(await log(webhook)).toHaveLength(1)
  })

  it('needs API access, and sends nothing once it is withdrawn', async () => {
    const webhook = await newWebhook()
    receiver.answerWith((response) => response.writeHead(500).end())
    await share(await createDocument(test, ownerCookie))
    const [waiting] = await untilLog(webhook, ([first]) => first?.attempts === 1)
    expect(waiting).toMatchObject({ status: 'pending', lastFailure: 'refused', lastStatusCode: 500 })
    await test.database.executeAsOwner(`update api_access set state = 'withdrawn' where business_id = $1`, [
      business.id,
    ])
    const refused = await call('POST', base, business.cookie, input())
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'api-access-off'])
    await share(await createDocument(test, ownerCookie))
    await comeBack(hourMs)
    await deliver(webhook)
    expect(await log(webhook)).toMatchObject([{ status: 'dead', lastFailure: 'turned-off', attempts: 1 }])
    expect(receiver.received).toHaveLength(1)
  })

  it.each([
    ['no address', { url: 'orders' }],
    ['another protocol', { url: 'ftp://example.com/' }],
    ['a script', { url: 'javascript:alert(1)' }],
    ['a password in the address', { url: 'https://a:b@example.com/' }],
    ['a fragment', { url: 'https://example.com/#here' }],
    ['a long address', { url: `https://example.com/${'x'.repeat(500)}` }],
    ['no events', { events: [] }],
    ['an unknown event', { events: ['document.eaten'] }],
    ['a long description', { description: 'x'.repeat(201) }],
    ['an unknown field', { secret: 'mine' }],
  ])('is refused with %s', async (_what, more) => {
    expect((await call('POST', base, business.cookie, input(more))).statusCode).toBe(422)
  })

  it('is tried with a test event, which is signed, answered at once and not logged', async () => {
    const webhook = await newWebhook({ events: ['document.revoked'] })
    const tried = await call('POST', `${base}/${webhook.id}/test`)
    expect(tried.json()).toMatchObject({ statusCode: 200, failure: null })
    const [received] = receiver.received
    expect(received?.event).toMatchObject({ type: 'webhook.test', data: { version: 1 } })
    expect(received && (await isSigned(webhook.secret, received))).toBe(true)
    receiver.answerWith((response) => response.writeHead(503).end())
    expect((await call('POST', `${base}/${webhook.id}/test`)).json()).toMatchObject({
      statusCode: 503,
      failure: 'refused',
    })
    expect(await log(webhook)).toEqual([])
    expect((await auditOf(test, webhook.id)).map(({ action }) => action)).toContain('webhook.test')
    const viewer = await signInAs(test, await addMember(test, business.manager, 'viewer'))
    expect((await call('POST', `${base}/${webhook.id}/test`, viewer)).statusCode).toBe(403)
  })

  it('names the document of each delivery and says why it waits', async () => {
    const webhook = await newWebhook()
    receiver.answerWith((response) => response.writeHead(503).end())
    const id = await share(await createDocument(test, ownerCookie, 'Waiting.pdf'))
    await untilLog(webhook, ([first]) => first?.attempts === 1)
    await verify(id)
    const [second, first] = await untilLog(webhook, (items) => items.length === 2)
    expect(first).toMatchObject({ documentName: 'Waiting.pdf', waitsFor: 'retry' })
    expect(second).toMatchObject({ documentName: 'Waiting.pdf', waitsFor: 'earlier-event' })
    await revoke(id)
    expect((await log(webhook)).map(({ documentName }) => documentName)).toEqual([null, null, null])
    // Otherwise its retries would reach the endpoint during the tests that follow.
    await call('DELETE', `${base}/${webhook.id}`)
  })

  it('is limited to ten per business', async () => {
    for (let made = 0; made < limits.webhooks; made++) await newWebhook({ description: `Webhook ${made}` })
    expect((await call('POST', base, business.cookie, input())).json().code).toBe('conflict')
  })
})

describe('with an API key', () => {
  it('webhooks are created and read as on the page, and a repeated call creates only one', async () => {
    const path = '/api/v1/webhooks'
    const by = (
      { key }: TestKey,
      method: InjectOptions['method'],
      url: string,
      payload?: object,
      more = {},
    ) =>
      test.call({
        method,
        url,
        headers: { authorization: `Bearer ${key}`, ...more },
        ...(payload && { payload }),
      } as InjectOptions)
    const manager = await makeKey(test, business)
    const once = { 'idempotency-key': 'orders-1' }
    const made = await by(manager, 'POST', path, input(), once)
    expect(made.statusCode).toBe(201)
    const again = await by(manager, 'POST', path, input(), once)
    expect([again.statusCode, again.json()]).toEqual([201, made.json()])
    const { secret, ...webhook } = made.json() as Webhook & { secret: string }
    expect((await by(manager, 'GET', path)).json()).toEqual({ items: [webhook] })
    expect((await call('GET', base)).json()).toEqual({ items: [webhook] })

    await share(await createDocument(test, ownerCookie))
    const [delivery] = await untilLog(webhook, (items) => items.length === 1 && isSettled(items))
    expect(await isSigned(secret, receiver.received[0] as ReceivedEvent)).toBe(true)
    const log = `${path}/${webhook.id}/deliveries`
    expect((await by(manager, 'GET', log)).json().items).toEqual([delivery])
    expect((await by(manager, 'GET', `${log}/${delivery?.id}`)).json().tries).toHaveLength(1)
    expect((await by(manager, 'POST', `${log}/${delivery?.id}/redeliver`)).statusCode).toBe(202)
    await receiver.until(2)

    const reader = await makeKey(test, business, { scopes: ['read'] })
    expect((await by(reader, 'GET', path)).json().code).toBe('scope-missing')
    const foreign = await makeKey(test, await createTestBusiness(test))
    expect((await by(foreign, 'GET', log)).statusCode).toBe(404)
    expect((await by(foreign, 'DELETE', `${path}/${webhook.id}`)).statusCode).toBe(404)
    const bad = await by(manager, 'POST', path, input({ url: 'orders' }))
    expect([bad.statusCode, bad.json().fields]).toMatchObject([422, [{ path: 'url' }]])
    const change = { ...input(), isActive: false, version: 1 }
    expect((await by(manager, 'PUT', `${path}/${webhook.id}`, change)).json()).toMatchObject({ version: 2 })
    expect((await by(manager, 'POST', `${path}/${webhook.id}/secret`)).json().secret).toMatch(/^whsec_/)
    expect((await by(manager, 'DELETE', `${path}/${webhook.id}`)).statusCode).toBe(204)
  })
})

describe('an event', () => {
  it('is sent for everything that happens to a document, in order, signed, and without names', async () => {
    const webhook = await newWebhook()
    const document = await createDocument(test, ownerCookie)
    const id = await share(document)
    await verify(id)
    const box = { page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
    const changed = await call('POST', `/api/documents/${document}/versions`, ownerCookie, {
      version: 1,
      boxes: [box],
    })
    expect(changed.statusCode).toBeLessThan(300)
    await receiver.until(3)
    await reject(id, 2, 'It is blurred')
    await call('POST', `/api/received/${id}/reopen`)
    await revoke(id)
    await share(document)
    await call('DELETE', `/api/documents/${document}`, ownerCookie)
    const received = await receiver.until(8)
    expect(received.map(({ event: { type, data } }) => [type, data.version, data.status])).toEqual([
      ['document.received', 1, 'pending'],
      ['document.verified', 1, 'verified'],
      ['document.updated', 2, 'pending'],
      ['document.rejected', 2, 'rejected'],
      ['document.updated', 2, 'pending'],
      ['document.revoked', 2, 'revoked'],
      ['document.received', 2, 'pending'],
      ['document.revoked', 2, 'revoked'],
    ])
    for (const one of received) {
      expect(one.event.data, one.event.type).toMatchObject({ id, documentId: document })
      expect(one.headers, one.event.type).toMatchObject({
        'content-type': 'application/json',
        'exempta-webhook-id': one.event.id,
      })
      expect(await isSigned(webhook.secret, one), one.event.type).toBe(true)
      expect(await isSigned(`${webhook.secret}x`, one), one.event.type).toBe(false)
      expect(
        await isSigned(webhook.secret, { ...one, body: one.body.replace('v', 'w') }),
        one.event.type,
      ).toBe(false)
      for (const word of [owner.name, owner.email, 'form'])
        expect(one.body, `${word} in ${one.event.type}`).not.toContain(word)
    }
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(8)
    const items = await untilLog(webhook, (all) => all.length === 8 && isSettled(all))
    expect(items.map(({ type }) => type)).toEqual(typesOf(received).reverse())
    expect(await log(webhook, '&type=document.updated')).toHaveLength(2)
    expect(await log(webhook, `&receivedId=${crypto.randomUUID()}&status=delivered`)).toEqual([])
  })

  it('is sent when an owner confirms, changes and withdraws what a certificate says', async () => {
    await newWebhook({ events: ['exemption.confirmed', 'exemption.withdrawn'] })
    const document = await createDocument(test, ownerCookie)
    const id = await share(document)
    const address = `/api/documents/${document}/exemption`
    const stated = {
      form: null,
      purchaser: 'Prairie Wind',
      seller: null,
      reason: null,
      isBlanket: null,
      hasSignature: true,
      signedOn: null,
      expiresOn: null,
      states: [{ state: 'TX', number: null }],
      pages: [1],
      version: 1,
      shown: null,
    }
    const confirmed = await call('PUT', address, ownerCookie, stated)
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    await verify(id)
    test.clock.advance(1000)
    const { confirmedAt } = confirmed.json().confirmed
    await call('PUT', address, ownerCookie, { ...stated, purchaser: 'Other', shown: confirmedAt })
    await call('DELETE', address, ownerCookie)
    const received = await receiver.until(3)
    expect(received.map(({ event: { type, data } }) => [type, data.status])).toEqual([
      ['exemption.confirmed', 'pending'],
      ['exemption.confirmed', 'pending'],
      ['exemption.withdrawn', 'pending'],
    ])
    expect(received.filter(({ body }) => body.includes('Prairie'))).toEqual([])
  })

  it('is sent only to webhooks that subscribed to it, and not at all when the action fails', async () => {
    const wanting = await newWebhook({ events: ['document.revoked'] })
    const off = await newWebhook()
    await call('PUT', `${base}/${off.id}`, business.cookie, { ...input(), isActive: false, version: 1 })
    const id = await share(await createDocument(test, ownerCookie))
    expect((await reject(id, 9, 'Of a version that is not there')).statusCode).toBe(409)
    await revoke(id)
    await untilLog(wanting, (items) => items.length === 1 && isSettled(items))
    expect(typesOf(receiver.received)).toEqual(['document.revoked'])
    expect(await log(off)).toEqual([])
  })

  it('loses its reason when the share is revoked', async () => {
    receiver.answerWith((response) => response.writeHead(503).end())
    const webhook = await newWebhook({ events: ['document.rejected', 'document.revoked'] })
    const id = await share(await createDocument(test, ownerCookie))
    await reject(id, 1, 'It is blurred')
    await untilLog(webhook, ([first]) => first?.attempts === 1)
    expect(receiver.received[0]?.event.data.reason).toBe('It is blurred')
    await revoke(id)
    receiver.answerWith()
    test.clock.advance(hourMs)
    await wakeWebhooks(test.services)
    const [, rejected, revoked] = await receiver.until(3)
    expect(rejected?.event).toMatchObject({ type: 'document.rejected' })
    expect(rejected?.body).not.toContain('blurred')
    expect(revoked?.event.type).toBe('document.revoked')
  })

  it('is verified by the code in the documentation exactly as written', async () => {
    const page = await readFile(
      new URL('../../../../../web/content/pages/developers.md', import.meta.url),
      'utf8',
    )
    const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
    const file = join(test.database.location.dataDir, 'is-from-exempta.ts')
    await writeFile(file, code)
    const { isFromExempta } = await import(pathToFileURL(file).href)
    await rm(file)
    const { secret } = await newWebhook()
    await share(await createDocument(test, ownerCookie))
    const [one] = await receiver.until(1)
    if (!one) throw new Error('Nothing came')
    const now = test.clock.now().getTime()
    expect(isFromExempta(secret, one.headers, one.body, now)).toBe(true)
    expect(isFromExempta(`${secret}x`, one.headers, one.body, now)).toBe(false)
    expect(isFromExempta(secret, one.headers, `${one.body} `, now)).toBe(false)
    expect(isFromExempta(secret, one.headers, one.body, now + 6 * minuteMs)).toBe(false)
    expect(isFromExempta(secret, {}, one.body, now)).toBe(false)
    const later = { ...one.headers, 'exempta-webhook-timestamp': String(Math.floor(now / 1000) + 60) }
    expect(isFromExempta(secret, later, one.body, now)).toBe(false)
  })
})

describe('a secret', () => {
  it('is replaced with a day in which both secrets sign', async () => {
    const { secret: first, ...webhook } = await newWebhook()
    const rotate = async () => (await call('POST', `${base}/${webhook.id}/secret`)).json().secret as string
    const second = await rotate()
    const signedBy = async (...secrets: string[]) => {
      const before = receiver.received.length
      await share(await createDocument(test, ownerCookie))
      const [one] = (await receiver.until(before + 1)).slice(before)
      return Promise.all(secrets.map((secret) => one && isSigned(secret, one)))
    }
    expect(await signedBy(first, second)).toEqual([true, true])
    await comeBack(limits.webhookOldSecretMs)
    expect(await signedBy(first, second)).toEqual([false, true])
    const third = await rotate()
    expect(await signedBy(first, second, third)).toEqual([false, true, true])
    test.clock.advance(limits.webhookOldSecretMs + 1)
    await clearWebhooks(test.services)
    const { rows } = await test.database.executeAsOwner(
      'select purpose from sealed_secrets where owner_id = $1',
      [webhook.id],
    )
    expect(rows).toEqual([{ purpose: 'webhook' }])
  })
})

describe('an endpoint that is down', () => {
  const down = () => receiver.answerWith((response) => response.socket?.destroy())

  it('for an hour gets every event of a document in order, the first one once per attempt', async () => {
    down()
    const webhook = await newWebhook()
    const documents = [await createDocument(test, ownerCookie), await createDocument(test, ownerCookie)]
    const [id = '', other = ''] = [await share(documents[0] ?? ''), await share(documents[1] ?? '')]
    await verify(id)
    await revoke(id)
    const tried = (items: WebhookDelivery[]) => items.map(({ attempts }) => attempts).join()
    await untilLog(webhook, (items) => tried(items) === '0,0,1,1')

    // Only the first delivery of each document is attempted, after 1, 2, 4 … minutes.
    for (const [minutes, tries] of [
      [1, 2],
      [2, 3],
      [4, 4],
      [8, 5],
      [16, 6],
    ] as const) {
      await comeBack(minutes * minuteMs - 2000)
      await deliver(webhook)
      expect(tried(await log(webhook)), `after ${minutes} minutes`).toBe([0, 0, tries - 1, tries - 1].join())
      test.clock.advance(4000)
      await deliver(webhook)
      expect(tried(await log(webhook)), `after ${minutes} minutes`).toBe([0, 0, tries, tries].join())
    }
    receiver.received.length = 0
    receiver.answerWith()
    await comeBack(32 * minuteMs + 4000)
    await wakeWebhooks(test.services)
    const items = await untilLog(webhook, isSettled)
    expect(tried(items)).toBe('1,1,7,7')
    const ofDocument = receiver.received.filter(({ event }) => event.data.id === id)
    expect(typesOf(ofDocument)).toEqual<WebhookEventType[]>([
      'document.received',
      'document.verified',
      'document.revoked',
    ])
    expect(receiver.received.filter(({ event }) => event.data.id === other)).toHaveLength(1)
    expect(receiver.received).toHaveLength(4)
  })

  it('for a day loses the event, which can be redelivered under its id before the next one is sent', async () => {
    receiver.answerWith((response) =>
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end('<b>go\u0000 \u202eaway</b>'),
    )
    const webhook = await newWebhook()
    const id = await share(await createDocument(test, ownerCookie))
    await verify(id)
    await untilLog(webhook, (items) => items.at(-1)?.attempts === 1)
    const until = test.clock.now().getTime() + limits.webhookRetriedMs
    while (test.clock.now().getTime() < until) {
      test.clock.advance(30 * minuteMs)
      await deliver(webhook)
    }
    await comeBack()
    const [next, dead] = await untilLog(webhook, ([second]) => (second?.attempts ?? 0) >= 3)
    expect(dead).toMatchObject({ status: 'dead', nextTryAt: null, lastStatusCode: 307, attempts: 17 })
    expect(next).toMatchObject({ status: 'pending', type: 'document.verified', attempts: 3 })
    const { tries } = await details(webhook, dead as WebhookDelivery)
    expect(tries).toHaveLength(17)
    expect(tries[0]).toMatchObject({ statusCode: 307, failure: 'refused', answer: '<b>go� �away</b>' })
    expect(tries[0]?.durationMs).toBeGreaterThanOrEqual(0)

    const redeliver = (one: WebhookDelivery | undefined) =>
      call('POST', `${base}/${webhook.id}/deliveries/${one?.id}/redeliver`)
    expect((await redeliver(next)).json().code).toBe('conflict')
    receiver.received.length = 0
    receiver.answerWith()
    const again = await redeliver(dead)
    expect([again.statusCode, again.json().eventId]).toEqual([202, dead?.eventId])
    await comeBack(2 * hourMs)
    await wakeWebhooks(test.services)
    await untilLog(webhook, isSettled)
    expect(typesOf(receiver.received)).toEqual(['document.verified', 'document.received'])
    expect(receiver.received[1]?.event.id).toBe(dead?.eventId)
  })

  it('for three days is turned off, and its managers are notified', async () => {
    down()
    const webhook = await newWebhook()
    const documents = [1, 2, 3]
    for (const _day of documents) {
      await share(await createDocument(test, ownerCookie))
      await untilLog(webhook, ([newest]) => newest?.attempts === 1)
      for (let tries = 0; tries < 30; tries++) {
        test.clock.advance(hourMs)
        await deliver(webhook)
      }
      await comeBack()
    }
    expect((await call('GET', `${base}/${webhook.id}`)).json()).toMatchObject({
      isActive: false,
      disabledAt: expect.any(String),
    })
    const { items } = (await call('GET', '/api/notifications')).json()
    expect(items[0]).toMatchObject({
      title: expect.stringContaining('We turned off your webhook to '),
      link: '/business/webhooks',
    })
    expect((await auditOf(test, webhook.id)).at(-1)?.action).toBe('webhook.disable')
    const [last] = await log(webhook)
    const refused = await call('POST', `${base}/${webhook.id}/deliveries/${last?.id}/redeliver`)
    expect(refused.statusCode).toBe(409)
    const change = { ...input(), isActive: true, version: 2 }
    const on = await call('PUT', `${base}/${webhook.id}`, business.cookie, change)
    expect(on.json()).toMatchObject({ isActive: true, failingSince: null, disabledAt: null })
    await comeBack(limits.webhookLogKeptMs + 5 * dayMs)
    await clearWebhooks(test.services)
    expect(await log(webhook)).toEqual([])
  })
})
