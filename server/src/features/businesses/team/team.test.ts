import type { TeamMember } from '@exempta/contract/businesses/team'
import { closeCodes } from '@exempta/contract/events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../../test/live-socket.ts'
import { readEmails } from '../../../../test/mailbox.ts'
import { addMember, createAccount, createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'

let test: TestApp
let manager: TestPerson
let viewer: TestPerson
let cookie: string
let liveUrl: string
beforeAll(async () => {
  test = await startTestApp()
  liveUrl = await listenForSockets(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  manager = await createPerson(test, 'business')
  test.clock.advance(1000)
  viewer = await addMember(test, manager, 'viewer')
  cookie = await signInAs(test, manager)
})

const path = '/api/business/members'
const get = (url: string, as = cookie) => test.call({ method: 'GET', url, headers: { cookie: as } })
const list = async (as = cookie): Promise<TeamMember[]> => (await get(path, as)).json().items
const idOf = async ({ email }: TestPerson): Promise<string> =>
  (await list()).find((member) => member.email === email)?.id ?? ''
const setRole = (id: string, role: string, as = cookie) =>
  test.call({ method: 'PATCH', url: `${path}/${id}`, payload: { role }, headers: { cookie: as } })
const remove = (id: string, as = cookie) =>
  test.call({ method: 'DELETE', url: `${path}/${id}`, headers: { cookie: as } })
const openLive = (as: string) => new LiveSocket(liveUrl, socketHeaders(as)).opened()
const outcome = async (answer: ReturnType<typeof setRole>) => {
  const { statusCode, body } = await answer
  return [statusCode, body && JSON.parse(body).code]
}

describe('the team', () => {
  it('is shown to every member, last added first, with their last visit', async () => {
    const signedInAt = test.clock.now().toISOString()
    const self = { name: manager.name, email: manager.email, role: 'manager', status: 'active', isSelf: true }
    const other = { name: viewer.name, role: 'viewer', lastActiveAt: null, isSelf: false }
    expect(await list()).toMatchObject([other, { ...self, lastActiveAt: signedInAt }])
    expect((await list())[0]?.addedAt).toBe(signedInAt)

    test.clock.advance(60_000)
    const own = await signInAs(test, viewer)
    test.clock.advance(60_000)
    await test.call({ method: 'POST', url: '/api/session/renew', headers: { cookie: own } })
    const renewedAt = test.clock.now().toISOString()
    expect(await list(own)).toMatchObject([{ isSelf: true, lastActiveAt: renewedAt }, { isSelf: false }])
    await test.call({ method: 'DELETE', url: '/api/session', headers: { cookie: own } })
    expect((await list())[0]?.lastActiveAt).toBe(renewedAt)

    const { nextCursor } = (await get(`${path}?limit=1`)).json()
    const rest = (await get(`${path}?limit=1&cursor=${nextCursor}`)).json()
    expect([rest.items[0].email, rest.nextCursor]).toEqual([manager.email, null])
  })

  it('is hidden from everyone else', async () => {
    const id = await idOf(viewer)
    const pending = await signInAs(test, await addMember(test, manager, 'manager', 'pending'))
    const homeless = await signInAs(test, await createAccount(test, 'business'))
    const user = await signInAs(test, await createPerson(test))
    const admin = await signInAs(test, await createPerson(test, 'admin'))
    const outsiders = { pending, homeless, user, admin }
    for (const [who, as] of Object.entries(outsiders)) expect((await get(path, as)).statusCode, who).toBe(403)
    const before = await list()
    for (const [who, as] of Object.entries({ viewer: await signInAs(test, viewer), ...outsiders })) {
      expect(await outcome(setRole(id, 'manager', as)), who).toEqual([403, 'not-allowed'])
      expect(await outcome(remove(id, as)), who).toEqual([403, 'not-allowed'])
    }
    const rival = await signInAs(test, await createPerson(test, 'business'))
    expect(await list(rival)).toHaveLength(1)
    expect(await outcome(setRole(id, 'manager', rival))).toEqual([404, 'not-found'])
    expect(await outcome(remove(id, rival))).toEqual([404, 'not-found'])
    expect((await test.call({ method: 'GET', url: path })).statusCode).toBe(401)
    expect((await setRole(id, 'admin')).statusCode).toBe(422)
    const roles = (members: TeamMember[]) => members.map((member) => [member.id, member.role])
    expect(roles(await list())).toEqual(roles(before))
  })
})

describe('a role', () => {
  it('is changed at once, announced to the person, and applies from the next request', async () => {
    const id = await idOf(viewer)
    const own = await signInAs(test, viewer)
    const live = await openLive(own)
    expect((await setRole(id, 'viewer')).json().role).toBe('viewer')
    const answer = await setRole(id, 'manager')
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { id, role: 'manager', isSelf: false }])
    expect((await live.closed).code).toBe(closeCodes.rightsChanged)
    expect((await get('/api/business/invitations', own)).statusCode).toBe(200)
    const [notification] = (await get('/api/notifications', own)).json().items
    expect(notification).toMatchObject({
      title: `Your role at ${manager.name} changed`,
      message: 'You’re now a manager.',
      link: '/business/dashboard',
    })
    const changes = (await auditOf(test, viewer.id)).filter(({ action }) => action === 'member.update')
    expect(changes).toMatchObject([{ actor_id: manager.id, details: { role: 'manager' } }])

    expect((await setRole(id, 'viewer')).statusCode).toBe(200)
    expect((await get('/api/business/invitations', own)).statusCode).toBe(403)
  })

  it('of the last manager stays, even when two managers demote each other', async () => {
    const own = await idOf(manager)
    const refused = await setRole(own, 'viewer')
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'last-of-its-kind',
        title: 'This is the only manager of the business. Make someone else a manager first.',
      },
    ])
    expect(await outcome(remove(own))).toEqual([409, 'last-of-its-kind'])
    // A suspended manager does not count as one.
    const suspended = await addMember(test, manager, 'manager')
    await test.database.executeAsOwner(`update users set status = 'suspended' where id = $1`, [suspended.id])
    expect(await outcome(setRole(own, 'viewer'))).toEqual([409, 'last-of-its-kind'])

    const id = await idOf(viewer)
    await setRole(id, 'manager')
    const other = await signInAs(test, viewer)
    const answers = await Promise.all([setRole(id, 'viewer'), setRole(own, 'viewer', other)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
    const active = (await list()).filter(({ email }) => email !== suspended.email)
    expect(active.filter(({ role }) => role === 'manager')).toHaveLength(1)
  })
})

describe('a removed member', () => {
  it('loses access at once, on every device, and can be invited elsewhere', async () => {
    const id = await idOf(viewer)
    const own = await signInAs(test, viewer)
    const live = await openLive(own)
    expect((await remove(id)).statusCode).toBe(204)
    expect((await live.closed).code).toBe(closeCodes.rightsChanged)
    expect((await get(path, own)).statusCode).toBe(403)
    const { session } = (await get('/api/session', own)).json()
    expect(session.person).toMatchObject({ email: viewer.email, business: null })
    expect(await outcome(remove(id))).toEqual([404, 'not-found'])
    expect(await list()).toHaveLength(1)
    const [message] = await readEmails(test, viewer.email)
    expect(message?.text).toContain(`You were removed from the ${manager.name} team on Exempta.`)
    const removed = (await auditOf(test, viewer.id)).find(({ action }) => action === 'member.remove')
    expect(removed).toMatchObject({ actor_id: manager.id, details: { role: 'viewer' } })

    const again = await signInAs(test, viewer)
    expect((await get(path, again)).statusCode).toBe(403)
    const rival = await signInAs(test, await createPerson(test, 'business'))
    const invited = await test.call({
      method: 'POST',
      url: '/api/business/invitations',
      payload: { email: viewer.email },
      headers: { cookie: rival },
    })
    expect(invited.statusCode).toBe(201)
  })

  it('can be a manager who leaves while another stays', async () => {
    await setRole(await idOf(viewer), 'manager')
    expect((await remove(await idOf(manager))).statusCode).toBe(204)
    expect((await get(path)).statusCode).toBe(403)
    const left = await list(await signInAs(test, viewer))
    expect(left.map(({ email }) => email)).toEqual([viewer.email])
  })

  it('can be one of an inactive business, whose managers still manage its people', async () => {
    await test.database.executeAsOwner(
      `update businesses set status = 'inactive' where id = (select business_id from business_users where user_id = $1)`,
      [manager.id],
    )
    expect((await setRole(await idOf(viewer), 'manager')).statusCode).toBe(200)
    expect((await remove(await idOf(viewer))).statusCode).toBe(204)
    expect(await list()).toHaveLength(1)
  })
})
