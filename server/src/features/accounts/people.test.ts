import { accountLimits } from '@exempta/contract/accounts/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { readEmails, tokenIn } from '../../../test/mailbox.ts'
import { createPerson as createTestPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { createPerson, giveTemporaryPassword, prepareTemporaryPassword } from './index.ts'
import { limits } from './limits.ts'

let test: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  test = await startTestApp()
  admin = await createTestPerson(test, 'admin')
  call = {
    actor: { kind: 'person', id: admin.id, role: 'admin' },
    origin: { ip: null, userAgent: null, requestId: null },
  }
})
afterAll(() => test.close())

const newPassword = 'plum harbor lamp'
const rosa = { name: 'Rosa Delgado', role: 'user' } as const
const make = (person: { email: string; temporaryHash?: string }) =>
  test.services.database.transact(systemActor, (tx) =>
    createPerson(test.services, tx, call, { ...rosa, ...person }),
  )
const signIn = (email: string, password: string) =>
  test.call({ method: 'POST', url: '/api/session', payload: { email, password } })
const choose = (token: string) =>
  test.call({
    method: 'POST',
    url: '/api/password-resets/complete',
    payload: { token, password: newPassword },
  })

it('an account with a temporary password can do nothing until its owner chooses a password', async () => {
  const email = 'temporary@example.org'
  const id = await make({ email, ...(await prepareTemporaryPassword('sesame')) })
  const person = { ...rosa, id, email, password: 'sesame' }
  const cookie = await signInAs(test, person)
  const get = (url: string, which = cookie) => test.call({ method: 'GET', url, headers: { cookie: which } })
  expect((await get('/api/session')).json().session.duty).toBe('choose-password')
  expect((await get('/api/profile')).json().code).toBe('duty')
  const change = (password: string) =>
    test.call({
      method: 'PUT',
      url: '/api/profile/password',
      headers: { cookie },
      payload: { currentPassword: 'sesame', newPassword: password },
    })
  expect((await change('sesame')).statusCode).toBe(422)
  const changed = await change(newPassword)
  const token = changed.cookies.find(({ name }) => name === 'exempta_session')?.value
  expect((await get('/api/profile', `exempta_session=${token}`)).json()).toMatchObject({ id, email })
  expect((await signIn(email, 'sesame')).statusCode).toBe(401)
  const done = (await auditOf(test, id)).map(({ action, actor_id }) => [action, actor_id])
  expect(done).toEqual(
    expect.arrayContaining([
      ['account.create', admin.id],
      ['password.give', admin.id],
      ['password.change', id],
    ]),
  )
})

it('a session with a temporary password is a visitor’s wherever visitors may call', async () => {
  const email = 'temporary-visitor@example.org'
  const id = await make({ email, ...(await prepareTemporaryPassword('sesame')) })
  const cookie = await signInAs(test, { ...rosa, id, email, password: 'sesame' })
  const chat = (method: 'GET' | 'POST', url: string, payload?: object) =>
    test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })
  expect((await chat('POST', '/api/chat/open')).json()).toEqual({ thread: null })
  expect((await chat('GET', '/api/chat/messages')).statusCode).toBe(404)
  const message = { clientId: '00000000-0000-4000-8000-000000000001', text: 'Hello' }
  expect((await chat('POST', '/api/chat/messages', message)).statusCode).toBe(404)
  const { rows } = await test.database.executeAsOwner('select from chats where user_id = $1', [id])
  expect(rows).toEqual([])
})

it('a temporary password expires after seven days, and a new one works again', async () => {
  const email = 'waits@example.org'
  const id = await make({ email, ...(await prepareTemporaryPassword('sesame')) })
  test.clock.advance(limits.temporaryPasswordMs - 1)
  expect((await signIn(email, 'sesame')).statusCode).toBe(200)
  test.clock.advance(1)
  expect((await signIn(email, 'another')).json().code).toBe('wrong-credentials')
  expect((await signIn(email, 'sesame')).json().code).toBe('password-expired')
  expect(await auditOf(test, id)).toContainEqual(
    expect.objectContaining({ result: 'refused', details: { reason: 'password-expired' } }),
  )
  const prepared = await prepareTemporaryPassword('sesame two')
  await test.services.database.transact(systemActor, (tx) =>
    giveTemporaryPassword(test.services, tx, call, { personId: id, ...prepared }),
  )
  expect((await signIn(email, 'sesame two')).json().session.duty).toBe('choose-password')
})

it('a temporary password needs at least six characters', async () => {
  await expect(prepareTemporaryPassword('short')).rejects.toThrow('at least 6 characters')
})

it('a temporary password ends all access and is announced by email without being shown', async () => {
  const person = await createTestPerson(test)
  const cookie = await signInAs(test, person)
  const prepared = await prepareTemporaryPassword('open sesame')
  await test.services.database.transact(systemActor, (tx) =>
    giveTemporaryPassword(test.services, tx, call, { personId: person.id, ...prepared }),
  )
  expect((await test.call({ method: 'GET', url: '/api/profile', headers: { cookie } })).statusCode).toBe(401)
  expect((await signIn(person.email, person.password)).statusCode).toBe(401)
  expect((await signIn(person.email, 'open sesame')).json().session.duty).toBe('choose-password')
  const emails = await readEmails(test, person.email)
  expect(emails.map(({ subject }) => subject)).toEqual(['You have a temporary password'])
  expect(JSON.stringify(emails)).not.toContain('open sesame')
})

it('an account created without a password is opened by an emailed link for seven days', async () => {
  const email = 'chooses@example.org'
  await make({ email })
  await expect(make({ email: email.toUpperCase() })).rejects.toThrow('already exists')
  expect((await signIn(email, newPassword)).statusCode).toBe(401)
  const [message] = await readEmails(test, email)
  if (!message) throw new Error('There was no mail')
  test.clock.advance(accountLimits.choosePasswordLinkMs - 1)
  expect((await choose(tokenIn(message))).statusCode).toBe(204)
  const { session } = (await signIn(email, newPassword)).json()
  expect([session.duty, session.person.isEmailVerified]).toEqual([null, true])

  await make({ email: 'late@example.org' })
  const [late] = await readEmails(test, 'late@example.org')
  if (!late) throw new Error('There was no mail')
  test.clock.advance(accountLimits.choosePasswordLinkMs)
  expect((await choose(tokenIn(late))).statusCode).toBe(410)
})
