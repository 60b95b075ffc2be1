import { closeCodes } from '@exempta/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../../test/live-socket.ts'
import { awaitEmail, linkIn, readEmails, tokenIn } from '../../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { limits } from '../../../platform/limits.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ runJobs: true })
})
afterAll(() => test.close())

const post = (url: string, payload?: object, cookie = '', headers: Record<string, string> = {}) =>
  test.call({ method: 'POST', url, headers: { cookie, ...headers }, ...(payload && { payload }) })
const profileWith = async (cookie: string) =>
  (await test.call({ method: 'GET', url: '/api/profile', headers: { cookie } })).json()
const verify = (token: string) => post('/api/email-verifications/complete', { token })
const change = (token: string, cookie?: string) => post('/api/email-changes/complete', { token }, cookie)
const actionsOf = async (person: { id: string }) => (await auditOf(test, person.id)).map((row) => row.action)

let made = 0
const freshAddress = () => {
  made += 1
  return `new-${made}@example.org`
}
async function register() {
  const email = freshAddress()
  const payload = { type: 'user', name: 'Rosa Delgado', email, password: 'plum harbor lamp' }
  const answer = await post('/api/accounts', payload, '', { host: 'evil.example' })
  const session = answer.cookies.find(({ name }) => name === 'exempta_session')?.value
  return { ...payload, id: answer.json().session.person.id as string, cookie: `exempta_session=${session}` }
}

describe('verifying the address', () => {
  it('is emailed after registration, and only pressing the button counts', async () => {
    const person = await register()
    const message = await awaitEmail(test, person.email, 'verify-email')
    expect(linkIn(message)).toMatch(/^http:\/\/localhost:3000\/verify-email#token=[\w-]{43}$/)
    expect((await profileWith(person.cookie)).isEmailVerified).toBe(false)
    const answers = await Promise.all([verify(tokenIn(message)), verify(tokenIn(message))])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410])
    expect((await profileWith(person.cookie)).isEmailVerified).toBe(true)
    expect(await actionsOf(person)).toContain('email.verify')
    expect((await post('/api/email-verifications', undefined, person.cookie)).json().code).toBe('conflict')
  })

  it('can be requested again; only the newest link works, for a day', async () => {
    const person = await register()
    const again = () => post('/api/email-verifications', undefined, person.cookie)
    test.clock.advance(1000)
    expect((await again()).statusCode).toBe(204)
    const [first, second] = (await readEmails(test, person.email)).map(tokenIn)
    expect((await verify(first ?? '')).statusCode).toBe(410)
    test.clock.advance(limits.emailLinkMs)
    expect((await verify(second ?? '')).statusCode).toBe(410)
    const cookie = await signInAs(test, { ...person, role: 'user' })
    const codes: number[] = []
    for (let at = 0; at < 7; at++) {
      codes.push((await post('/api/email-verifications', undefined, cookie)).statusCode)
    }
    expect([codes[0], codes.at(-1)]).toEqual([204, 429])
    expect((await post('/api/email-verifications')).statusCode).toBe(401)
  })
})

describe('changing the address', () => {
  const request = (cookie: string, email: string, password: string) =>
    post('/api/email-changes', { email, password }, cookie)
  async function begin() {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    const email = freshAddress()
    expect((await request(cookie, email, person.password)).statusCode).toBe(204)
    return { person, cookie, email, token: tokenIn(await awaitEmail(test, email, 'change-email')) }
  }
  const signsIn = async (person: TestPerson, email: string) =>
    (await post('/api/session', { email, password: person.password })).statusCode === 200

  it('takes effect only with the link; the old address is notified before and after', async () => {
    const { person, cookie, email, token } = await begin()
    expect(await profileWith(cookie)).toMatchObject({ email: person.email, pendingEmail: email })
    await post('/api/password-resets', { email: person.email })
    const reset = tokenIn(await awaitEmail(test, person.email, 'reset-password'))
    test.clock.advance(1000)
    const answers = await Promise.all([change(token, cookie), change(token, cookie)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410])
    const after = { email, pendingEmail: null, isEmailVerified: true }
    expect(await profileWith(cookie)).toMatchObject(after)
    const notices = (await readEmails(test, person.email)).filter(
      ({ template }) => template === 'account-notice',
    )
    expect(notices.map(({ subject }) => subject)).toEqual([
      'Someone asked to change your email address',
      'Your email address was changed',
    ])
    for (const { subject, text } of notices) expect(text, subject).not.toContain(email)
    expect([await signsIn(person, person.email), await signsIn(person, email)]).toEqual([false, true])
    const late = await post('/api/password-resets/complete', { token: reset, password: 'plum harbor lamp' })
    expect(late.statusCode).toBe(410)
    expect(await actionsOf(person)).toEqual(expect.arrayContaining(['email.change-request', 'email.change']))
  })

  it('ends the sessions and sockets of all other browsers', async () => {
    const url = await listenForSockets(test)
    const { person, cookie, token } = await begin()
    const other = await signInAs(test, person)
    const stranger = await signInAs(test, await createPerson(test))
    const live = await new LiveSocket(url, socketHeaders(other)).opened()
    await live.follow(`person:${person.id}`)
    expect((await post('/api/email-changes/complete', { token }, cookie)).statusCode).toBe(204)
    expect(await live.closed).toEqual({ code: closeCodes.sessionEnded, reason: 'revoked' })
    const isSignedIn = async (which: string) => (await profileWith(which)).id !== undefined
    expect([await isSignedIn(cookie), await isSignedIn(other), await isSignedIn(stranger)]).toEqual([
      true,
      false,
      true,
    ])
  })

  it.each([
    ['nobody is logged in', async () => ''],
    ['someone else is logged in', async () => signInAs(test, await createPerson(test))],
  ])('ends every session when the link is used in a browser where %s', async (_name, logIn) => {
    const elsewhere = await logIn()
    const { cookie, token } = await begin()
    expect((await post('/api/email-changes/complete', { token }, elsewhere)).statusCode).toBe(204)
    expect((await profileWith(cookie)).code).toBe('not-signed-in')
    if (elsewhere) expect((await profileWith(elsewhere)).code).toBeUndefined()
  })

  it('needs the password and an address that is free now and when the link is used', async () => {
    const other = await createPerson(test)
    const { person, cookie, email, token } = await begin()
    expect((await request(cookie, freshAddress(), 'wrong password')).json().code).toBe('wrong-password')
    for (const taken of [other.email.toUpperCase(), person.email]) {
      expect((await request(cookie, taken, person.password)).json().code, taken).toBe('address-taken')
    }
    const faster = { type: 'user', name: 'Ivy', email, password: 'plum harbor lamp' }
    expect((await post('/api/accounts', faster)).statusCode).toBe(201)
    expect((await change(token)).json().code).toBe('address-taken')
    expect((await profileWith(cookie)).email).toBe(person.email)
    expect((await request('', freshAddress(), 'x')).statusCode).toBe(401)
  })

  it('succeeds for only one of two people who want the same address', async () => {
    const [one, two] = [await createPerson(test), await createPerson(test)]
    const email = freshAddress()
    for (const person of [one, two]) await request(await signInAs(test, person), email, person.password)
    const tokens = (await readEmails(test, email)).map(tokenIn)
    const answers = await Promise.all(tokens.map((token) => change(token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  })

  it('is canceled by expiry, by another request and by a password change', async () => {
    const slow = await begin()
    test.clock.advance(limits.emailLinkMs)
    expect((await change(slow.token)).statusCode).toBe(410)
    const again = await begin()
    await request(again.cookie, freshAddress(), again.person.password)
    expect((await change(again.token)).statusCode).toBe(410)
    const stolen = await begin()
    const payload = { currentPassword: stolen.person.password, newPassword: 'plum harbor lamp' }
    const headers = { cookie: stolen.cookie }
    await test.call({ method: 'PUT', url: '/api/profile/password', headers, payload })
    expect((await change(stolen.token)).statusCode).toBe(410)
  })
})
