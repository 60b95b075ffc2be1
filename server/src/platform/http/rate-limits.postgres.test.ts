import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stream } from '@exempta/contract/events'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKey } from '../../../test/api-keys.ts'
import { startTestApp } from '../../../test/app.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { createTestBusiness } from '../../../test/sharing.ts'
import { sourceOf } from '../network-address.ts'

describe('the source of a call', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (ip, source) => {
    expect(sourceOf(ip)).toBe(source)
  })
})

describe('too many attempts', () => {
  const attempt = { email: 'a@example.org', password: 'wrong password' }

  it('are refused with Retry-After, for each source and only for the limited call', async () => {
    const test = await startTestApp({ guessLimitPerMinute: 2, trustedProxies: ['127.0.0.1'] })
    const signIn = (from: string) =>
      test.call({
        method: 'POST',
        url: '/api/session',
        headers: { 'x-forwarded-for': from },
        payload: attempt,
      })
    const statuses = []
    for (let round = 0; round < 3; round++) statuses.push((await signIn('203.0.113.7')).statusCode)
    expect(statuses).toEqual([401, 401, 429])

    const refused = await signIn('203.0.113.7')
    expect(refused.json().code).toBe('too-many-requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signIn('203.0.113.8')).statusCode).toBe(401)
    const health = {
      method: 'GET',
      url: '/api/health',
      headers: { 'x-forwarded-for': '203.0.113.7' },
    } as const
    expect((await test.call(health)).statusCode).toBe(200)
    await test.close()
  })

  it('count also what a socket is used for', async () => {
    const test = await startTestApp({ rateLimitPerMinute: 2 })
    const url = await listenForSockets(test)
    const started = await test.call({
      method: 'POST',
      url: '/api/chat/guest',
      payload: { name: 'Rosa', email: 'rosa@example.org' },
    })
    const stream: Stream = `chat:${started.json().thread.id}`
    const cookie = `exempta_chat=${started.cookies[0]?.value}`
    const live = await new LiveSocket(url, socketHeaders(cookie)).opened()
    await live.follow(stream)
    for (const text of ['one', 'two', 'three'])
      live.send({ type: 'send', stream, clientId: randomUUID(), text })
    const answers = () => live.received.filter((message) => message.type === 'sent')
    await live.until(() => answers().length === 3)
    expect(answers().map(({ message }) => message?.text)).toEqual(['one', 'two', undefined])
    live.socket.close()
    await test.close()
  })

  it('cannot hide behind a forged X-Forwarded-For', async () => {
    const test = await startTestApp({ guessLimitPerMinute: 1 })
    const signIn = (from: string) =>
      test.call({
        method: 'POST',
        url: '/api/session',
        headers: { 'x-forwarded-for': from },
        payload: attempt,
      })
    expect((await signIn('203.0.113.7')).statusCode).toBe(401)
    expect((await signIn('203.0.113.8')).statusCode).toBe(429)
    await test.close()
  })
})

describe('refused calls', () => {
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const start = (options: { rateLimitPerMinute?: number; guessLimitPerMinute?: number }) =>
    startTestApp({
      trustedProxies: ['127.0.0.1'],
      webFolder: site,
      sandbox: fakeSandbox().sandbox,
      ...options,
    })
  let site: string
  beforeAll(async () => {
    site = await mkdtemp(join(tmpdir(), 'exempta-site-'))
    await mkdir(join(site, 'client'))
    await writeFile(join(site, 'client/shell.html'), '<h1>Shell</h1>')
    const manifest = { shell: 'shell.html', pages: { 'shell.html': [] }, routes: ['/s/:token', '/login'] }
    await writeFile(join(site, 'site.json'), JSON.stringify(manifest))
  })
  afterAll(() => rm(site, { recursive: true }))

  const madeUp = 'A'.repeat(43)
  const refused: Record<string, { status: number; call: InjectOptions }> = {
    'without a session': { status: 401, call: { method: 'GET', url: '/api/documents' } },
    'with a made-up session': {
      status: 401,
      call: { method: 'GET', url: '/api/documents', headers: { cookie: `exempta_session=${madeUp}` } },
    },
    'from another site': {
      status: 403,
      call: { method: 'DELETE', url: '/api/session', headers: { origin: 'https://evil.example' } },
    },
    'to no route': { status: 404, call: { method: 'GET', url: '/api/nothing-here' } },
    'with another method': { status: 404, call: { method: 'PUT', url: '/api/session' } },
    'to no page': { status: 404, call: { method: 'GET', url: '/nothing-here' } },
    'with a made-up API key': {
      status: 401,
      call: { method: 'GET', url: '/api/v1/team', headers: { authorization: `Bearer exk_${madeUp}` } },
    },
    'with no operator token': { status: 404, call: { method: 'GET', url: '/metrics' } },
    'for a socket': {
      status: 401,
      call: { method: 'GET', url: '/api/live', headers: { upgrade: 'websocket', connection: 'upgrade' } },
    },
    'for a socket elsewhere': {
      status: 404,
      call: {
        method: 'GET',
        url: '/api/elsewhere',
        headers: { upgrade: 'websocket', connection: 'upgrade' },
      },
    },
  }

  it('of every kind count against their source alone', async () => {
    const test = await start({ rateLimitPerMinute: 3 })
    for (const [at, [name, { status, call }]] of Object.entries(refused).entries()) {
      const send = (ip: string) => test.call({ ...call, headers: { ...call.headers, ...from(ip) } })
      const statuses: number[] = []
      for (let round = 0; round < 5; round++) statuses.push((await send(`203.0.113.${at}`)).statusCode)
      expect(statuses, name).toEqual([status, status, status, 429, 429])
      const over = await send(`203.0.113.${at}`)
      expect(Number(over.headers['retry-after']), name).toBeGreaterThan(0)
      expect((await send(`198.51.100.${at}`)).statusCode, name).toBe(status)
    }
    const urls = ['/api/documents', '/api/nothing', '/api/v1/team', '/api/notifications']
    const statuses: number[] = []
    for (const url of urls)
      statuses.push((await test.call({ method: 'GET', url, headers: from('192.0.2.1') })).statusCode)
    expect(statuses).toEqual([401, 404, 401, 429])
    await test.close()
  })

  it('of a tab whose session is over do not lock out a colleague', async () => {
    const test = await start({ rateLimitPerMinute: 600 })
    const cookie = await signInAs(test, await createPerson(test))
    const over = { cookie: `exempta_session=${madeUp}` }
    for (let at = 0; at < 100; at++)
      await test.call({ method: 'GET', url: '/api/notifications', headers: over })
    const own = await test.call({ method: 'GET', url: '/api/notifications', headers: { cookie } })
    expect(own.statusCode).toBe(200)
    await test.close()
  })

  it('that guess secrets have a small limit, which valid secrets do not use up', async () => {
    const test = await start({ rateLimitPerMinute: 100, guessLimitPerMinute: 2 })
    const cookie = await signInAs(test, await createPerson(test))
    const key = (await makeKey(test, await createTestBusiness(test))).key
    const tries: Record<string, [number, InjectOptions]> = {
      'an API key': [401, refused['with a made-up API key']?.call ?? {}],
      'a view link': [403, { method: 'GET', url: `/api/view/${madeUp}.${madeUp}` }],
      'a share link': [410, { method: 'GET', url: `/s/${madeUp}` }],
      'the operator token': [404, { method: 'GET', url: '/metrics' }],
    }
    for (const [at, [name, [status, call]]] of Object.entries(tries).entries()) {
      const headers = { ...call.headers, ...from(`203.0.113.${at}`) }
      const statuses: number[] = []
      for (let round = 0; round < 4; round++)
        statuses.push((await test.call({ ...call, headers })).statusCode)
      expect(statuses, name).toEqual([status, status, 429, 429])
      const genuine = { authorization: `Bearer ${key}`, ...from(`203.0.113.${at}`) }
      const api = await test.call({ method: 'GET', url: '/api/v1/team', headers: genuine })
      expect(api.statusCode, name).toBe(200)
      const page = await test.call({
        method: 'GET',
        url: '/api/notifications',
        headers: { cookie, ...from(`203.0.113.${at}`) },
      })
      expect(page.statusCode, name).toBe(200)
    }
    await test.close()
  })
})
