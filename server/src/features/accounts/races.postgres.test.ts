import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { codeOf, enrol, signInHalfway } from '../../../test/two-factor.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { closeAccess } from './account-events.ts'
import { endSessionsOf } from './index.ts'
import { hashPassword } from './passwords.ts'
import { lockPerson, upsertPassword } from './queries/accounts.ts'

let test: TestApp
let replacement: string
beforeAll(async () => {
  test = await startTestApp()
  replacement = await hashPassword('plum harbor lamp')
})
afterAll(() => test.close())

const waiting = async () => {
  const { rows } = await test.database.executeAsOwner(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/**
 * Starts a change of the account, starts the attempt, and commits the change once the attempt waits for it.
 */
async function during<T>(
  person: TestPerson,
  change: (tx: Transaction) => Promise<unknown>,
  attempt: () => Promise<T>,
): Promise<T> {
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changed = test.services.database.transact(systemActor, async (tx) => {
    await lockPerson(tx, person.id)
    begun.resolve()
    await finish.promise
    await change(tx)
  })
  await begun.promise
  const answer = attempt()
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 20_000, interval: 20 })
  finish.resolve()
  await changed
  return answer
}

const replacePassword =
  ({ id }: TestPerson) =>
  async (tx: Transaction) => {
    await upsertPassword(tx, id, { hash: replacement, isTemporary: false }, test.clock.now())
    await closeAccess(tx, id)
  }
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object, cookie = '') =>
  test.call({ method, url, headers: { cookie }, payload })
const sessionsOf = async ({ id }: TestPerson) =>
  (await test.database.executeAsOwner('select stage from sessions where user_id = $1', [id])).rows

describe('while the password is being replaced', () => {
  it('the old one starts no session', async () => {
    const person = await createPerson(test)
    const { email, password } = person
    const answer = await during(person, replacePassword(person), () =>
      send('POST', '/api/session', { email, password }),
    )
    expect([answer.statusCode, await sessionsOf(person)]).toEqual([401, []])
  })

  it('the second step cannot be finished with the old one', async () => {
    const person = await createPerson(test)
    const { key } = await enrol(test, person)
    const { cookie } = await signInHalfway(test, person)
    const code = codeOf(test, key)
    const answer = await during(person, replacePassword(person), () =>
      send('POST', '/api/session/second-factor', { code }, cookie),
    )
    expect([answer.json().code, await sessionsOf(person)]).toEqual(['not-signed-in', []])
  })

  it.each([
    ['POST', '/api/email-changes', (password: string) => ({ email: 'elsewhere@example.org', password })],
    [
      'PUT',
      '/api/profile/password',
      (currentPassword: string) => ({ currentPassword, newPassword: 'stolen by a stranger' }),
    ],
  ] as const)('the old one no longer lets anybody %s %s', async (method, url, rest) => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    const answer = await during(person, replacePassword(person), () =>
      send(method, url, rest(person.password), cookie),
    )
    expect([403, 409]).toContain(answer.statusCode)
    const { rows } = await test.database.executeAsOwner(
      `select (select count(*) from one_time_links where user_id = $1) as links, hash = $2 as "isReplaced"
         from passwords where user_id = $1`,
      [person.id, replacement],
    )
    expect(rows).toEqual([{ links: 0, isReplaced: true }])
  })

  it('two-factor cannot be turned off with the old one', async () => {
    const person = await createPerson(test)
    const { key, cookie } = await enrol(test, person)
    const payload = { password: person.password, code: codeOf(test, key) }
    const answer = await during(person, replacePassword(person), () =>
      send('DELETE', '/api/two-factor', payload, cookie),
    )
    expect(answer.json().code).toBe('wrong-password')
  })
})

it('while two-factor is being turned on, a login asks for the code', async () => {
  const person = await createPerson(test)
  const { email, password } = person
  const row = { user_id: person.id, enabled_at: test.clock.now(), created_at: test.clock.now() }
  const answer = await during(
    person,
    (tx) => tx.insertInto('two_factor').values(row).execute(),
    () => send('POST', '/api/session', { email, password }),
  )
  expect(answer.json().next).toBe('second-factor')
})

it('while an account is being suspended, its owner cannot log in', async () => {
  const person = await createPerson(test)
  const cookie = await signInAs(test, person)
  const { email, password } = person
  const answer = await during(
    person,
    async (tx) => {
      await tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.id).execute()
      await endSessionsOf(tx, person.id)
    },
    () => send('POST', '/api/session', { email, password }),
  )
  expect([answer.statusCode, await sessionsOf(person)]).toEqual([401, []])
  expect((await test.call({ method: 'GET', url: '/api/profile', headers: { cookie } })).statusCode).toBe(401)
})
