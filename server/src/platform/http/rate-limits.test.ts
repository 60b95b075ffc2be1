import { randomUUID } from 'node:crypto'
import type { Stream } from '@exempta/contract/events'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { sourceOf } from './rate-limits.ts'

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

  it('are refused with Retry-After, per source and only for what was overdone', async () => {
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
      live.say({ type: 'say', stream, clientId: randomUUID(), text })
    const answers = () => live.received.filter((message) => message.type === 'said')
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
