import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { issueSetUpLink } from './set-up-administrator.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const attempt = (email: string, password: string) =>
  test.call({ method: 'POST', url: '/api/session', payload: { email, password } })

describe('the audit log of accounts', () => {
  it('records logins and logouts', async () => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    test.clock.advance(1)
    await test.call({ method: 'DELETE', url: '/api/session', headers: { cookie } })
    const who = { actor_kind: 'person', actor_id: person.id, actor_role: 'user', result: 'done' }
    expect(await auditOf(test, person.id)).toMatchObject([
      { ...who, action: 'session.sign-in' },
      { ...who, action: 'session.sign-out' },
    ])
  })

  it('records no logout without a session', async () => {
    const person = await createPerson(test)
    await test.call({
      method: 'DELETE',
      url: '/api/session',
      headers: { cookie: `exempta_session=${'a'.repeat(43)}` },
    })
    expect(await auditOf(test, person.id)).toEqual([])
  })

  it('records refused logins with the account and the reason', async () => {
    const person = await createPerson(test)
    await attempt(person.email, 'wrong password')
    await test.services.database.transact(systemActor, (tx) =>
      tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.id).execute(),
    )
    test.clock.advance(1)
    await attempt(person.email, person.password)
    const what = { action: 'session.sign-in', result: 'refused', actor_kind: 'anonymous' }
    expect(await auditOf(test, person.id)).toMatchObject([
      { ...what, details: { reason: 'wrong-password' } },
      { ...what, details: { reason: 'not-active' } },
    ])
  })

  it('never records a typed address', async () => {
    const response = await attempt('stranger@example.org', 'wrong password')
    const rows = await test.services.database.executeAsOwner(
      'select audit_entries::text as row from audit_entries where request_id = $1',
      [response.headers['x-request-id']],
    )
    expect(JSON.stringify(rows.rows)).toContain('unknown-address')
    expect(JSON.stringify(rows.rows)).not.toContain('stranger')
  })

  it('records the setup of the first administrator and the session it starts', async () => {
    const link = await issueSetUpLink(test.services)
    const response = await test.call({
      method: 'POST',
      url: '/api/setup',
      payload: {
        token: new URL(link ?? '').hash.slice('#token='.length),
        name: 'Ada',
        email: 'ada@example.org',
        password: 'long enough',
      },
    })
    const { id } = response.json().session.person
    const rows = await auditOf(test, id)
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(
      expect.objectContaining({ action: 'administrator.create', actor_kind: 'anonymous' }),
    )
    expect(rows).toContainEqual(expect.objectContaining({ action: 'session.sign-in', actor_id: id }))
  })
})
