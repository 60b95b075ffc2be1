import { businessMissing, type User } from '@exempta/contract/admin/users'
import { closeCodes } from '@exempta/contract/events'
import { pageLimits } from '@exempta/contract/paging'
import { texts } from '@exempta/contract/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { fakeSandbox } from '../../../../test/fake-sandbox.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../../test/live-socket.ts'
import { readEmails } from '../../../../test/mailbox.ts'
import { addMember, createAccount, createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { createDocument, createTestBusiness } from '../../../../test/sharing.ts'
import type { Actor } from '../../../platform/db/actor.ts'

let test: TestApp
let admin: TestPerson
let cookie: string
let liveUrl: string
beforeAll(async () => {
  test = await startTestApp({ runJobs: true, sandbox: fakeSandbox().sandbox })
  liveUrl = await listenForSockets(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
})

const path = '/api/admin/users'
const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  as = cookie,
) => {
  test.clock.advance(1)
  const answer = await test.call({ method, url, headers: { cookie: as }, ...(payload && { payload }) })
  return { status: answer.statusCode, ...(answer.body ? answer.json() : {}) }
}
const list = (query = ''): Promise<{ items: User[]; nextCursor: string | null }> =>
  send('GET', `${path}?${query}`) as never
const find = async ({ email }: { email: string }): Promise<User> => {
  const user = (await list(`search=${encodeURIComponent(email)}`)).items[0]
  if (!user) throw new Error('There is no such user')
  return user
}
const change = async (person: TestPerson, wanted: object, as = cookie) => {
  const { id, name, role, status, version } = await find(person)
  return send('PUT', `${path}/${id}`, { name, role, status, version, ...wanted }, as)
}
const someone = (more: object) => ({ name: 'Noor Haddad', password: 'sesame', ...more })
const openLive = (as: string) => new LiveSocket(liveUrl, socketHeaders(as)).opened()
const statusOf = async (url: string, as: string) => (await send('GET', url, undefined, as)).status

describe('the list', () => {
  it('is searched, filtered, sorted and paged', async () => {
    const made: TestPerson[] = []
    for (const role of ['user', 'business', 'user'] as const) {
      test.clock.advance(1000)
      made.push(await createAccount(test, role))
    }
    const [first, second, third] = made as [TestPerson, TestPerson, TestPerson]
    // Generated names and addresses contain numbers, which the search would also find.
    await test.database.executeAsOwner(
      `update users set name = 'Mara', email = role || '-of-the-list@example.org' where id = any($1)`,
      [[second.id, third.id]],
    )
    await test.database.executeAsOwner(
      `update users set name = $2, email = 'first-of-the-list@example.org' where id = $1`,
      [first.id, 'zoë 100%_a'],
    )
    await test.database.executeAsOwner(`update users set name = 'Abel', status = 'inactive' where id = $1`, [
      third.id,
    ])
    const ids = async (query: string) => (await list(`limit=100&${query}`)).items.map(({ id }) => id)
    const mine = async (query: string) => (await ids(query)).filter((id) => made.some((one) => one.id === id))

    expect(await mine('')).toEqual([third.id, second.id, first.id])
    expect(await mine('sort=oldest')).toEqual([first.id, second.id, third.id])
    expect(await mine('sort=name')).toEqual([third.id, second.id, first.id])
    expect(await mine('sort=name-down')).toEqual([first.id, second.id, third.id])
    expect(await ids('search=ZO%C3%8B')).toEqual([first.id])
    expect(await ids('search=100%25_')).toEqual([first.id])
    expect(await ids('search=1000_')).toEqual([])
    expect(await mine('search=zo')).toEqual([first.id])
    expect(await mine('search=10')).toEqual([first.id])
    expect(await mine('search=o%C3%AB')).toEqual([first.id])
    expect(await mine('search=bel')).toEqual([third.id])
    expect(await mine('search=el')).toEqual([])
    expect(await ids('search=business-of-the-list@example')).toEqual([second.id])
    expect(await mine('role=business')).toEqual([second.id])
    expect(await mine('status=inactive')).toEqual([third.id])
    expect(await mine('role=user&status=active')).toEqual([first.id])

    for (const sort of ['newest', 'oldest', 'name', 'name-down']) {
      const whole = await ids(`sort=${sort}`)
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(`sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect(seen, sort).toEqual(whole)
    }
    expect(await find(admin)).toMatchObject({ isSelf: true, role: 'admin', business: null, version: 1 })
  })
})

describe('a new user', () => {
  it('gets a temporary password of at least six characters and chooses their own', async () => {
    const email = 'noor@example.org'
    const messages = async (body: object) => (await send('POST', path, body)).fields[0].message
    expect(await messages({ ...someone({ email }), password: '' })).toBe('Password is required')
    expect(await messages({ ...someone({ email }), password: 'short' })).toBe(texts.admin.passwordTooShort)
    expect(await messages(someone({ email: 'no address' }))).toContain('email')
    expect(await messages(someone({ email, name: ' ' }))).toContain('name')
    const made = await send('POST', path, someone({ email }))
    expect(made).toMatchObject({ status: 'active', role: 'user', email, business: null, lastLoginAt: null })
    expect((await send('POST', path, someone({ email: 'NOOR@example.org' }))).code).toBe('address-taken')
    const own = await signInAs(test, { ...someone({ email }), id: made.id, email, role: 'user' })
    const { session } = await send('GET', '/api/session', undefined, own)
    expect(session.duty).toBe('choose-password')
    expect(await statusOf('/api/documents', own)).toBe(403)
    const done = (await auditOf(test, made.id)).map(({ action, actor_id }) => [action, actor_id])
    expect(done).toContainEqual(['account.create', admin.id])
  })

  it('can start as inactive', async () => {
    const made = await send('POST', path, someone({ email: 'later@example.org', status: 'inactive' }))
    expect(made.status).toBe('inactive')
  })

  it('with the business role gets an existing business or a new one to manage', async () => {
    const email = 'clerk@example.org'
    const wanted = someone({ email, role: 'business' })
    expect((await send('POST', path, wanted)).fields).toEqual([
      { path: 'businessId', message: businessMissing },
    ])
    const unknown = { ...wanted, businessId: crypto.randomUUID() }
    expect((await send('POST', path, unknown)).fields[0].path).toBe('businessId')
    const { id: businessId, manager, cookie: managerCookie } = await createTestBusiness(test)
    await send('POST', '/api/business/invitations', { email }, managerCookie)
    const clerk = await send('POST', path, { ...wanted, businessId })
    expect(clerk.business).toEqual({ id: businessId, name: manager.name, role: 'viewer' })
    const open = await send('GET', '/api/business/invitations', undefined, managerCookie)
    expect(open.invitations).toEqual([])

    const owner = await send('POST', path, {
      ...wanted,
      email: 'owner@example.org',
      businessName: ' Harbor Light ',
    })
    expect(owner.business).toMatchObject({ name: 'Harbor Light', role: 'manager' })
    const { rows } = await test.database.executeAsOwner('select status from businesses where id = $1', [
      owner.business.id,
    ])
    expect(rows).toEqual([{ status: 'pending' }])
  })
})

describe('a change', () => {
  it('saves only name, role and status; the later of two conflicting changes is refused', async () => {
    const person = await createPerson(test)
    const other = await signInAs(test, await createPerson(test, 'admin'))
    const { id, version } = await find(person)
    const wanted = { name: 'Renamed', role: 'user', status: 'active', version }
    expect((await send('PUT', `${path}/${id}`, { ...wanted, email: 'x@example.org' })).status).toBe(422)
    expect(await send('PUT', `${path}/${id}`, wanted)).toMatchObject({ name: 'Renamed', email: person.email })
    const late = await send('PUT', `${path}/${id}`, { ...wanted, name: 'Late' }, other)
    expect(late).toMatchObject({ status: 409, code: 'conflict' })
    expect(late.title).toContain('Someone else just changed this')
    const own = await signInAs(test, person)
    await test.call({
      method: 'PATCH',
      url: '/api/profile',
      payload: { name: 'Own' },
      headers: { cookie: own },
    })
    expect((await send('PUT', `${path}/${id}`, { ...wanted, version: version + 1 })).code).toBe('conflict')
    expect((await find(person)).name).toBe('Own')
    const row = (await auditOf(test, id)).find(({ action }) => action === 'account.update')
    expect(row).toMatchObject({ actor_id: admin.id, details: { name: true } })
    expect((await send('PUT', `${path}/${crypto.randomUUID()}`, wanted)).status).toBe(404)
  })

  it.each(['suspended', 'inactive'] as const)('to %s ends sessions and sockets at once', async (status) => {
    const person = await createPerson(test)
    const own = await signInAs(test, person)
    const live = await openLive(own)
    expect((await change(person, { status })).status).toBe(status)
    expect((await live.closed).code).toBe(closeCodes.sessionEnded)
    expect(await statusOf('/api/profile', own)).toBe(401)
    const signIn = (password: string) =>
      test.call({ method: 'POST', url: '/api/session', payload: { email: person.email, password } })
    expect((await signIn(person.password)).json().title).toBe(texts.login.notActive)
    expect((await signIn('wrong')).json().code).toBe('wrong-credentials')
    expect((await readEmails(test, person.email)).map(({ subject }) => subject)).toEqual([
      status === 'suspended' ? 'Your account is suspended' : 'Your account is inactive',
    ])
    expect((await change(person, { status: 'active' })).status).toBe('active')
    expect((await signIn(person.password)).statusCode).toBe(200)
  })

  it('of your own role or status is refused, and so is deleting yourself', async () => {
    expect((await change(admin, { status: 'suspended' })).code).toBe('own-account')
    expect((await change(admin, { role: 'user' })).code).toBe('own-account')
    expect((await send('DELETE', `${path}/${admin.id}`)).code).toBe('own-account')
    expect((await change(admin, { name: 'Still Here' })).name).toBe('Still Here')
  })

  it('keeps one administrator, even when the last two suspend each other', async () => {
    await test.database.executeAsOwner(
      `update users set status = 'inactive' where role = 'admin' and id <> $1`,
      [admin.id],
    )
    const rival = await createPerson(test, 'admin')
    const rivalCookie = await signInAs(test, rival)
    const suspended = { role: 'admin', status: 'suspended', version: 1 }
    const answers = await Promise.all([
      send('PUT', `${path}/${rival.id}`, { ...suspended, name: rival.name }),
      send('PUT', `${path}/${admin.id}`, { ...suspended, name: admin.name }, rivalCookie),
    ])
    expect(answers.filter(({ status }) => status === 'suspended')).toHaveLength(1)
    const { rows } = await test.database.executeAsOwner(
      `select id from users where role = 'admin' and status = 'active'`,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('changing the role', () => {
  it('removes a member from the business at once, but never its last manager', async () => {
    const { manager } = await createTestBusiness(test)
    const only = 'This is the only manager of the business. Make someone else a manager first.'
    for (const wanted of [{ role: 'user' }, { status: 'suspended' }, { businessName: 'Another' }]) {
      expect(await change(manager, wanted), JSON.stringify(wanted)).toMatchObject({
        status: 409,
        title: only,
      })
    }
    expect((await send('DELETE', `${path}/${manager.id}`)).title).toBe(only)
    const colleague = await addMember(test, manager, 'manager')
    const own = await signInAs(test, colleague)
    const live = await openLive(own)
    expect(await change(colleague, { role: 'user' })).toMatchObject({ role: 'user', business: null })
    expect((await live.closed).code).toBe(closeCodes.rightsChanged)
    expect(await statusOf('/api/business/members', own)).toBe(403)
    expect(await statusOf('/api/documents', own)).toBe(200)
    const [notification] = (await send('GET', '/api/notifications', undefined, own)).items
    expect(notification).toMatchObject({
      title: 'Your role changed',
      message: 'An administrator made you a user.',
    })
  })

  it('needs a business for the business role, and moves people between businesses', async () => {
    const person = await createPerson(test)
    const { id: businessId } = await createTestBusiness(test)
    const { id: otherId } = await createTestBusiness(test)
    expect((await change(person, { role: 'business' })).fields[0].message).toBe(businessMissing)
    const placed = await change(person, { role: 'business', businessId: businessId, memberRole: 'manager' })
    expect(placed.business).toMatchObject({ id: businessId, role: 'manager' })
    expect((await change(person, { name: 'Same Place' })).business.id).toBe(businessId)
    expect((await change(person, { businessId: otherId })).business).toMatchObject({
      id: otherId,
      role: 'viewer',
    })
    const homeless = await createAccount(test, 'business')
    expect(await change(homeless, { status: 'suspended' })).toMatchObject({
      status: 'suspended',
      business: null,
    })
    expect((await change(homeless, { businessId: businessId })).business.id).toBe(businessId)
    expect((await change(homeless, { role: 'user' })).role).toBe('user')
  })

  it('ends a user’s shares; the documents stay in case the role comes back', async () => {
    const { id: businessId, cookie: business } = await createTestBusiness(test)
    const person = await createPerson(test)
    const own = await signInAs(test, person)
    const documentId = await createDocument(test, own)
    await send('POST', '/api/shares', { documentIds: [documentId], businessIds: [businessId] }, own)
    const received = async () => (await send('GET', '/api/received', undefined, business)).items
    expect(await received()).toHaveLength(1)
    expect((await change(person, { role: 'admin' })).role).toBe('admin')
    expect(await received()).toEqual([])
    expect(await statusOf('/api/documents', own)).toBe(403)
    expect((await change(person, { role: 'user' })).role).toBe('user')
    const [document] = (await send('GET', '/api/documents', undefined, own)).items
    expect(document.id).toBe(documentId)
    const { items } = await send('GET', '/api/shares', undefined, own)
    const history = await send('GET', `/api/shares/${items[0].id}/history`, undefined, own)
    expect(history.items[0]).toMatchObject({ act: 'revoked', by: 'exempta' })
  })
})

describe('deleting', () => {
  it('closes the account at once and erases it, with what was shared', async () => {
    const { id: businessId, cookie: business } = await createTestBusiness(test)
    const person = await createPerson(test)
    const own = await signInAs(test, person)
    const documentId = await createDocument(test, own)
    await send('POST', '/api/shares', { documentIds: [documentId], businessIds: [businessId] }, own)
    const live = await openLive(own)
    expect(await send('DELETE', `${path}/${person.id}`)).toEqual({ status: 204 })
    expect((await live.closed).code).toBe(closeCodes.sessionEnded)
    expect(await statusOf('/api/profile', own)).toBe(401)
    expect((await list(`search=${person.email}`)).items).toEqual([])
    expect((await send('GET', '/api/received', undefined, business)).items).toEqual([])
    expect((await send('DELETE', `${path}/${person.id}`)).status).toBe(404)
    const row = (await auditOf(test, person.id)).find(({ action }) => action === 'account.delete')
    expect(row?.actor_id).toBe(admin.id)
    await expect
      .poll(
        async () =>
          (await test.database.executeAsOwner('select id from users where id = $1', [person.id])).rows,
        {
          timeout: 20_000,
        },
      )
      .toEqual([])
  })
})

it('shows its rows only to administrators, at the database level as well', async () => {
  const views = ['users', 'businesses', 'members', 'documents'] as const
  const count = (actor: Actor, view: (typeof views)[number]) =>
    test.database.transact(actor, (tx) =>
      tx.selectFrom(`administered_${view}`).select('id').limit(1).execute(),
    )
  const { manager } = await createTestBusiness(test)
  for (const view of views) {
    for (const { id, role } of [await createPerson(test), manager]) {
      expect(await count({ kind: 'person', id, role }, view), `${view} as ${role}`).toEqual([])
    }
    expect(await count({ kind: 'person', id: admin.id, role: 'admin' }, view), view).toHaveLength(1)
  }
})

it('refuses a search text that is too long', async () => {
  expect((await send('GET', `${path}?search=${'a'.repeat(pageLimits.searchLength + 1)}`)).status).toBe(422)
})
