import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { type IdentityProvider, startIdentityProvider } from '../../../test/identity-provider.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { readEmails } from '../../../test/mailbox.ts'
import { addMember, confirmAddress, createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { createOutgoingPost } from '../../platform/outgoing/outgoing-post.ts'
import { singleSignOn } from './feature.ts'

let test: TestApp
let idp: IdentityProvider
let manager: TestPerson
let cookie: string
let businessId: string
let liveUrl: string
beforeAll(async () => {
  test = await startTestApp({ outgoing: createOutgoingPost({ allowsPrivate: true }) })
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
  const base = `/company-login/${businessId}`
  idp.register(
    `${testOrigin}${base}`,
    `${liveUrl.replace('ws', 'http').replace('/api/live', '')}/api/company-logins/${businessId}/logout`,
  )
  idp.person = ana()
  idp.describe = undefined
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
const send = async (
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  as = cookie,
) => {
  const response = await test.call({ method, url, ...(payload && { payload }), headers: { cookie: as } })
  return {
    status: response.statusCode,
    body: response.body ? JSON.parse(response.body) : undefined,
    cookies: response.cookies,
  }
}
const session = async (as: string) => (await send('GET', '/api/session', undefined, as)).body.session
const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof send>>) =>
  cookies
    .filter(({ value }) => value)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

const connection = (changes: object = {}) => ({
  version: 0,
  issuer: idp.issuer,
  clientId: idp.clientId,
  clientSecret: idp.clientSecret,
  domains: ['example.org'],
  groupClaim: 'groups',
  managerGroups: ['tax-leads'],
  viewerGroups: ['tax'],
  ...changes,
})

async function versionNow(): Promise<number> {
  return (await send('GET', path)).body.provider?.version ?? 0
}

async function tryIt() {
  const started = await send('POST', `${path}/trials`)
  const answer = await idp.visit(started.body.url)
  return send(
    'POST',
    `/api/company-logins/${businessId}/complete`,
    { response: answer },
    `${cookie}; ${cookiesOf(started)}`,
  )
}

async function turnOn(changes: object = {}, isRequired = false) {
  expect((await send('PUT', path, connection(changes))).status).toBe(200)
  expect((await tryIt()).body).toMatchObject({ next: 'tried' })
  const on = await send('PUT', `${path}/state`, {
    version: await versionNow(),
    isOn: true,
    isRequired,
    emergencyPersonId: isRequired ? manager.id : null,
  })
  expect([on.status, on.body.provider]).toMatchObject([200, { isOn: true, isRequired }])
}

/** Logs in with the company account; the cookie is empty when it fails. */
async function enterCompany(change: (answer: string) => string = (answer) => answer) {
  const started = await send('POST', `/api/company-logins/${businessId}`, undefined, '')
  const answer = change(await idp.visit(started.body.url))
  const finished = await send(
    'POST',
    `/api/company-logins/${businessId}/complete`,
    { response: answer },
    cookiesOf(started),
  )
  return { ...finished, cookie: cookiesOf(finished), answer, browser: cookiesOf(started) }
}

describe('the settings', () => {
  it('are for managers, hide the secret, and can be on only after a trial', async () => {
    const viewer = await signInAs(test, await addMember(test, manager, 'viewer'))
    expect((await send('GET', path, undefined, viewer)).status).toBe(403)
    expect((await send('PUT', path, connection({ domains: ['other.example'] }))).body.fields).toMatchObject([
      { path: 'domains' },
    ])
    const saved = await send('PUT', path, connection())
    expect(JSON.stringify(saved.body)).not.toContain(idp.clientSecret)
    expect((await send('PUT', path, connection())).body.code).toBe('conflict')
    const state = { version: 1, isOn: true, isRequired: false, emergencyPersonId: null }
    expect((await send('PUT', `${path}/state`, state)).body.code).toBe('conflict')
    expect(
      (await send('POST', '/api/company-logins', { email: 'x@example.org' })).body.logins,
    ).not.toContainEqual(expect.objectContaining({ id: businessId }))

    idp.person = { ...ana(), groups: ['staff'], amr: ['pwd', 'mfa'] }
    expect((await tryIt()).body.tried).toMatchObject({ role: null, groups: ['staff'], hasSecondFactor: true })
    expect((await send('PUT', `${path}/state`, state)).body.code).toBe('conflict')
    idp.person = ana()
    const tried = await tryIt()
    expect(tried.body).toMatchObject({ area: 'business', tried: { role: 'viewer', isEmailConfirmed: true } })
    expect((await session(cookie)).person.id).toBe(manager.id)
    expect((await send('PUT', `${path}/state`, state)).status).toBe(200)
    const found = await send('POST', '/api/company-logins', { email: 'nobody@example.org' }, '')
    expect(found.body.logins.map(({ id }: { id: string }) => id)).toContain(businessId)
    const moved = connection({ version: 2, issuer: 'http://127.0.0.1:9', clientSecret: null })
    expect((await send('PUT', path, moved)).body.code).toBe('conflict')
    await send('PUT', `${path}/state`, { ...state, version: 2, isOn: false })
    expect((await send('PUT', path, { ...moved, version: 3 })).body.fields).toMatchObject([
      { path: 'clientSecret' },
    ])
  })
})

describe('a first login', () => {
  it('makes a member with the role of the groups, and later logins change it', async () => {
    await turnOn()
    const first = await enterCompany()
    expect(first.body).toMatchObject({ next: 'signed-in' })
    const { person } = await session(first.cookie)
    expect(person).toMatchObject({ email: idp.person.email, role: 'business', isEmailVerified: false })
    expect(person.business).toMatchObject({ id: businessId, role: 'viewer', memberStatus: 'active' })
    idp.person = { ...idp.person, groups: ['tax-leads'] }
    const second = await enterCompany()
    expect((await session(second.cookie)).person).toMatchObject({
      id: person.id,
      business: { role: 'manager' },
    })
    idp.person = { ...idp.person, groups: ['tax'] }
    const third = await enterCompany()
    expect((await session(third.cookie)).person.business.role).toBe('viewer')
    idp.person = { ...idp.person, groups: ['staff'] }
    expect((await enterCompany()).body.code).toBe('company-login-refused')
  })

  it.each([
    ['a foreign domain', { email: 'ana@elsewhere.example' }],
    ['an address that the company says is not confirmed', { email_verified: false }],
    ['no group with a role', { groups: [] }],
  ])('is refused with %s', async (_what, change) => {
    await turnOn()
    idp.person = { ...idp.person, ...change }
    expect((await enterCompany()).body.code).toBe('company-login-refused')
  })

  it('links only an account of the team whose address both sides confirmed, and tells both', async () => {
    await turnOn()
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
      expect((await enterCompany()).body.code, who.email).toBe('company-login-refused')
    }
    idp.person = { ...idp.person, email_verified: true }
    const linked = await enterCompany()
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
    await turnOn({ viewerGroups: [] }, true)
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
    expect((await enterCompany()).body.next).toBe('signed-in')
  })
})

describe('what ends a login', () => {
  it('is a back-channel logout, at once and only for whom it names', async () => {
    await turnOn({ viewerGroups: [] })
    const ana1 = await enterCompany()
    const first = await new LiveSocket(liveUrl, socketHeaders(ana1.cookie)).opened()
    const { sub } = idp.person
    idp.person = ana()
    const ana2 = await enterCompany()
    const { sign_on_session: sid } = await sessionRow(sub)
    await idp.logOut(sub, sid)
    await first.closed
    expect(await session(ana1.cookie)).toBeNull()
    expect(await session(ana2.cookie)).not.toBeNull()
  })

  it('is the removal of the member, and removed members cannot come back by themselves', async () => {
    await turnOn({ viewerGroups: [] })
    const entered = await enterCompany()
    const live = await new LiveSocket(liveUrl, socketHeaders(entered.cookie)).opened()
    const { items } = (await send('GET', '/api/business/members')).body
    const member = items.find(({ email }: { email: string }) => email === idp.person.email)
    expect((await send('DELETE', `/api/business/members/${member.id}`)).status).toBe(204)
    await live.closed
    expect(await session(entered.cookie)).toBeNull()
    expect((await enterCompany()).body.code).toBe('company-login-refused')
  })

  it('is turning single sign-on off, for everyone who used it and no one else', async () => {
    await turnOn({ viewerGroups: [] })
    const entered = await enterCompany()
    expect(await session(entered.cookie)).not.toBeNull()
    const off = { version: await versionNow(), isOn: false, isRequired: false, emergencyPersonId: null }
    expect((await send('PUT', `${path}/state`, off)).status).toBe(200)
    expect(await session(entered.cookie)).toBeNull()
    expect((await session(cookie)).person.id).toBe(manager.id)
  })
})

/** The session of a person at the provider. */
const sessionRow = (subject: string) =>
  test.services.database.transact(systemActor, (tx) =>
    tx
      .selectFrom('sessions')
      .select('sign_on_session')
      .where('sign_on_subject', '=', subject)
      .$narrowType<{ sign_on_session: string }>()
      .executeTakeFirstOrThrow(),
  )

async function requireTwoFactor(isRequired: boolean) {
  const admin = await signInAs(test, await createPerson(test, 'admin'))
  const changes = { 'security.requireTwoFactorForManagers': isRequired }
  const payload = { changes, seen: test.services.settings.all() }
  expect((await send('PATCH', '/api/admin/settings', payload, admin)).status).toBe(200)
}

describe('a second factor', () => {
  it('is asked for by Exempta unless the company says that it was used', async () => {
    await turnOn({ viewerGroups: [] })
    await requireTwoFactor(true)
    idp.person = { ...idp.person, groups: ['tax-leads'] }
    expect((await session((await enterCompany()).cookie)).duty).toBe('enable-two-factor')
    idp.person = { ...idp.person, amr: ['pwd', 'mfa'] }
    expect((await session((await enterCompany()).cookie)).duty).toBeNull()
    idp.person = { ...idp.person, amr: ['pwd'], acr: 'https://refeds.org/profile/mfa' }
    expect((await session((await enterCompany()).cookie)).duty).toBeNull()
    await requireTwoFactor(false)
  })
})

describe('an answer of the provider', () => {
  it('counts once, in the browser that asked, for the provider and state that it was asked for', async () => {
    await turnOn({ viewerGroups: [] })
    const first = await enterCompany()
    expect(first.body.next).toBe('signed-in')
    const complete = `/api/company-logins/${businessId}/complete`
    const again = await send('POST', complete, { response: first.answer }, first.browser)
    expect(again.body.code).toBe('company-login-failed')
    for (const change of [
      (answer: string) => answer.replace(/state=[^&]+/, 'state=another'),
      (answer: string) => answer.replace(/code=[^&]+/, 'code=another'),
      (answer: string) => answer.replace(/iss=[^&]+/, `iss=${encodeURIComponent('https://evil.example')}`),
      (answer: string) => answer.replace(/&?iss=[^&]+/, ''),
      (answer: string) => `${answer}&code=another`,
      () => 'error=access_denied',
      () => '',
    ]) {
      const failed = await enterCompany(change)
      expect([failed.status, failed.body.code], String(change)).toEqual([401, 'company-login-failed'])
    }
    const started = await send('POST', `/api/company-logins/${businessId}`, undefined, '')
    const answer = await idp.visit(started.body.url)
    const elsewhere = await send('POST', `/api/company-logins/${businessId}`, undefined, '')
    expect((await send('POST', complete, { response: answer }, cookiesOf(elsewhere))).body.code).toBe(
      'company-login-failed',
    )
    const late = await send('POST', `/api/company-logins/${businessId}`, undefined, '')
    const lateAnswer = await idp.visit(late.body.url)
    test.clock.advance(11 * 60_000)
    expect((await send('POST', complete, { response: lateAnswer }, cookiesOf(late))).body.code).toBe(
      'company-login-failed',
    )
  })

  it('is accepted after the provider replaced its keys, and not when it describes itself as another', async () => {
    await turnOn({ viewerGroups: [] })
    expect((await enterCompany()).body.next).toBe('signed-in')
    idp.rotateKeys()
    expect((await enterCompany()).body.next).toBe('signed-in')
    idp.describe = (answer) => ({ ...answer, issuer: 'https://evil.example' })
    expect((await send('POST', `/api/company-logins/${businessId}`, undefined, '')).body.code).toBe(
      'provider-not-reachable',
    )
  })
})

describe('the link to a company account', () => {
  it('is exported with the account, and goes with it', async () => {
    await turnOn({ viewerGroups: [] })
    const { person } = await session((await enterCompany()).cookie)
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
