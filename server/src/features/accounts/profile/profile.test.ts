import { closeCodes } from '@exempta/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../../test/live-socket.ts'
import { readEmails } from '../../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { codeOf, enrol } from '../../../../test/two-factor.ts'
import { takeGuess } from '../guesses.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const newPassword = 'plum harbor lamp'
const as = (
  cookie: string,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })
const sessionWith = async (cookie: string) => (await as(cookie, 'GET', '/api/session')).json().session
const subjectsTo = async ({ email }: TestPerson) =>
  (await readEmails(test, email)).map(({ subject }) => subject)

describe('your own profile', () => {
  it('shows the account and the login before the current one', async () => {
    const person = await createPerson(test, 'business')
    const memberSince = test.clock.now().toISOString()
    test.clock.advance(60_000)
    const first = test.clock.now().toISOString()
    expect((await as(await signInAs(test, person), 'GET', '/api/profile')).json()).toEqual({
      id: person.id,
      name: person.name,
      email: person.email,
      pendingEmail: null,
      isEmailVerified: false,
      role: 'business',
      status: 'active',
      memberSince,
      lastLoginAt: null,
    })
    test.clock.advance(60_000)
    const cookie = await signInAs(test, person)
    expect((await as(cookie, 'GET', '/api/profile')).json().lastLoginAt).toBe(first)
  })

  it('changes only the name', async () => {
    const [person, other] = [await createPerson(test), await createPerson(test)]
    const cookie = await signInAs(test, person)
    const updated = await as(cookie, 'PATCH', '/api/profile', { name: '  Rosa Delgado ' })
    expect(updated.json()).toMatchObject({ id: person.id, name: 'Rosa Delgado', email: person.email })
    expect((await sessionWith(cookie)).person.name).toBe('Rosa Delgado')
    expect((await sessionWith(await signInAs(test, other))).person.name).toBe(other.name)
    for (const extra of [
      { role: 'admin' },
      { status: 'active' },
      { id: other.id },
      { email: 'x@example.org' },
      { isEmailVerified: true },
    ]) {
      expect(
        (await as(cookie, 'PATCH', '/api/profile', { name: 'Rosa', ...extra })).statusCode,
        JSON.stringify(extra),
      ).toBe(422)
    }
    expect((await sessionWith(cookie)).person).toMatchObject({ name: 'Rosa Delgado', role: 'user' })
    expect((await auditOf(test, person.id)).map(({ action }) => action)).toContain('profile.update')
    expect((await as('', 'GET', '/api/profile')).statusCode).toBe(401)
  })

  it('asks a manager with the name of the business for their own until they give or keep it, on every device', async () => {
    const isAsked = async (cookie: string) => (await sessionWith(cookie)).person.isAskedForName
    const [named, keeping, other] = [
      await createPerson(test, 'business'),
      await createPerson(test, 'business'),
      await createPerson(test, 'business'),
    ]
    const nameBusiness = (person: TestPerson, name: string) =>
      test.database.executeAsOwner(
        'update businesses set name = $2 where id = (select business_id from business_users where user_id = $1)',
        [person.id, name],
      )
    await nameBusiness(named, named.name)
    await nameBusiness(keeping, keeping.name)
    await nameBusiness(other, 'Maple Street Supply')
    const [cookie, keeper, elsewhere] = [
      await signInAs(test, named),
      await signInAs(test, keeping),
      await signInAs(test, keeping),
    ]
    expect(await isAsked(cookie)).toBe(true)
    expect(await isAsked(keeper)).toBe(true)
    expect(await isAsked(await signInAs(test, other))).toBe(false)

    await as(cookie, 'PATCH', '/api/profile', { name: 'Rosa Delgado' })
    await as(keeper, 'PATCH', '/api/profile', { name: keeping.name })
    expect(await isAsked(cookie)).toBe(false)
    expect(await isAsked(keeper)).toBe(false)
    expect(await isAsked(elsewhere)).toBe(false)
    expect((await sessionWith(elsewhere)).person.name).toBe(keeping.name)
  })
})

describe('changing the password', () => {
  const change = (cookie: string, currentPassword: string, password = newPassword) =>
    as(cookie, 'PUT', '/api/profile/password', { currentPassword, newPassword: password })

  it('ends other sessions and sockets, continues here under a new token, and is announced by email', async () => {
    const url = await listenForSockets(test)
    const person = await createPerson(test)
    const [here, there] = [await signInAs(test, person), await signInAs(test, person)]
    const live = await new LiveSocket(url, socketHeaders(there)).opened()
    await live.follow(`person:${person.id}`)
    const changed = await change(here, person.password)
    expect(changed.statusCode).toBe(204)
    const cookie = changed.cookies.find(({ name }) => name === 'exempta_session')
    const fresh = `exempta_session=${cookie?.value}`
    expect(await live.closed).toEqual({ code: closeCodes.sessionEnded, reason: 'revoked' })
    expect([await sessionWith(here), await sessionWith(there)]).toEqual([null, null])
    expect((await sessionWith(fresh)).person.id).toBe(person.id)
    expect(await subjectsTo(person)).toEqual(['Your password was changed'])
    await expect(signInAs(test, person)).rejects.toThrow('401')
    const known = await test.database.executeAsOwner('select from known_devices where user_id = $1', [
      person.id,
    ])
    expect(known.rows).toHaveLength(1)
    expect(await signInAs(test, { ...person, password: newPassword })).toMatch(/^exempta_session=/)
    expect((await auditOf(test, person.id)).map(({ action }) => action)).toContain('password.change')
  })

  it('needs the current password and a new one that is not weak', async () => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    expect((await change(cookie, 'wrong password')).json().code).toBe('wrong-password')
    for (const weak of [person.password, 'password1', 'Passw0rd!', person.email]) {
      const refused = (await change(cookie, person.password, weak)).json()
      expect([refused.code, refused.fields[0].path], weak).toEqual(['weak-password', 'newPassword'])
    }
    expect((await change(cookie, person.password, 'short')).statusCode).toBe(422)
    expect(await subjectsTo(person)).toEqual([])
    for (let at = 0; at < 6; at++) await change(cookie, 'wrong password')
    expect((await change(cookie, person.password)).statusCode).toBe(429)
  })

  it('cannot be used to flood a mailbox', async () => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    const changed = { at: 'account-change', subject: person.id, personId: person.id } as const
    for (let at = 0; at < 21; at++) {
      await takeGuess(test.services, { ...changed, deviceToken: undefined, ip: '198.51.100.1' })
    }
    expect((await change(cookie, person.password)).statusCode).toBe(429)
    test.clock.advance(1000)
    expect((await change(cookie, person.password)).statusCode).toBe(204)
  })

  it('happens once when two requests arrive at the same time', async () => {
    const person = await createPerson(test)
    const cookies = [await signInAs(test, person), await signInAs(test, person)]
    const answers = await Promise.all(
      cookies.map((cookie, at) => change(cookie, person.password, `${newPassword} ${at}`)),
    )
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 204)).toHaveLength(1)
    expect(await subjectsTo(person)).toHaveLength(1)
  })
})

it('every change of the second factor is announced by email', async () => {
  const person = await createPerson(test)
  const { key, cookie } = await enrol(test, person)
  const { password } = person
  await as(cookie, 'POST', '/api/two-factor/backup-codes', { password, code: codeOf(test, key) })
  test.clock.advance(30_000)
  const off = await as(cookie, 'DELETE', '/api/two-factor', { password, code: codeOf(test, key) })
  expect(off.statusCode).toBe(204)
  expect((await subjectsTo(person)).sort()).toEqual([
    'Two-factor authentication is off',
    'Two-factor authentication is on',
    'You have new backup codes',
  ])
})

describe('your own activity', () => {
  const pageOf = async (cookie: string, query = '') =>
    (await as(cookie, 'GET', `/api/profile/activity${query}`)).json()

  it('lists your own actions and strangers’ attempts, newest first, page by page, and nothing of other people', async () => {
    const [person, other] = [await createPerson(test), await createPerson(test, 'admin')]
    const payload = { email: person.email, password: 'wrong password' }
    await test.call({ method: 'POST', url: '/api/session', payload })
    test.clock.advance(1000)
    const cookie = await signInAs(test, person)
    test.clock.advance(1000)
    await as(cookie, 'PATCH', '/api/profile', { name: 'Rosa' })
    const { items } = await pageOf(cookie)
    const at = test.clock.now().toISOString()
    expect(items).toMatchObject([
      { action: 'profile.update', result: 'done', at, ip: '127.0.0.1' },
      { action: 'session.sign-in', result: 'done' },
      { action: 'session.sign-in', result: 'refused' },
    ])
    const paged: unknown[] = []
    for (let query = '?limit=1'; ; ) {
      const page = await pageOf(cookie, query)
      paged.push(...page.items)
      if (!page.nextCursor) break
      query = `?limit=1&cursor=${page.nextCursor}`
    }
    expect(paged).toEqual(items)
    const others = await pageOf(await signInAs(test, other))
    expect(others.items).toMatchObject([{ action: 'session.sign-in' }])
  })
})
