import { hourMs } from '@exempta/contract/durations'
import { closeCodes } from '@exempta/contract/events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { CompanyLogin, providerSessionOf, sendTo, sessionOf } from '../../../test/company-login.ts'
import { type IdentityProvider, startIdentityProvider } from '../../../test/identity-provider.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { readEmails } from '../../../test/mailbox.ts'
import { addMember, confirmAddress, createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { createOutgoingPost } from '../../platform/outgoing/outgoing-post.ts'
import { singleSignOn } from './feature.ts'

let test: TestApp
let idp: IdentityProvider
let manager: TestPerson
let cookie: string
let businessId: string
let company: CompanyLogin
let liveUrl: string
beforeAll(async () => {
  // Nothing but a notice ends a socket: the regular look comes only after an hour.
  test = await startTestApp({
    outgoing: createOutgoingPost({ allowsPrivate: true }),
    live: { lookMs: hourMs },
  })
  liveUrl = await listenForSockets(test)
  idp = await startIdentityProvider(ana())
})
afterAll(async () => {
  await idp.stop()
  await test.close()
})
beforeEach(async () => {
  // The provider tells the real time.
  test.clock.advance(Math.max(0, Date.now() - test.clock.now().getTime()))
  manager = await createPerson(test, 'business')
  await confirmAddress(test, manager)
  cookie = await signInAs(test, manager)
  businessId = (await session(cookie)).person.business.id
  const appUrl = liveUrl.replace('ws', 'http').replace('/api/live', '')
  company = new CompanyLogin(test, idp, { area: 'business', id: businessId, cookie, appUrl })
  idp.person = ana()
})

let made = 0
function ana() {
  made += 1
  return {
    sub: `ana-${made}`,
    email: `ana-${made}@example.org`,
    email_verified: true,
    name: 'Ana Silva',
    groups: ['tax', 'staff'],
  }
}

const path = '/api/business/single-sign-on'
const send = (
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  as = cookie,
) => sendTo(test, method, url, payload, as)
const session = (as: string) => sessionOf(test, as)

describe('the settings', () => {
  it('are for managers, hide the secret, and can be on only after a trial', async () => {
    const viewer = await signInAs(test, await addMember(test, manager, 'viewer'))
    expect((await send('GET', path, undefined, viewer)).status).toBe(403)
    expect(
      (await send('PUT', path, company.connection({ domains: ['other.example'] }))).body.fields,
    ).toMatchObject([{ path: 'domains' }])
    const saved = await send('PUT', path, company.connection())
    expect(JSON.stringify(saved.body)).not.toContain(idp.clientSecret)
    expect((await send('PUT', path, company.connection())).body.code).toBe('conflict')
    const state = { version: 1, isOn: true, isRequired: false, emergencyPersonId: null }
    expect((await send('PUT', `${path}/state`, state)).body.code).toBe('conflict')
    expect(
      (await send('POST', '/api/company-logins', { email: 'x@example.org' })).body.logins,
    ).not.toContainEqual(expect.objectContaining({ id: businessId }))

    idp.person = { ...ana(), groups: ['staff'], amr: ['pwd', 'mfa'] }
    expect((await company.tryIt()).body.tried).toMatchObject({
      role: null,
      groups: ['staff'],
      hasSecondFactor: true,
    })
    expect((await send('PUT', `${path}/state`, state)).body.code).toBe('conflict')
    idp.person = ana()
    const tried = await company.tryIt()
    expect(tried.body).toMatchObject({ area: 'business', tried: { role: 'viewer', isEmailConfirmed: true } })
    expect((await session(cookie)).person.id).toBe(manager.id)
    expect((await send('PUT', `${path}/state`, state)).status).toBe(200)
    const found = await send('POST', '/api/company-logins', { email: 'nobody@example.org' }, '')
    expect(found.body.logins.map(({ id }: { id: string }) => id)).toContain(businessId)
    const moved = company.connection({ version: 2, issuer: 'http://127.0.0.1:9', clientSecret: null })
    expect((await send('PUT', path, moved)).body.code).toBe('conflict')
    await send('PUT', `${path}/state`, { ...state, version: 2, isOn: false })
    expect((await send('PUT', path, { ...moved, version: 3 })).body.fields).toMatchObject([
      { path: 'clientSecret' },
    ])
  })
})

describe('a first login', () => {
  it('makes a member with the role of the groups, and later logins change it', async () => {
    await company.turnOn()
    const first = await company.enter()
    expect(first.body).toMatchObject({ next: 'signed-in' })
    const { person } = await session(first.cookie)
    expect(person).toMatchObject({ email: idp.person.email, role: 'business', isEmailVerified: false })
    expect(person.business).toMatchObject({ id: businessId, role: 'viewer', memberStatus: 'active' })
    idp.person = { ...idp.person, groups: ['tax-leads'] }
    const second = await company.enter()
    expect((await session(second.cookie)).person).toMatchObject({
      id: person.id,
      business: { role: 'manager' },
    })
    idp.person = { ...idp.person, groups: ['tax'] }
    const third = await company.enter()
    expect((await session(third.cookie)).person.business.role).toBe('viewer')
    idp.person = { ...idp.person, groups: ['staff'] }
    expect((await company.enter()).body.code).toBe('company-login-refused')
  })

  it.each([
    ['a foreign domain', { email: 'ana@elsewhere.example' }],
    ['an address that the company says is not confirmed', { email_verified: false }],
    ['no group with a role', { groups: [] }],
  ])('is refused with %s', async (_what, change) => {
    await company.turnOn()
    idp.person = { ...idp.person, ...change }
    expect((await company.enter()).body.code).toBe('company-login-refused')
  })

  it('links only an account of the team whose address both sides confirmed, and tells both', async () => {
    await company.turnOn()
    const colleague = await addMember(test, manager, 'viewer')
    const rival = await createPerson(test, 'business')
    const customer = await createPerson(test)
    for (const other of [rival, customer]) await confirmAddress(test, other)
    for (const [who, change] of [
      [rival, {}],
      [customer, {}],
      [colleague, {}],
      [colleague, { email_verified: undefined }],
    ] as const) {
      if (Object.keys(change).length > 0) await confirmAddress(test, colleague)
      idp.person = { ...ana(), email: who.email, ...change }
      expect((await company.enter()).body.code, who.email).toBe('company-login-refused')
    }
    idp.person = { ...idp.person, email_verified: true }
    const linked = await company.enter()
    expect((await session(linked.cookie)).person.id).toBe(colleague.id)
    const emails = await readEmails(test, colleague.email)
    expect(emails.map(({ subject }) => subject)).toContain('Your account is linked to a company account')
    const actions = (await auditOf(test, colleague.id)).map(({ action, result }) => `${action} ${result}`)
    expect(actions).toContain('single-sign-on.link done')
    expect(actions).toContain('session.sign-in refused')
    const { items } = (await send('GET', '/api/notifications')).body
    expect(items.map(({ title }: { title: string }) => title)).toContain(
      `${colleague.name} now logs in with the company account`,
    )
  })
})

describe('a company that allows only its account', () => {
  it('ends sessions with passwords, refuses new ones, and lets the emergency manager in', async () => {
    const colleague = await addMember(test, manager, 'viewer')
    const own = await signInAs(test, colleague)
    const live = await new LiveSocket(liveUrl, socketHeaders(own)).opened()
    await company.turnOn({ viewerGroups: [] }, manager.id)
    await live.closed
    expect(await session(own)).toBeNull()
    const credentials = { email: colleague.email, password: colleague.password }
    expect((await send('POST', '/api/session', credentials, '')).body.code).toBe('company-login-required')
    const emergency = await signInAs(test, manager)
    expect((await session(emergency)).person.id).toBe(manager.id)
    const [, last] = (await auditOf(test, manager.id)).filter(({ action }) => action === 'session.sign-in')
    expect(last?.details).toMatchObject({ isEmergency: true })
    await addMember(test, manager, 'manager')
    const { items } = (await send('GET', '/api/business/members')).body
    const self = items.find(({ isSelf }: { isSelf: boolean }) => isSelf)
    const demoted = await send('PATCH', `/api/business/members/${self.id}`, { role: 'viewer' })
    expect(demoted.body.code).toBe('last-of-its-kind')
    idp.person = { ...ana(), email: 'new@example.org' }
    expect((await company.enter()).body.next).toBe('signed-in')
  })
})

describe('what ends a login', () => {
  it('is a back-channel logout, at once and only for whom it names', async ({ annotate }) => {
    await company.turnOn({ viewerGroups: [] })
    const ana1 = await company.enter()
    const first = await new LiveSocket(liveUrl, socketHeaders(ana1.cookie)).opened()
    const { sub } = idp.person
    idp.person = ana()
    const ana2 = await company.enter()
    const sid = await providerSessionOf(test, sub)
    const startedMs = performance.now()
    await idp.logOut(sub, sid)
    expect(await first.closed).toMatchObject({ code: closeCodes.sessionEnded, reason: 'revoked' })
    await annotate(
      `The socket closed ${Math.round(performance.now() - startedMs)} ms after the logout began.`,
    )
    expect(await session(ana1.cookie)).toBeNull()
    expect(await session(ana2.cookie)).not.toBeNull()
  })

  it('is the removal of the member, and removed members cannot come back by themselves', async () => {
    await company.turnOn({ viewerGroups: [] })
    const entered = await company.enter()
    const live = await new LiveSocket(liveUrl, socketHeaders(entered.cookie)).opened()
    const { items } = (await send('GET', '/api/business/members')).body
    const member = items.find(({ email }: { email: string }) => email === idp.person.email)
    expect((await send('DELETE', `/api/business/members/${member.id}`)).status).toBe(204)
    await live.closed
    expect(await session(entered.cookie)).toBeNull()
    expect((await company.enter()).body.code).toBe('company-login-refused')
  })

  it('is turning single sign-on off, for everyone who used it and no one else', async () => {
    await company.turnOn({ viewerGroups: [] })
    const entered = await company.enter()
    expect(await session(entered.cookie)).not.toBeNull()
    const off = { version: await company.version(), isOn: false, isRequired: false, emergencyPersonId: null }
    expect((await send('PUT', `${path}/state`, off)).status).toBe(200)
    expect(await session(entered.cookie)).toBeNull()
    expect((await session(cookie)).person.id).toBe(manager.id)
  })
})

async function requireTwoFactor(isRequired: boolean) {
  const admin = await signInAs(test, await createPerson(test, 'admin'))
  const changes = { 'security.requireTwoFactorForManagers': isRequired }
  const payload = { changes, seen: test.services.settings.all() }
  expect((await send('PATCH', '/api/admin/settings', payload, admin)).status).toBe(200)
}

describe('a second factor', () => {
  it('is asked for by Exempta unless the company says that it was used', async () => {
    await company.turnOn({ viewerGroups: [] })
    await requireTwoFactor(true)
    idp.person = { ...idp.person, groups: ['tax-leads'] }
    expect((await session((await company.enter()).cookie)).duty).toBe('enable-two-factor')
    idp.person = { ...idp.person, amr: ['pwd', 'mfa'] }
    expect((await session((await company.enter()).cookie)).duty).toBeNull()
    idp.person = { ...idp.person, amr: ['pwd'], acr: 'https://refeds.org/profile/mfa' }
    expect((await session((await company.enter()).cookie)).duty).toBeNull()
    await requireTwoFactor(false)
  })
})

describe('the link to a company account', () => {
  it('is exported with the account, and goes with it', async () => {
    await company.turnOn({ viewerGroups: [] })
    const { person } = await session((await company.enter()).cookie)
    const actor = {
      kind: 'person',
      id: person.id,
      role: 'business',
      businessId,
      memberRole: 'viewer',
    } as const
    const exported: unknown[] = []
    for (const contribute of singleSignOn.personalData.contributors) {
      for await (const entry of contribute(test.services, actor)) exported.push(entry)
    }
    const value = [{ issuer: idp.issuer, subject: idp.person.sub }]
    expect(exported).toMatchObject([{ path: 'company-accounts.json', value }])
    await test.database.executeAsOwner('delete from users where id = $1', [person.id])
    const { rows } = await test.database.executeAsOwner('select from sign_on_identities where subject = $1', [
      idp.person.sub,
    ])
    expect(rows).toEqual([])
  })
})
