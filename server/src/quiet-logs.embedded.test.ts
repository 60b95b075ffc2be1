/**
 * Uses the product with recognizable values, valid and invalid, at the most verbose log level, and reads every line:
 * no name, address, token or digit of a secret may be in the log.
 */

import { anyone } from '@exempta/contract/access'
import { defineRoute } from '@exempta/contract/route'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../test/app.ts'
import { fakeSandbox } from '../test/fake-sandbox.ts'
import { LiveSocket, listenForSockets } from '../test/live-socket.ts'
import { pdfBytes, untilProcessed, uploadOne } from '../test/uploads.ts'
import { limits } from './features/public/limits.ts'
import { implement, registerRoute } from './platform/http/implement.ts'

const person = { name: 'Rosalind Quimby', email: 'rosalind@quimby.example', password: 'zebra-lantern-4821' }
const street = '77 Juniper Hollow'
const ssn = '536-90-4399'
const card = '4111 1111 1111 1111'
const fileName = 'quimby-divorce-papers.pdf'
const urlToken = 'tok-Zm9yZ290dGVuLXNlY3JldA'

/** A call that fails with everything in its words. */
const failing = implement(
  defineRoute({
    method: 'GET',
    path: '/api/test/fails',
    summary: '-',
    tag: 'Test',
    access: anyone,
    response: 'nothing',
  }),
  async () => {
    throw new Error(`${person.email} at ${street}`, { cause: new TypeError(`${ssn} ${urlToken}`) })
  },
)

const secrets = new Set([
  ...Object.values(person),
  ...[street, ssn, card, fileName, urlToken, 'Quimby', 'quimby', 'Juniper', '198.51.100.7'],
])
let app: TestApp
let socketUrl: string
beforeAll(async () => {
  app = await startTestApp({
    logLevel: 'trace',
    sandbox: fakeSandbox().sandbox,
    runJobs: true,
    trustedProxies: ['127.0.0.1'],
    emailTransport: {
      from: { name: 'Exempta', address: 'mail@exempta.example' },
      send: (mail) => Promise.reject(new Error(`550 ${mail.to} is unknown, ${mail.text}`)),
      check: async () => ({ certificateEndsAt: undefined }),
    },
    addRoutes: (fastify) => registerRoute(fastify, failing),
  })
  socketUrl = await listenForSockets(app)
})
afterAll(() => app.close())

const call = (method: 'GET' | 'POST', url: string, payload?: object, cookie = '') =>
  app.call({
    method,
    url,
    headers: { cookie, 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Quimby/1.0' },
    ...(payload && { payload }),
  })

test('no line of the log holds a name, an address, a token or a digit of a secret', async () => {
  const registered = await call('POST', '/api/accounts', { type: 'user', ...person })
  const cookie = registered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(registered.statusCode).toBe(201)
  for (const { value } of registered.cookies) secrets.add(value)
  await call('POST', '/api/accounts', { type: 'user', ...person })
  await call('POST', '/api/session', { email: person.email, password: `${person.password}!` })
  await call('POST', '/api/session', { email: person.email, password: 7 })
  await call('POST', '/api/password-resets', { email: person.email })

  const { id } = await uploadOne(app, cookie, { name: fileName, bytes: pdfBytes(`${ssn} ${street}`) })
  await untilProcessed(app, cookie, id)
  const link = (await call('POST', `/api/documents/${id}/view-links`, undefined, cookie)).json().url as string
  secrets.add(link.slice(link.lastIndexOf('/') + 1))
  await call('GET', link)
  await call('GET', `${link}x`)
  await call('POST', '/api/shares', { documentIds: [id], emails: [person.email], message: street }, cookie)

  await call('POST', '/api/chat/open', undefined, cookie)
  const text = `I live at ${street}, my number is ${ssn}, my card ${card}`
  await call('POST', '/api/chat/messages', { clientId: crypto.randomUUID(), text }, cookie)
  const { stamp } = (await call('GET', '/api/form-stamp')).json()
  app.clock.advance(limits.formFilledMinMs)
  const contact = { name: person.name, email: person.email, subject: street, message: text }
  await call('POST', '/api/contact', { ...contact, website: '', stamp })
  const socket = await new LiveSocket(socketUrl, { origin: testOrigin, cookie }).opened()
  socket.socket.send(`{"type":"follow","streams":["${person.email}"]`)
  await socket.closed

  expect((await call('GET', '/api/test/fails')).statusCode).toBe(500)
  expect((await call('GET', `/api/nowhere/${urlToken}?email=${person.email}`)).statusCode).toBe(404)
  expect((await call('GET', `/s/${urlToken}`)).statusCode).toBe(404)
  await call('GET', `/api/documents/${urlToken}?search=${encodeURIComponent(street)}`, undefined, cookie)
  await call('POST', '/api/shared/look', { token: urlToken })
  await app.services.database
    .transact({ kind: 'system' }, (tx) =>
      tx
        .insertInto('mails')
        .values({ recipient: person.email } as never)
        .execute(),
    )
    .catch((error: unknown) => app.services.log.error({ err: error }, 'a database that quotes its row'))
  await vi.waitFor(() => expect(app.logged()).toContain('"job":"send-mail"'), { timeout: 15_000 })

  // Where the server listens is its own address.
  const lines = app
    .logged()
    .trim()
    .split('\n')
    .filter((line) => !line.includes('"msg":"Server listening at'))
  expect(lines.length).toBeGreaterThan(20)
  for (const line of lines) {
    for (const secret of secrets) expect(line, line).not.toContain(secret)
    expect(withoutOurDigits(line), line).not.toMatch(/\d{4}|\w@\w|Bearer|exempta_session/)
  }
})

/**
 * Ids, times, classes of database errors, places in our own files and the head of the audit log are ours: any digits
 * may stand in them, those of a secret too.
 */
function withoutOurDigits(line: string): string {
  const ours = new Set(['time', 'ms', 'head'])
  const isSqlState = (key: string, value: unknown) => key === 'code' && /^[0-9A-Z]{5}$/.test(String(value))
  const rest = JSON.stringify(JSON.parse(line), (key, value) => {
    if (ours.has(key) || isSqlState(key, value)) return undefined
    return key === 'stack' ? String(value).replaceAll(/^\s*at .*$/gm, '') : value
  })
  return rest.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '')
}
