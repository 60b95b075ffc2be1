import { hourMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { readEmails } from '../../../test/mailbox.ts'
import { addMember, confirmAddress, createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { codeOf, enrol } from '../../../test/two-factor.ts'
import { personalData } from '../../features.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { prepareMonths } from '../../platform/months/months.ts'
import type { AccountEraser } from '../../platform/personal-data.ts'
import { eraseAccount, resumeErasures } from './erase-account.ts'
import { markForErasure } from './queries.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ runJobs: true })
  await prepareMonths(test.services)
})
afterAll(() => test.close())

const get = (url: string, cookie: string) => test.call({ method: 'GET', url, headers: { cookie } })
const leave = (cookie: string, password: string, code?: string) =>
  test.call({
    method: 'POST',
    url: '/api/privacy/delete-account',
    headers: { cookie },
    payload: { password, code },
  })
const signIn = async ({ email, password }: TestPerson) =>
  (await test.call({ method: 'POST', url: '/api/session', payload: { email, password } })).json()
const owner = async (statement: string, values: unknown[] = []) =>
  (await test.database.executeAsOwner(statement, values)).rows as Record<string, unknown>[]
const exists = async ({ id }: TestPerson) =>
  (await owner('select from users where id = $1', [id])).length === 1
const untilErased = (person: TestPerson) =>
  vi.waitFor(async () => expect(await exists(person)).toBe(false), { timeout: 60_000, interval: 100 })

/** Every table, including those of the job queue, that holds the text in any column. Includes the partitions of each. */
async function tablesThatHold(text: string): Promise<string[]> {
  const tables = await owner(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and c.relkind in ('r', 'p')
       and not c.relispartition`,
  )
  const holding: string[] = []
  for (const { name } of tables) {
    const rows = await owner(`select from ${name} as t where position($1 in t::text) > 0 limit 1`, [text])
    if (rows.length > 0) holding.push(String(name))
  }
  return holding.sort()
}

describe('deleting your own account', () => {
  it('needs a code, too, with two-factor on', async () => {
    const person = await createPerson(test)
    const { cookie, key } = await enrol(test, person)
    const refusal = async (code?: string) => (await leave(cookie, person.password, code)).json().code
    expect(await refusal()).toBe('wrong-code')
    expect(await refusal('000000')).toBe('wrong-code')
    expect((await get('/api/notifications', cookie)).statusCode).toBe(200)
    expect((await leave(cookie, person.password, codeOf(test, key))).statusCode).toBe(204)
    await untilErased(person)
  })

  it('needs the password', async () => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    const answer = await leave(cookie, 'not my password')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'wrong-password'])
    expect((await get('/api/notifications', cookie)).statusCode).toBe(200)
  })

  it('closes it at once, erases every trace except the log, and emails a receipt', async () => {
    const person = { ...(await createPerson(test)), name: 'Rosamunde Ungewöhnlich' }
    await owner('update users set name = $1 where id = $2', [person.name, person.id])
    await confirmAddress(test, person)
    const cookie = await signInAs(test, person)
    const elsewhere = await signInAs(test, person)
    const headers = { cookie }
    const body = {
      byMail: { users: true, businesses: false, other: true },
      outcomes: { verified: true, rejected: true, firstView: false },
    }
    await test.call({ method: 'PUT', url: '/api/notifications/preferences', headers, payload: body })
    await test.call({ method: 'PUT', url: '/api/privacy', headers, payload: { retentionDays: 30 } })
    await test.call({ method: 'POST', url: '/api/password-resets', payload: { email: person.email } })
    await test.call({ method: 'POST', url: '/api/privacy/export', headers })
    await vi.waitFor(
      async () => expect((await get('/api/privacy/export', cookie)).json().export.status).toBe('ready'),
      { timeout: 60_000, interval: 100 },
    )
    // Invited before the address had an account.
    await owner(
      `insert into business_invitations (business_id, email, role, invited_at, expires_at)
       select business_id, $1, 'viewer', now(), now() from business_users where user_id = $2`,
      [person.email, (await createPerson(test, 'business')).id],
    )
    expect((await tablesThatHold(person.email)).length).toBeGreaterThan(1)

    expect((await leave(cookie, person.password)).statusCode).toBe(204)
    for (const [name, ended] of Object.entries({ cookie, elsewhere })) {
      expect((await get('/api/notifications', ended)).statusCode, name).toBe(401)
    }
    await untilErased(person)

    expect(await signIn(person)).toMatchObject({ code: 'wrong-credentials' })
    expect(await tablesThatHold(person.name)).toEqual([])
    expect(await tablesThatHold(person.email)).toEqual(['mails'])
    expect(await readEmails(test, person.email)).toMatchObject([
      { template: 'account-deleted', subject: 'Your Exempta account was deleted' },
    ])
    expect(await owner('select from stored_files')).toEqual([])
    const kept = await auditOf(test, person.id)
    expect(kept.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'session.sign-in',
        'privacy-settings.update',
        'account.delete',
        'account.erase',
      ]),
    )
    expect(
      await owner(
        `select from audit_origins o join audit_entries e on e.id = o.entry_id where e.actor_id = $1`,
        [person.id],
      ),
    ).toEqual([])

    const again = { type: 'user', name: 'New', email: person.email, password: 'plum harbor lamp' }
    const registered = await test.call({ method: 'POST', url: '/api/accounts', payload: again })
    expect(registered.statusCode).toBe(201)
  })

  it('is refused to the last administrator, but not to the one before', async () => {
    const [one, two] = [await createPerson(test, 'admin'), await createPerson(test, 'admin')]
    const cookies = [await signInAs(test, one), await signInAs(test, two)]
    expect((await leave(cookies[0] ?? '', one.password)).statusCode).toBe(204)
    const answer = await leave(cookies[1] ?? '', two.password)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'last-of-its-kind',
        title: 'This is the only active administrator. Make someone else an administrator first.',
      },
    ])
    expect((await get('/api/notifications', cookies[1] ?? '')).statusCode).toBe(200)
  })

  it('is refused to the last manager, even when two leave at the same time', async () => {
    const one = await createPerson(test, 'business')
    await addMember(test, one, 'viewer')
    await addMember(test, one, 'manager', 'pending')
    const refused = await leave(await signInAs(test, one), one.password)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { title: 'This is the only manager of the business. Make someone else a manager first.' },
    ])
    const two = await addMember(test, one, 'manager')
    const cookies = [await signInAs(test, one), await signInAs(test, two)] as const
    const answers = await Promise.all([leave(cookies[0], one.password), leave(cookies[1], two.password)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  })

  it('lets a viewer leave, and the business counts one less', async () => {
    const manager = await createPerson(test, 'business')
    const viewer = await addMember(test, manager, 'viewer')
    expect((await leave(await signInAs(test, viewer), viewer.password)).statusCode).toBe(204)
    await untilErased(viewer)
    const [business] = await owner(
      `select user_count from businesses b join business_users m on m.business_id = b.id where m.user_id = $1`,
      [manager.id],
    )
    expect(business).toEqual({ user_count: 1 })
  })
})

describe('the erasure', () => {
  const job = { signal: new AbortController().signal, completeWithin: async () => {} }
  const mark = async () => {
    const person = await createPerson(test)
    await test.services.database.transact(systemActor, (tx) =>
      markForErasure(tx, person.id, test.clock.now()),
    )
    return person
  }

  it('starts over after a failure and sends one receipt in the end', async () => {
    const person = await mark()
    const erased: string[] = []
    const note: AccountEraser = async (_services, id) => {
      erased.push(id)
    }
    const failing: AccountEraser = async () => {
      throw new Error('the store is away')
    }
    const { erasers } = personalData
    await expect(eraseAccount(test.services, { erasers: [note, failing] }, person.id, job)).rejects.toThrow(
      'away',
    )
    expect(await exists(person)).toBe(true)
    expect(await signIn(person)).toMatchObject({ code: 'account-not-active' })
    expect(await readEmails(test, person.email)).toEqual([])

    const lost = { ...job, completeWithin: () => Promise.reject(new Error('lost to another worker')) }
    await expect(eraseAccount(test.services, { erasers: [note] }, person.id, lost)).rejects.toThrow('lost')
    expect(await exists(person)).toBe(true)

    await eraseAccount(test.services, { erasers: [note, ...erasers] }, person.id, job)
    await eraseAccount(test.services, { erasers: [note, ...erasers] }, person.id, job)
    expect(await exists(person)).toBe(false)
    expect(erased).toEqual([person.id, person.id, person.id])
    expect(await readEmails(test, person.email)).toHaveLength(1)
  })

  it('touches nobody who did not ask for it', async () => {
    const person = await createPerson(test)
    await eraseAccount(test.services, personalData, person.id, job)
    expect(await exists(person)).toBe(true)
  })

  it('is resumed when its job was given up', async () => {
    const person = await mark()
    test.clock.advance(hourMs - 1)
    await resumeErasures(test.services)
    expect(await exists(person)).toBe(true)
    test.clock.advance(1)
    await resumeErasures(test.services)
    await untilErased(person)
  })
})
