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
