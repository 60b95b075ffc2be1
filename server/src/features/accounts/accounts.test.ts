import { accountLimits } from '@exempta/contract/accounts/limits'
import { texts } from '@exempta/contract/texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { createFirstAdministrator, issueSetUpLink } from './set-up-administrator.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const sessionWith = async (cookie: string) => {
  const response = await test.call({ method: 'GET', url: '/api/session', headers: { cookie } })
  return response.json<{ session: { person: { email: string } } | null }>().session
}

describe('logging in', () => {
  it('returns the person and an HttpOnly, SameSite cookie', async () => {
    const person = await createPerson(test)
    const response = await test.call({
      method: 'POST',
      url: '/api/session',
      payload: { email: person.email.toUpperCase(), password: person.password },
    })
    expect(response.statusCode).toBe(200)
    expect(response.json().session.person).toEqual({
      id: person.id,
      name: person.name,
      email: person.email,
      role: 'user',
      isEmailVerified: false,
      hasTwoFactor: false,
      business: null,
      isAskedForName: false,
    })
    const cookie = response.cookies.find(({ name }) => name === 'exempta_session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  it('gives the same answer for a wrong password and an unknown address', async () => {
    const person = await createPerson(test)
    const attempt = (email: string) =>
      test.call({ method: 'POST', url: '/api/session', payload: { email, password: 'wrong password' } })
    const answers = await Promise.all([attempt(person.email), attempt('nobody@example.org')])
    for (const [row, answer] of answers.entries()) {
      const name = ['a wrong password', 'an unknown address'][row]
      expect(answer.statusCode, name).toBe(401)
      expect(answer.json(), name).toMatchObject({ code: 'wrong-credentials', title: texts.login.failed })
      expect(answer.headers['set-cookie'], name).toBeUndefined()
    }
  })

  it('reports a suspension only after the right password', async () => {
    const person = await createPerson(test)
    await test.services.database.transact(systemActor, (tx) =>
      tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.id).execute(),
    )
    const attempt = (password: string) =>
      test.call({ method: 'POST', url: '/api/session', payload: { email: person.email, password } })
    expect((await attempt('wrong password')).json().title).toBe(texts.login.failed)
    expect((await attempt(person.password)).json().title).toBe(texts.login.notActive)
  })

  it('accepts the same password in another Unicode form', async () => {
    const person = await createPerson(test)
    await test.services.database.transact(systemActor, async (tx) => {
      const { hashPassword } = await import('./passwords.ts')
      const hash = await hashPassword('cafe\u0301 au lait')
      await tx.updateTable('passwords').set({ hash }).where('user_id', '=', person.id).execute()
    })
    const cookie = await signInAs(test, { ...person, password: 'caf\u00e9 au lait' })
    expect((await sessionWith(cookie))?.person.email).toBe(person.email)
  })

  it("replaces the browser's previous session", async () => {
    const person = await createPerson(test)
    const first = await signInAs(test, person)
    await test.call({
      method: 'POST',
      url: '/api/session',
      headers: { cookie: first },
      payload: { email: person.email, password: person.password },
    })
    expect(await sessionWith(first)).toBeNull()
  })

  it.each(['fe80::1%eth0', 'unknown'])('works from %s, whatever a proxy says', async (remoteAddress) => {
    const { email, password } = await createPerson(test)
    const payload = { email, password }
    const answer = await test.call({ method: 'POST', url: '/api/session', remoteAddress, payload })
    expect(answer.statusCode).toBe(200)
  })

  it.each([
    ['no body', undefined],
    ['an array', []],
    ['a number as password', { email: 'a@example.org', password: 1 }],
    ['an unknown field', { email: 'a@example.org', password: 'x', role: 'admin' }],
    ['an oversized password', { email: 'a@example.org', password: 'x'.repeat(5000) }],
    ['no address', { email: 'nobody', password: 'x' }],
  ])('refuses %s with 422 and says which field', async (_name, payload) => {
    const response = await test.call({ method: 'POST', url: '/api/session', payload: payload as object })
    expect(response.statusCode).toBe(422)
    expect(response.json().code).toBe('invalid-input')
    expect(response.json().fields.length).toBeGreaterThan(0)
  })
})

describe('a session', () => {
  it('needs a known cookie', async () => {
    expect(await sessionWith('')).toBeNull()
    expect(await sessionWith(`exempta_session=${'a'.repeat(43)}`)).toBeNull()
  })

  it('ends at logout', async () => {
    const cookie = await signInAs(test, await createPerson(test))
    const response = await test.call({ method: 'DELETE', url: '/api/session', headers: { cookie } })
    expect(response.statusCode).toBe(204)
    expect(await sessionWith(cookie)).toBeNull()
  })

  it('ends after too long without activity', async () => {
    const cookie = await signInAs(test, await createPerson(test))
    test.clock.advance(accountLimits.sessionIdleMs - 1)
    expect(await sessionWith(cookie)).not.toBeNull()
    test.clock.advance(1)
    expect(await sessionWith(cookie)).toBeNull()
  })

  it('is stored only as a hash', async () => {
    const cookie = await signInAs(test, await createPerson(test))
    const token = cookie.split('=')[1] ?? ''
    const stored = await test.services.database.executeAsOwner('select sessions::text as row from sessions')
    expect(stored.rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored.rows)).not.toContain(token)
  })
})

it('a password is stored only as an argon2id hash', async () => {
  const person = await createPerson(test)
  const { rows } = await test.services.database.executeAsOwner(
    'select hash, passwords::text as row from passwords where user_id = $1',
    [person.id],
  )
  expect(rows).toMatchObject([{ hash: expect.stringMatching(/^\$argon2id\$/) }])
  expect(JSON.stringify(rows)).not.toContain(person.password)
})

describe('the first administrator', () => {
  const setUp = (url: string, email: string) =>
    test.call({
      method: 'POST',
      url: '/api/setup',
      payload: {
        token: new URL(url).hash.slice('#token='.length),
        name: 'Ada',
        email,
        password: 'long enough',
      },
    })

  it('is created once with the newest link', async () => {
    const former = await issueSetUpLink(test.services)
    const link = await issueSetUpLink(test.services)
    if (!former || !link) throw new Error('There was no set-up link')
    expect(link).toMatch(/^http:\/\/localhost:3000\/setup#token=[\w-]{43}$/)

    expect((await setUp(former, 'former@example.org')).statusCode).toBe(410)
    const answers = await Promise.all([setUp(link, 'one@example.org'), setUp(link, 'two@example.org')])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 410])
    expect(answers.find((answer) => answer.statusCode === 201)?.json().session.person.role).toBe('admin')
  })

  it('is created by only one of several processes that start at once', async () => {
    const own = await startTestApp()
    const admin = { email: 'first@example.org', password: 'long enough' }
    const made = await Promise.all(
      Array.from({ length: 4 }, () => createFirstAdministrator(own.services, admin)),
    )
    expect(made.toSorted()).toEqual([false, false, false, true])
    await own.close()
  })

  it('is not created again once there is one', async () => {
    expect(await issueSetUpLink(test.services)).toBeUndefined()
    expect(
      await createFirstAdministrator(test.services, { email: 'x@example.org', password: 'long enough' }),
    ).toBe(false)
  })
})
