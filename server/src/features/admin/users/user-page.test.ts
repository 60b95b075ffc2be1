import type { UserDetail } from '@exempta/contract/admin/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { awaitEmail, linkIn, readEmails } from '../../../../test/mailbox.ts'
import { confirmAddress, createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'

let test: TestApp
let admin: TestPerson
let cookie: string
beforeAll(async () => {
  test = await startTestApp({ runJobs: true })
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
})
afterAll(() => test.close())

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const answer = await test.call({
    method,
    url: `/api/admin/users/${path}`,
    headers: { cookie },
    ...(payload && { payload }),
  })
  return { httpStatus: answer.statusCode, ...(answer.body ? answer.json() : {}) }
}

describe('the page of a person', () => {
  it('shows the account, whether the address is confirmed, and where they are logged in', async () => {
    const person = await createPerson(test)
    expect(await send('GET', person.id)).toMatchObject({
      name: person.name,
      email: person.email,
      lastLoginAt: null,
      isEmailVerified: false,
      hasTwoFactor: false,
    })
    expect((await send('GET', `${person.id}/sessions`)).sessions).toEqual([])
    await confirmAddress(test, person)
    await signInAs(test, person)
    const shown: UserDetail = await send('GET', person.id)
    expect(shown.isEmailVerified).toBe(true)
    expect(shown.lastLoginAt).not.toBeNull()
    expect((await send('GET', `${person.id}/sessions`)).sessions).toMatchObject([
      { device: expect.any(String), lastSeenAt: expect.any(String) },
    ])
    const manager = await createPerson(test, 'business')
    expect(await send('GET', manager.id)).toMatchObject({ business: { role: 'manager' } })
  })

  it('ends all sessions of the person, but not one’s own', async () => {
    const person = await createPerson(test)
    const own = await signInAs(test, person)
    expect(await send('DELETE', `${person.id}/sessions`)).toEqual({ httpStatus: 200, ended: 1 })
    const session = await test.call({ method: 'GET', url: '/api/session', headers: { cookie: own } })
    expect(session.json().session).toBeNull()
    expect((await auditOf(test, person.id)).at(-1)).toMatchObject({
      action: 'session.revoke',
      actor_id: admin.id,
      details: { ended: 1 },
    })
    expect(await send('DELETE', `${admin.id}/sessions`)).toMatchObject({
      httpStatus: 409,
      code: 'own-account',
    })
  })

  it('says until when a person is locked out, in the list too, and unlocks them', async () => {
    const person = await createPerson(test)
    const signIn = (password: string, cookies = '') =>
      test.call({
        method: 'POST',
        url: '/api/session',
        payload: { email: person.email, password },
        headers: cookies ? { cookie: cookies } : {},
      })
    expect((await send('GET', person.id)).lockedUntil).toBeNull()
    for (let tries = 0; tries < 6; tries++) await signIn('Wrong1!')
    const { lockedUntil }: UserDetail = await send('GET', person.id)
    expect(lockedUntil).toBe(new Date(test.clock.now().getTime() + 1000).toISOString())
    const list = await test.call({
      method: 'GET',
      url: `/api/admin/users?search=${encodeURIComponent(person.email)}`,
      headers: { cookie },
    })
    expect(list.json().items).toMatchObject([{ id: person.id, lockedUntil }])
    expect((await signIn(person.password)).statusCode).toBe(429)
    expect(await send('DELETE', `${person.id}/lock`)).toEqual({ httpStatus: 204 })
    expect((await send('GET', person.id)).lockedUntil).toBeNull()
    expect((await auditOf(test, person.id)).at(-1)).toMatchObject({
      action: 'account.unlock',
      actor_id: admin.id,
    })
    const entered = await signIn(person.password)
    expect(entered.statusCode).toBe(200)

    // Their own browser has guesses of its own.
    const known = entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    for (let tries = 0; tries < 6; tries++) await signIn('Wrong1!', known)
    expect((await send('GET', person.id)).lockedUntil).not.toBeNull()
    await send('DELETE', `${person.id}/lock`)
    expect((await signIn(person.password, known)).statusCode).toBe(200)

    await signIn('Wrong1!')
    for (let tries = 0; tries < 6; tries++) await signIn('Wrong1!')
    test.clock.advance(1001)
    expect((await send('GET', person.id)).lockedUntil).toBeNull()
    expect((await send('DELETE', `${admin.id.replace(/^./, 'f')}/lock`)).httpStatus).toBe(404)
  })

  it('emails a link to choose a new password to active accounts only', async () => {
    const person = await createPerson(test)
    expect((await send('POST', `${person.id}/reset-link`)).httpStatus).toBe(204)
    expect(linkIn(await awaitEmail(test, person.email, 'reset-password'))).toContain('/reset-password#token=')
    expect((await auditOf(test, person.id)).at(-1)).toMatchObject({
      action: 'password.reset-request',
      actor_id: admin.id,
    })
    const suspended = await createPerson(test)
    const { version, name, role } = await send('GET', suspended.id)
    await send('PUT', suspended.id, { version, name, role, status: 'suspended' })
    expect(await send('POST', `${suspended.id}/reset-link`)).toMatchObject({
      httpStatus: 403,
      title: 'This account isn’t active. Activate it first.',
    })
    const templates = (await readEmails(test, suspended.email)).map(({ template }) => template)
    expect(templates).not.toContain('reset-password')
  })

  it.each([
    ['GET', ''],
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
    ['POST', '/reset-link'],
  ] as const)('%s %s answers 404 for someone who does not exist', async (method, path) => {
    expect((await send(method, `${crypto.randomUUID()}${path}`)).httpStatus).toBe(404)
  })
})
