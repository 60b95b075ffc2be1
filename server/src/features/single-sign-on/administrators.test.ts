/** Administrators who log in with the company account of whoever runs Exempta. */
import { hourMs } from '@exempta/contract/durations'
import { closeCodes } from '@exempta/contract/events'
import { administratorsProviderId } from '@exempta/contract/single-sign-on'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { CompanyLogin, providerSessionOf, sendTo, sessionOf } from '../../../test/company-login.ts'
import { type IdentityProvider, startIdentityProvider } from '../../../test/identity-provider.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { readEmails } from '../../../test/mailbox.ts'
import { confirmAddress, createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { createOutgoingPost } from '../../platform/outgoing/outgoing-post.ts'

let test: TestApp
let idp: IdentityProvider
let operator: TestPerson
let cookie: string
let company: CompanyLogin
let liveUrl: string
beforeAll(async () => {
  test = await startTestApp({
    outgoing: createOutgoingPost({ allowsPrivate: true }),
    live: { lookMs: hourMs },
  })
  // The provider tells the real time.
  test.clock.advance(Math.max(0, Date.now() - test.clock.now().getTime()))
  liveUrl = await listenForSockets(test)
  operator = await createPerson(test, 'admin')
  cookie = await signInAs(test, operator)
  idp = await startIdentityProvider(olga())
  const appUrl = liveUrl.replace('ws', 'http').replace('/api/live', '')
  company = new CompanyLogin(test, idp, { area: 'admin', id: administratorsProviderId, cookie, appUrl })
  expect((await send('PUT', company.path, company.connection({ managerGroups: [] }))).body.fields).toEqual([
    { path: 'managerGroups', message: 'Please enter at least one group of administrators' },
  ])
  await company.turnOn({ managerGroups: ['operators'], viewerGroups: [] })
})
afterAll(async () => {
  await idp.stop()
  await test.close()
})
beforeEach(() => {
  // What happens later is listed first.
  test.clock.advance(1000)
  idp.person = olga()
})

let made = 0
function olga() {
  made += 1
  return {
    sub: `olga-${made}`,
    email: `olga-${made}@example.org`,
    email_verified: true,
    name: 'Olga Novak',
    groups: ['operators'],
  }
}

const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object, as = cookie) =>
  sendTo(test, method, url, payload, as)
const session = (as: string) => sessionOf(test, as)
const notified = async () => (await send('GET', '/api/notifications')).body.items[0].title

async function enterWithSocket() {
  const entered = await company.enter()
  const { person } = await session(entered.cookie)
  const live = await new LiveSocket(liveUrl, socketHeaders(entered.cookie)).opened()
  return { ...entered, person, live }
}

it('the first login of someone in a group makes an administrator, and administrators are notified', async () => {
  const first = await company.enter()
  const { person } = await session(first.cookie)
  expect(person).toMatchObject({ email: idp.person.email, role: 'admin', business: null })
  expect((await send('GET', '/api/admin/users', undefined, first.cookie)).status).toBe(200)
  expect(await notified()).toBe('Olga Novak joined with the company account')
  expect((await auditOf(test, person.id))[0]).toMatchObject({
    action: 'account.create',
    details: { role: 'admin', provider: administratorsProviderId },
  })
  idp.person = { ...olga(), groups: ['staff'] }
  expect((await company.enter()).body.code).toBe('company-login-refused')
  idp.person = { ...olga(), email: 'olga@elsewhere.example' }
  expect((await company.enter()).body.code).toBe('company-login-refused')
})

it('an administrator who loses the group logs in with the company account no more', async () => {
  expect((await company.enter()).body.next).toBe('signed-in')
  idp.person = { ...idp.person, groups: [] }
  expect((await company.enter()).body.code).toBe('company-login-refused')
})

it('only administrators with a confirmed address are linked, and everyone concerned hears of it', async () => {
  const manager = await createPerson(test, 'business')
  const customer = await createPerson(test)
  const colleague = await createPerson(test, 'admin')
  for (const other of [manager, customer]) await confirmAddress(test, other)
  for (const other of [manager, customer, colleague]) {
    idp.person = { ...olga(), email: other.email }
    expect((await company.enter()).body.code, other.role).toBe('company-login-refused')
  }
  await confirmAddress(test, colleague)
  const linked = await company.enter()
  expect((await session(linked.cookie)).person.id).toBe(colleague.id)
  const [email] = await readEmails(test, colleague.email)
  expect(email?.subject).toBe('Your account is linked to a company account')
  expect(await notified()).toBe(`${colleague.name} now logs in with the company account`)
})

it('it can’t be required of administrators: each password is an emergency exit', async () => {
  const asked = await company.switch({ isOn: true, isRequired: true, emergencyPersonId: operator.id })
  expect(asked.body.provider).toMatchObject({ isOn: true, isRequired: false, emergencyPersonId: null })
  expect((await session(await signInAs(test, operator))).person.id).toBe(operator.id)
})

it('a back-channel logout ends the session and its socket', async () => {
  const { live, cookie: entered } = await enterWithSocket()
  await idp.logOut(idp.person.sub, await providerSessionOf(test, idp.person.sub))
  expect(await live.closed).toEqual({ code: closeCodes.sessionEnded, reason: 'revoked' })
  expect(await session(entered)).toBeNull()
})

it.each([
  ['is suspended', { status: 'suspended' }, 'account-not-active'],
  ['is made an ordinary user', { role: 'user' }, 'company-login-refused'],
])(
  'an administrator who %s is out at once, and can’t come back by the company account',
  async (_what, change, code) => {
    const { person, live, cookie: entered } = await enterWithSocket()
    const { name, role, status, version } = (await send('GET', `/api/admin/users/${person.id}`)).body
    const changed = await send('PUT', `/api/admin/users/${person.id}`, {
      name,
      role,
      status,
      version,
      ...change,
    })
    expect(changed.status).toBe(200)
    await live.closed
    expect(await session(entered)).toBeNull()
    expect((await company.enter()).body.code).toBe(code)
  },
)

it('an administrator whose account is deleted is out at once', async () => {
  const { person, live, cookie: entered } = await enterWithSocket()
  expect((await send('DELETE', `/api/admin/users/${person.id}`)).status).toBe(204)
  await live.closed
  expect(await session(entered)).toBeNull()
})

it('turning it off ends the sessions that began with it, and no other', async () => {
  const { live, cookie: entered } = await enterWithSocket()
  expect((await company.switch({ isOn: false })).status).toBe(200)
  await live.closed
  expect(await session(entered)).toBeNull()
  expect((await session(cookie)).person.id).toBe(operator.id)
  expect((await company.start()).status).toBe(404)
})
