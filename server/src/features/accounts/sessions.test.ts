import { duties } from '@exempta/contract/access'
import { accountLimits } from '@exempta/contract/accounts/limits'
import { closeCodes } from '@exempta/contract/events'
import { routes } from '@exempta/contract/routes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { connectPerson, LiveSocket, listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { deviceInWords } from './manage-sessions.ts'

let test: TestApp
let socketUrl: string
beforeAll(async () => {
  test = await startTestApp({
    live: { grants: { guestOf: async () => 'guest', mayFollow: async () => false } },
  })
  socketUrl = await listenForSockets(test)
})
afterAll(() => test.close())

const as = (cookie: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string) =>
  test.call({ method, url, headers: { cookie } })
const sessionWith = async (cookie: string) => (await as(cookie, 'GET', '/api/session')).json().session
const listWith = async (cookie: string) => (await as(cookie, 'GET', '/api/sessions')).json().sessions

describe('a session', () => {
  it('lasts while it is renewed, up to its absolute end', async () => {
    const cookie = await signInAs(test, await createPerson(test))
    const { endsAt } = await sessionWith(cookie)
    const stepMs = accountLimits.sessionIdleMs - 1000
    let elapsedMs = 0
    while (elapsedMs + stepMs < accountLimits.sessionAbsoluteMs) {
      test.clock.advance(stepMs)
      elapsedMs += stepMs
      const renewed = await as(cookie, 'POST', '/api/session/renew')
      expect(renewed.statusCode, `after ${elapsedMs} ms`).toBe(200)
      expect(renewed.json().session.endsAt, `after ${elapsedMs} ms`).toBe(endsAt)
    }
    test.clock.advance(accountLimits.sessionAbsoluteMs - elapsedMs)
    expect((await as(cookie, 'POST', '/api/session/renew')).statusCode).toBe(401)
  })

  it('is not prolonged by other calls', async () => {
    const cookie = await signInAs(test, await createPerson(test))
    test.clock.advance(accountLimits.sessionIdleMs - 1000)
    expect(await sessionWith(cookie)).not.toBeNull()
    test.clock.advance(1000)
    expect(await sessionWith(cookie)).toBeNull()
  })
})

it('belongs to its own caller when many are looked up at once, and unknown or ended ones to no one', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => createPerson(test)))
  const cookies = await Promise.all(people.map((person) => signInAs(test, person)))
  const ended = await signInAs(test, await createPerson(test))
  await as(ended, 'DELETE', '/api/session')
  const invalid = [`exempta_session=${'x'.repeat(43)}`, ended]
  const seen = await Promise.all([...cookies, ...invalid, ...cookies].map(sessionWith))
  const ids = people.map(({ id }) => id)
  expect(seen.map((session) => session?.person.id)).toEqual([...ids, undefined, undefined, ...ids])
})

describe('the list of sessions', () => {
  it('shows every live session with its device, and marks the current one', async () => {
    const person = await createPerson(test)
    const forgotten = await signInAs(test, person)
    test.clock.advance(accountLimits.sessionIdleMs)
    const [first, second] = [await signInAs(test, person), await signInAs(test, person)]
    expect(await sessionWith(forgotten)).toBeNull()
    const sessions = await listWith(first)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([
      expect.objectContaining({ id: (await sessionWith(first)).id, ip: '127.0.0.1' }),
    ])
    expect(await listWith(second)).toHaveLength(2)
  })

  it('ends one of them, but none of other people', async () => {
    const person = await createPerson(test)
    const [here, there] = [await signInAs(test, person), await signInAs(test, person)]
    const stranger = await signInAs(test, await createPerson(test))
    const { id } = await sessionWith(there)
    expect((await as(stranger, 'DELETE', `/api/sessions/${id}`)).statusCode).toBe(404)
    test.clock.advance(1)
    expect((await as(here, 'DELETE', `/api/sessions/${id}`)).statusCode).toBe(204)
    expect(await sessionWith(there)).toBeNull()
    expect(await sessionWith(here)).not.toBeNull()
    expect((await as(here, 'DELETE', `/api/sessions/${id}`)).statusCode).toBe(404)
    expect(await auditOf(test, id)).toMatchObject([{ action: 'session.revoke', actor_id: person.id }])
  })

  it('ends all others', async () => {
    const person = await createPerson(test)
    const [here, there] = [await signInAs(test, person), await signInAs(test, person)]
    expect((await as(here, 'DELETE', '/api/sessions')).statusCode).toBe(204)
    expect([await sessionWith(there), (await sessionWith(here)).person.id]).toEqual([null, person.id])
  })

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.0', 'Unknown device'],
    [null, 'Unknown device'],
  ])('names %s', (userAgent, words) => {
    expect(deviceInWords(userAgent)).toBe(words)
  })
})

describe('open sockets', () => {
  it('close with the revoked session and with no other', async () => {
    const { person, cookie, live } = await connectPerson(test, socketUrl)
    const here = await signInAs(test, person)
    const kept = await new LiveSocket(socketUrl, socketHeaders(here)).opened()
    await Promise.all([live, kept].map((socket) => socket.follow(`person:${person.id}`)))
    await as(here, 'DELETE', `/api/sessions/${(await sessionWith(cookie)).id}`)
    expect(await live.closed).toEqual({ code: closeCodes.sessionEnded, reason: 'revoked' })
    expect(kept.socket.readyState).toBe(kept.socket.OPEN)
    kept.socket.terminate()
  })
})

describe('a duty', () => {
  const choosePassword = (person: TestPerson) =>
    test.services.database.transact(systemActor, (tx) =>
      tx.updateTable('passwords').set({ is_temporary: true }).where('user_id', '=', person.id).execute(),
    )
  const require = (value: boolean) =>
    test.services.database
      .transact({ kind: 'person', id: admin.id, role: 'admin' }, (tx) =>
        test.services.settings.set(
          tx,
          {
            actor: { kind: 'person', id: admin.id, role: 'admin' },
            origin: { ip: null, userAgent: null, requestId: null },
          },
          'security.requireTwoFactorForAdmins',
          value,
        ),
      )
      .then(() => test.services.settings.refresh())
  let admin: TestPerson
  beforeEach(async () => {
    admin = await createPerson(test, 'admin')
  })

  it.each(duties)('%s closes every route but those that fulfil it', async (duty) => {
    if (duty === 'choose-password') await choosePassword(admin)
    else await require(true)
    const cookie = await signInAs(test, admin)
    expect((await sessionWith(cookie)).duty).toBe(duty)
    for (const route of routes) {
      if (['anyone', 'operator', 'api-key'].includes(route.access.kind)) continue
      if (route.access.kind === 'roles' && !route.access.roles.includes('admin')) continue
      const url = route.path.replaceAll(/:\w+/g, '0197a1b2-4c5d-7000-8000-000000000001')
      const { code } = (await as(cookie, route.method, url)).json()
      const isOpen = route.opensUnder?.includes(duty) ?? false
      expect(code === 'duty', `${route.method} ${route.path}`).toBe(!isOpen)
    }
    if (duty === 'choose-password') {
      const live = await new LiveSocket(socketUrl, socketHeaders(cookie)).opened()
      expect((await live.follow('role:admin')).type).toBe('refused')
      live.socket.terminate()
    }
    await require(false)
  })
})

describe('a member of a business', () => {
  it('acts for the business only while the membership is active', async () => {
    const person = await createPerson(test, 'business')
    const cookie = await signInAs(test, person)
    const { business } = (await sessionWith(cookie)).person
    await test.services.database.transact(systemActor, async (tx) => {
      const { notify } = await import('../notifications/index.ts')
      const notification = {
        type: 'other',
        title: 'For the business',
        message: 'Something happened.',
      } as const
      await notify(test.services, tx, { audience: { kind: 'business', id: business.id }, ...notification })
    })
    const titles = async () =>
      (await as(cookie, 'GET', '/api/notifications'))
        .json()
        .items.map(({ title }: { title: string }) => title)
    expect(await titles()).toContain('For the business')
    await test.services.database.transact(systemActor, (tx) =>
      tx.updateTable('business_users').set({ status: 'pending' }).where('user_id', '=', person.id).execute(),
    )
    expect(await titles()).not.toContain('For the business')
  })
})
