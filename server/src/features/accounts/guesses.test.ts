import { minuteMs } from '@exempta/contract/durations'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson } from '../../../test/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ trustedProxies: ['127.0.0.1'] })
})
afterAll(() => test.close())

let sources = 0
const attempt = (email: string, password: string, headers: Record<string, string> = {}) => {
  sources += 1
  return test.call({
    method: 'POST',
    url: '/api/session',
    headers: { 'x-forwarded-for': `198.51.${Math.floor(sources / 250)}.${(sources % 250) + 1}`, ...headers },
    payload: { email, password },
  })
}
const statuses = (answers: LightMyRequestResponse[]) => answers.map((answer) => answer.statusCode)
const guessTimes = async (count: number, email: string, headers: Record<string, string> = {}) => {
  const answers: LightMyRequestResponse[] = []
  for (let at = 0; at < count; at++) answers.push(await attempt(email, 'wrong password', headers))
  return answers
}

describe('requests that email an address', () => {
  const ask = async (email: string, source: string) => {
    const headers = { 'x-forwarded-for': source }
    return (await test.call({ method: 'POST', url: '/api/password-resets', payload: { email }, headers }))
      .statusCode
  }

  it('wait after five from one network, and hold no other network back', async () => {
    const { email } = await createPerson(test)
    const seen: number[] = []
    for (let n = 0; n < 30; n++) seen.push(await ask(email, `2001:db8:7:7::${n + 1}`))
    expect(seen.filter((one) => one === 202).length, 'from a /64').toBe(6)
    expect(await ask(email, '198.51.100.77'), 'the owner').toBe(202)
    expect(await ask(email, '198.51.100.77'), 'the owner, again').toBe(202)
  })

  it('from many networks do not flood a mailbox, and the owner’s own still goes through', async () => {
    const { email } = await createPerson(test)
    let sent = 0
    for (let n = 0; n < 40; n++) {
      for (let time = 0; time < 4; time++) {
        if ((await ask(email, `203.0.113.${n + 1}`)) === 202) sent += 1
      }
    }
    expect(sent, 'two for each network, and the allowance of the address').toBeLessThanOrEqual(2 * 40 + 20)
    expect(await ask(email, '198.51.100.78'), 'the owner').toBe(202)
  })
})

describe('guesses at a password', () => {
  it('wait longer and longer after five, whatever network they come from', async () => {
    const { email } = await createPerson(test)
    expect(statuses(await guessTimes(7, email))).toEqual([401, 401, 401, 401, 401, 401, 429])
    test.clock.advance(1000)
    expect(statuses(await guessTimes(2, email))).toEqual([401, 429])
    test.clock.advance(1000)
    const [blocked] = await guessTimes(1, email)
    expect(blocked?.headers['retry-after']).toBe('1')
    test.clock.advance(1000)
    expect(statuses(await guessTimes(1, email))).toEqual([401])
  })

  it('never wait longer than 15 minutes', async () => {
    const { email, password } = await createPerson(test)
    for (let at = 0; at < 25; at++) {
      await attempt(email, 'wrong password')
      test.clock.advance(15 * minuteMs)
    }
    await attempt(email, 'wrong password')
    expect((await attempt(email, password)).statusCode).toBe(429)
    test.clock.advance(15 * minuteMs)
    expect((await attempt(email, password)).statusCode).toBe(200)
  })

  it('are refused during the wait even with the right password, also for unknown addresses', async () => {
    const { email, password } = await createPerson(test)
    const known = await guessTimes(7, email)
    const unknown = await guessTimes(7, 'nobody-at-all@example.org')
    expect(statuses(unknown)).toEqual(statuses(known))
    expect((await attempt(email, password)).statusCode).toBe(429)
  })

  it('cannot be made in parallel beyond the allowance', async () => {
    const { email } = await createPerson(test)
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(email, 'wrong password')))
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(6)
  })

  it('by strangers do not lock the owner out of a known browser', async () => {
    const { email, password } = await createPerson(test)
    const first = await attempt(email, password)
    const device = first.cookies.find(({ name }) => name === 'exempta_device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 365 * 24 * 3600 })
    const cookie = `exempta_device=${device?.value}`
    await guessTimes(7, email)
    expect((await attempt(email, password)).statusCode).toBe(429)
    expect((await attempt(email, password, { cookie })).statusCode).toBe(200)
  })

  it('count for a known browser too, but only for its own account', async () => {
    const { email, password } = await createPerson(test)
    const other = await createPerson(test)
    const device = (await attempt(email, password)).cookies.find(({ name }) => name === 'exempta_device')
    const cookie = `exempta_device=${device?.value}`
    expect(statuses(await guessTimes(7, email, { cookie })).at(-1)).toBe(429)
    await guessTimes(7, other.email)
    expect((await attempt(other.email, other.password, { cookie })).statusCode).toBe(429)
  })

  it('at many accounts from one source have to wait as well', async () => {
    const source = { 'x-forwarded-for': '203.0.113.9' }
    const seen: number[] = []
    for (let at = 0; at < 102; at++) {
      seen.push((await attempt(`person-${at}@elsewhere.example`, 'wrong password', source)).statusCode)
    }
    expect(seen.slice(0, 101)).not.toContain(429)
    expect(seen.at(-1)).toBe(429)
  })

  it('are kept only as a hash', async () => {
    await attempt('someone-typed@example.org', 'wrong password')
    const { rows } = await test.services.database.executeAsOwner(
      'select guess_counts::text as row, encode(key, $1) as key from guess_counts',
      ['escape'],
    )
    expect(JSON.stringify(rows)).not.toContain('someone-typed')
  })
})
