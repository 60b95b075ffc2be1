import type { Business, BusinessMember } from '@exempta/contract/businesses/administration'
import { closeCodes } from '@exempta/contract/events'
import { texts } from '@exempta/contract/texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { fakeSandbox } from '../../../../test/fake-sandbox.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../../test/live-socket.ts'
import { readEmails, tokenIn } from '../../../../test/mailbox.ts'
import { addMember, confirmAddress, createAccount, createPerson, signInAs } from '../../../../test/people.ts'
import { createDocument, createTestBusiness } from '../../../../test/sharing.ts'

let test: TestApp
let adminId: string
let cookie: string
let liveUrl: string
beforeAll(async () => {
  test = await startTestApp({ runJobs: true, sandbox: fakeSandbox().sandbox })
  liveUrl = await listenForSockets(test)
  const admin = await createPerson(test, 'admin')
  adminId = admin.id
  cookie = await signInAs(test, admin)
})
afterAll(() => test.close())

const path = '/api/admin/businesses'
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const send = async (method: Method, url: string, payload?: object, as = cookie) => {
  test.clock.advance(1)
  const answer = await test.call({ method, url, headers: { cookie: as }, ...(payload && { payload }) })
  return { httpStatus: answer.statusCode, ...(answer.body ? answer.json() : {}) }
}
const get = (id: string): Promise<Business & { httpStatus: number }> => send('GET', `${path}/${id}`)
const set = async (id: string, standing: object) =>
  send('PATCH', `${path}/${id}`, { version: (await get(id)).version, ...standing })
const blank = { phone: null, website: null, address: null, taxId: null, type: null }
const create = (more: object): Promise<Business> =>
  send('POST', path, { ...blank, name: 'Business', email: 'business@example.org', ...more })
const members = async (id: string): Promise<BusinessMember[]> =>
  (await send('GET', `${path}/${id}/members`)).items
const newestNotice = async (as: string) => (await send('GET', '/api/notifications', undefined, as)).items[0]

describe('the list', () => {
  it('is searched, filtered, sorted both ways and paged; only types in use are offered', async () => {
    const types = async () => (await send('GET', `${path}/types`)).types
    expect(await types()).toEqual([])
    const businesses: Business[] = []
    for (const more of [
      { name: 'Beacon Books', email: 'office@beacon.example', taxId: '12-3456789', type: 'Retail' },
      { name: 'alder Clinic', email: 'desk@clinic.example', type: 'Healthcare', status: 'pending' },
      { name: 'Cove School', email: 'hello@cove.example', type: 'Education', status: 'inactive' },
    ]) {
      test.clock.advance(1000)
      businesses.push(await create(more))
    }
    const [beacon, alder, cove] = businesses.map(({ id }) => id) as [string, string, string]
    await set(alder, { isVerified: true })
    for (const name of ['One', 'Two']) {
      await send('POST', `${path}/${cove}/members`, { name, email: `${name}@cove.example` })
    }
    await send('POST', `${path}/${beacon}/members`, { name: 'Only', email: 'only@beacon.example' })
    await test.database.executeAsOwner('update businesses set documents_received = 7 where id = $1', [alder])
    const ids = async (query: string) =>
      (await send('GET', `${path}?${query}`)).items.map(({ id }: Business) => id)

    expect(await types()).toEqual(['Retail', 'Healthcare', 'Education'])
    expect(await ids('')).toEqual([cove, alder, beacon])
    expect(await ids('search=ALDER')).toEqual([alder])
    expect(await ids('search=cove.ex')).toEqual([cove])
    expect(await ids('search=3456')).toEqual([beacon])
    for (const typed of ['12-3456789', '123456789', '1234', '12-34', '12 3456789']) {
      expect(await ids(`search=${encodeURIComponent(typed)}`), typed).toEqual([beacon])
    }
    expect(await ids('search=%25')).toEqual([])
    expect(await ids('status=pending')).toEqual([alder])
    expect(await ids('type=Retail')).toEqual([beacon])
    expect(await ids('verification=verified')).toEqual([alder])
    expect(await ids('verification=unverified')).toEqual([cove, beacon])
    const orders = {
      name: [alder, beacon, cove],
      users: [alder, beacon, cove],
      date: [beacon, alder, cove],
    }
    for (const [sort, order] of Object.entries(orders)) {
      expect(await ids(`sort=${sort}&direction=asc`), sort).toEqual(order)
      expect(await ids(`sort=${sort}&direction=desc`), sort).toEqual([...order].reverse())
    }
    expect((await ids('sort=documents&direction=desc'))[0]).toBe(alder)
    expect((await ids('sort=documents&direction=asc'))[2]).toBe(alder)
    for (const sort of ['name', 'users', 'documents', 'date']) {
      for (const direction of ['asc', 'desc']) {
        const query = `sort=${sort}&direction=${direction}`
        const first = await send('GET', `${path}?${query}&limit=2`)
        const rest = await send('GET', `${path}?${query}&limit=2&cursor=${first.nextCursor}`)
        expect(
          [...first.items, ...rest.items].map(({ id }) => id),
          query,
        ).toEqual(await ids(query))
        expect(rest.nextCursor, query).toBeNull()
      }
    }
    expect(await get(cove)).toMatchObject({ userCount: 2, documentsReceived: 0, status: 'inactive' })
  })
})

describe('a business', () => {
  it('is added and edited by the rules of its own page; the later of two conflicting changes is refused', async () => {
    expect((await send('POST', path, { ...blank, name: ' ', email: 'x', taxId: '1' })).fields).toHaveLength(3)
    const made = await create({ name: 'Dune Dental', taxId: '987654321', type: 'Healthcare' })
    expect(made).toMatchObject({ status: 'active', isVerified: false, taxId: '98-7654321', userCount: 0 })
    const { id, version } = made
    const change = { ...blank, version, name: 'Dune Dental Care', email: 'new@dune.example' }
    expect(await send('PUT', `${path}/${id}`, change)).toMatchObject({
      name: 'Dune Dental Care',
      taxId: null,
    })
    const late = await send('PUT', `${path}/${id}`, { ...change, name: 'Late' })
    expect([late.httpStatus, late.title]).toEqual([
      409,
      expect.stringContaining('Someone else just changed this'),
    ])
    for (const standing of [{ status: 'inactive' }, { isVerified: true }]) {
      expect(
        (await send('PATCH', `${path}/${id}`, { version, ...standing })).code,
        JSON.stringify(standing),
      ).toBe('conflict')
    }
    const unknown = `${path}/${crypto.randomUUID()}`
    expect((await send('GET', unknown)).httpStatus).toBe(404)
    expect((await send('GET', `${unknown}/members`)).httpStatus).toBe(404)
    expect((await send('PUT', unknown, change)).httpStatus).toBe(404)
    const acts = (await auditOf(test, id)).map(({ action, actor_id }) => [action, actor_id])
    expect(acts).toEqual([
      ['business.create', adminId],
      ['business.update', adminId],
    ])
  })

  it('that registers is announced to the administrators', async () => {
    const name = 'Elm Street Grocers'
    const account = {
      type: 'business',
      name: 'Dana Ruiz',
      businessName: name,
      email: 'office@elm.example',
      password: 'violet harbor lantern',
    }
    await send('POST', '/api/accounts', account, '')
    const notice = await newestNotice(cookie)
    expect(notice).toMatchObject({
      title: `${name} is waiting to be activated`,
      message: `${name} registered as a business. Review it and activate it.`,
    })
    expect(await get(notice.link.split('/').at(-1))).toMatchObject({ name, status: 'pending', userCount: 1 })
  })

  it('is notified at once when an administrator changes its status', async () => {
    const { id, cookie: manager } = await createTestBusiness(test)
    await set(id, { isVerified: true })
    expect((await newestNotice(manager)).title).toMatch(/ is verified$/)
    test.clock.advance(1000)
    expect(await set(id, { status: 'inactive' })).toMatchObject({ status: 'inactive', isVerified: true })
    expect((await newestNotice(manager)).title).toMatch(/ is inactive$/)
    const { session } = await send('GET', '/api/session', undefined, manager)
    expect(session.person.business.status).toBe('inactive')
    const invite = { email: 'late@example.org' }
    expect((await send('POST', '/api/business/invitations', invite, manager)).httpStatus).toBe(403)
    test.clock.advance(1000)
    await set(id, { status: 'pending' })
    test.clock.advance(1000)
    const { version } = await set(id, { status: 'active' })
    expect(await newestNotice(manager)).toMatchObject({ title: expect.stringMatching(/ is active$/) })
    expect((await set(id, { status: 'active' })).version).toBe(version)
    const rows = (await auditOf(test, id)).filter(({ action }) => action === 'business.update')
    expect(rows.map(({ details }) => details)).toEqual([
      { verified: true },
      { status: 'inactive' },
      { status: 'pending' },
      { status: 'active' },
    ])
  })

  it('is deleted with its people’s accounts and its shares; the owners are notified', async () => {
    const { id, manager, cookie: managerCookie } = await createTestBusiness(test)
    const viewer = await addMember(test, manager, 'viewer')
    const owner = await createPerson(test)
    const own = await signInAs(test, owner)
    const documentIds = [await createDocument(test, own), await createDocument(test, own)]
    await send('POST', '/api/shares', { documentIds, businessIds: [id] }, own)
    const live = await new LiveSocket(liveUrl, socketHeaders(managerCookie)).opened()
    const { name } = await get(id)
    expect((await send('DELETE', `${path}/${id}`, { name: 'Another' })).httpStatus).toBe(409)
    expect((await send('DELETE', `${path}/${id}`, { name })).httpStatus).toBe(204)
    expect((await live.closed).code).toBe(closeCodes.sessionEnded)
    expect((await send('GET', '/api/profile', undefined, managerCookie)).httpStatus).toBe(401)
    expect((await get(id)).httpStatus).toBe(404)
    expect((await send('GET', '/api/shares', undefined, own)).items).toEqual([])
    expect(await newestNotice(own)).toMatchObject({
      title: `${name} no longer uses Exempta`,
      message: expect.stringMatching(
        /^You shared form \d+\.pdf and form \d+\.pdf with .+\. It can no longer open them\.$/,
      ),
    })
    expect((await send('GET', '/api/documents', undefined, own)).items).toHaveLength(2)
    const revoked = (await auditOf(test, documentIds[0] ?? '')).at(-1)
    expect(revoked).toMatchObject({ action: 'share.revoke', actor_id: adminId })
    await expect
      .poll(
        async () =>
          (
            await test.database.executeAsOwner('select id from users where id in ($1, $2)', [
              manager.id,
              viewer.id,
            ])
          ).rows,
        { timeout: 20_000 },
      )
      .toEqual([])
  })
})

describe('its members', () => {
  it('are added with an account that an emailed link opens', async () => {
    const { id, manager } = await createTestBusiness(test)
    const url = `${path}/${id}/members`
    expect((await send('POST', url, { name: '', email: 'x' })).fields).toHaveLength(2)
    const ivy = { name: 'Ivy Moss', email: 'ivy@business.example' }
    expect(await send('POST', url, ivy)).toMatchObject({
      role: 'viewer',
      status: 'active',
      lastActiveAt: null,
    })
    const [message] = await readEmails(test, ivy.email)
    if (!message) throw new Error('There was no mail')
    expect(message.subject).toBe(`You’ve been added to ${manager.name} on Exempta`)
    expect(message.text).toMatch(/This link works once and expires \w{3} \d+, 2026, \d+:\d\d [AP]M UTC\./)
    const password = 'plum harbor lamp'
    await send('POST', '/api/password-resets/complete', { token: tokenIn(message), password }, '')
    const own = await signInAs(test, { ...ivy, id: '', password, role: 'business' })
    expect((await send('GET', '/api/business/members', undefined, own)).items).toHaveLength(2)
    expect((await members(id)).map(({ email }) => email).sort()).toEqual([manager.email, ivy.email].sort())
    expect(await send('POST', url, ivy)).toMatchObject({
      httpStatus: 409,
      title: 'This person is already a member of this business.',
    })
    const rival = await createTestBusiness(test)
    const user = await createPerson(test)
    const others = { 'a manager elsewhere': rival.manager, 'a user': user }
    for (const [who, { email }] of Object.entries(others)) {
      expect(await send('POST', url, { name: 'Other', email }), who).toMatchObject({
        httpStatus: 409,
        title: texts.invitation.refused,
      })
    }
    const free = await createAccount(test, 'business')
    await confirmAddress(test, free)
    expect(
      await send('POST', url, { ...free, id: undefined, password: undefined, role: 'manager' }),
    ).toMatchObject({
      userId: free.id,
      role: 'manager',
    })
    const added = (await auditOf(test, free.id)).find(({ action }) => action === 'member.create')
    expect(added).toMatchObject({ actor_id: adminId, details: { business: id, role: 'manager' } })
  })

  it('get another role or status with one click; a pending one is outside, the last manager stays', async () => {
    const { id, manager } = await createTestBusiness(test)
    const viewer = await addMember(test, manager, 'viewer')
    const own = await signInAs(test, viewer)
    const change = async (email: string, wanted: object) => {
      const member = (await members(id)).find((one) => one.email === email)
      return send('PATCH', `${path}/${id}/members/${member?.id}`, { version: member?.version, ...wanted })
    }
    for (const wanted of [{ role: 'viewer' }, { status: 'pending' }]) {
      expect((await change(manager.email, wanted)).code, JSON.stringify(wanted)).toBe('last-of-its-kind')
    }
    const live = await new LiveSocket(liveUrl, socketHeaders(own)).opened()
    expect(await change(viewer.email, { status: 'pending' })).toMatchObject({ status: 'pending' })
    expect((await live.closed).code).toBe(closeCodes.rightsChanged)
    expect((await send('GET', '/api/received', undefined, own)).httpStatus).toBe(403)
    expect((await newestNotice(own)).title).toMatch(/^Your access to .+ is paused$/)
    expect(await change(viewer.email, { version: 1, role: 'manager' })).toMatchObject({ code: 'conflict' })
    expect(await change(viewer.email, { status: 'active' })).toMatchObject({ status: 'active' })
    expect(await change(viewer.email, { role: 'manager' })).toMatchObject({ role: 'manager' })
    expect((await send('GET', '/api/business/invitations', undefined, own)).httpStatus).toBe(200)
    expect(await change(manager.email, { status: 'pending' })).toMatchObject({ status: 'pending' })
    const other = await createTestBusiness(test)
    const [member] = await members(id)
    const foreign = `${path}/${other.id}/members/${member?.id}`
    expect((await send('PATCH', foreign, { version: 1, role: 'viewer' })).httpStatus).toBe(404)
    const rows = (await auditOf(test, viewer.id)).filter(({ action }) => action === 'member.update')
    expect(rows.map(({ details }) => details)).toEqual([
      { business: id, status: 'pending' },
      { business: id, status: 'active' },
      { business: id, role: 'manager' },
    ])
  })
})
