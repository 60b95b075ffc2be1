import { resetLinkSent } from '@exempta/contract/accounts'
import { closeCodes } from '@exempta/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../../test/live-socket.ts'
import { awaitEmail, linkIn, readEmails, tokenIn } from '../../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { codeOf, enrol, signInHalfway } from '../../../../test/two-factor.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { limits } from '../../../platform/limits.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ runJobs: true })
})
afterAll(() => test.close())

const newPassword = 'plum harbor lamp'
const ask = (email: string, headers: Record<string, string> = {}) =>
  test.call({ method: 'POST', url: '/api/password-resets', headers, payload: { email } })
const complete = (token: string, password = newPassword) =>
  test.call({ method: 'POST', url: '/api/password-resets/complete', payload: { token, password } })
const attempt = ({ email }: TestPerson, password: string) =>
  test.call({ method: 'POST', url: '/api/session', payload: { email, password } })
async function linkFor(person: TestPerson, howMany = 1) {
  // Emails are told apart by their time.
  test.clock.advance(1000)
  await ask(person.email)
  return tokenIn(await awaitEmail(test, person.email, 'reset-password', howMany))
}
const setStatus = (person: TestPerson, status: 'active' | 'suspended') =>
  test.services.database.transact(systemActor, (tx) =>
    tx.updateTable('users').set({ status }).where('id', '=', person.id).execute(),
  )
/** How many rows some work adds to each table. */
const rowsAddedBy = async (work: () => Promise<unknown>) => {
  const rows = async () => {
    const { rows: found } = await test.services.database.executeAsOwner(
      `select (select count(*) from audit_entries) as audits, (select count(*) from guess_counts) as guesses,
        (select count(*) from pgboss.job where name = 'send-reset-link') as jobs`,
    )
    return found[0] as Record<string, number>
  }
  const before = await rows()
  await work()
  const after = await rows()
  return Object.fromEntries(
    Object.keys(after).map((name) => [name, Number(after[name]) - Number(before[name])]),
  )
}

describe('asking for a new password', () => {
  it('does the same for known, unknown and suspended addresses', async () => {
    const [known, suspended] = [await createPerson(test), await createPerson(test)]
    await setStatus(suspended, 'suspended')
    const strangers = ['nobody-1@example.org', suspended.email, known.email]
    const done: unknown[] = []
    // The first call also creates the counter of its network address. Each address is counted as such, and by source.
    await ask('first@example.org')
    for (const email of strangers) {
      const work = await rowsAddedBy(async () => {
        const answer = await ask(email)
        done.push([answer.statusCode, answer.json(), Object.keys(answer.headers)])
      })
      expect(work, email).toEqual({ audits: 1, guesses: 2, jobs: 1 })
    }
    expect(done[0]).toMatchObject([202, { message: resetLinkSent }, expect.anything()])
    expect([done[1], done[2]]).toEqual([done[0], done[0]])
    await awaitEmail(test, known.email, 'reset-password')
    expect(await readEmails(test, suspended.email)).toEqual([])
    expect(await readEmails(test, 'nobody-1@example.org')).toEqual([])
  })

  it('keeps the typed address and the token out of jobs, audit rows, links and logs', async () => {
    const person = await createPerson(test)
    await ask('typed-elsewhere@example.org')
    const token = await linkFor(person)
    await complete(token)
    const { rows } = await test.services.database.executeAsOwner(
      `select j::text as row from pgboss.job j union all select e::text from audit_entries e
       union all select l::text from one_time_links l union all select g::text from guess_counts g`,
    )
    const everything = JSON.stringify(rows) + test.logged()
    expect(rows.length).toBeGreaterThan(3)
    for (const secret of ['typed-elsewhere', token, newPassword])
      expect(everything, secret).not.toContain(secret)
  })

  it('builds the link from the public URL, whatever the request says, with the token in the fragment', async () => {
    const person = await createPerson(test)
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    await ask(person.email, forged)
    const message = await awaitEmail(test, person.email, 'reset-password')
    expect(linkIn(message)).toMatch(/^http:\/\/localhost:3000\/reset-password#token=[\w-]{43}$/)
    expect(message.body_html).not.toContain('evil')
  })

  it('makes repeated requests wait, also for unknown addresses, but not in a known browser', async () => {
    const person = await createPerson(test)
    const signedIn = await attempt(person, person.password)
    const device = signedIn.cookies.find(({ name }) => name === 'exempta_device')?.value
    for (const email of [person.email, 'nobody-2@example.org']) {
      const codes: number[] = []
      for (let at = 0; at < 7; at++) codes.push((await ask(email)).statusCode)
      expect(codes, email).toEqual([202, 202, 202, 202, 202, 202, 429])
    }
    expect((await ask(person.email, { cookie: `exempta_device=${device}` })).statusCode).toBe(202)
  })
})

describe('choosing a new password with the link', () => {
  it('replaces the password, ends all access and notifies the person', async () => {
    const url = await listenForSockets(test)
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    const live = await new LiveSocket(url, socketHeaders(cookie)).opened()
    await live.follow(`person:${person.id}`)
    const link = await linkFor(person)
    expect((await complete(link)).statusCode).toBe(204)
    expect(await live.closed).toEqual({ code: closeCodes.sessionEnded, reason: 'revoked' })
    const session = await test.call({ method: 'GET', url: '/api/session', headers: { cookie } })
    expect(session.json().session).toBeNull()
    expect((await attempt(person, person.password)).statusCode).toBe(401)
    const entered = await attempt(person, newPassword)
    expect(entered.json().session.person).toMatchObject({ id: person.id, isEmailVerified: true })
    expect((await complete(link)).json().code).toBe('gone')
    expect((await awaitEmail(test, person.email, 'account-notice')).subject).toBe('Your password was reset')
    const reset = (await auditOf(test, person.id)).filter((row) => row.action === 'password.reset')
    expect(reset).toMatchObject([{ actor_kind: 'anonymous', result: 'done', details: {} }])
  })

  it('creates no session and never skips the second factor', async () => {
    const person = await createPerson(test)
    const { key } = await enrol(test, person)
    const half = await signInHalfway(test, person)
    const done = await complete(await linkFor(person))
    expect(done.cookies.map(({ name }) => name)).toEqual(['exempta_device'])
    const answer = (cookie: string) =>
      test.call({
        method: 'POST',
        url: '/api/session/second-factor',
        headers: { cookie },
        payload: { code: codeOf(test, key) },
      })
    expect((await answer(half.cookie)).json().code).toBe('not-signed-in')
    const next = await signInHalfway(test, { ...person, password: newPassword })
    expect(next.answer.next).toBe('second-factor')
    expect((await answer(next.cookie)).statusCode).toBe(200)
  })

  it('works once, even in parallel', async () => {
    const person = await createPerson(test)
    const link = await linkFor(person)
    const answers = await Promise.all([complete(link), complete(link), complete(link)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410, 410])
  })

  it('works only with the newest link', async () => {
    const person = await createPerson(test)
    const links = [await linkFor(person), await linkFor(person, 2), await linkFor(person, 3)] as const
    expect((await complete(links[0])).json().code).toBe('gone')
    expect((await complete(links[1])).json().code).toBe('gone')
    expect((await complete(links[2])).statusCode).toBe(204)
  })

  it('expires after 30 minutes and not before', async () => {
    const [early, late] = [await createPerson(test), await createPerson(test)]
    const links = [await linkFor(early), await linkFor(late)] as const
    test.clock.advance(limits.resetLinkMs - 1001)
    expect((await complete(links[0])).statusCode).toBe(204)
    test.clock.advance(1001)
    expect((await complete(links[1])).statusCode).toBe(410)
  })

  it('refuses weak passwords without using up the link', async () => {
    const person = await createPerson(test)
    const token = await linkFor(person)
    for (const weak of ['password1', 'Passw0rd!', person.email, 'short']) {
      expect((await complete(token, weak)).statusCode, weak).toBe(422)
    }
    expect((await complete(token)).statusCode).toBe(204)
  })

  it('refuses links of other kinds, of suspended people and forged ones', async () => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    await test.call({ method: 'POST', url: '/api/email-verifications', headers: { cookie } })
    const verification = tokenIn(await awaitEmail(test, person.email, 'verify-email'))
    const token = await linkFor(person)
    await setStatus(person, 'suspended')
    const links = {
      'of another kind': verification,
      'of a suspended person': token,
      'made up': 'a'.repeat(43),
    }
    for (const [name, wrong] of Object.entries(links)) {
      expect((await complete(wrong)).statusCode, name).toBe(410)
    }
    await setStatus(person, 'active')
    expect((await complete(token)).statusCode).toBe(204)
  })
})
