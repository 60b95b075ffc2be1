import { randomUUID } from 'node:crypto'
import type { Notification } from '@exempta/contract/notifications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import type { Call } from '../../platform/call.ts'
import { type Actor, systemActor } from '../../platform/db/actor.ts'
import { type Audience, notify } from './index.ts'
import { limits } from './limits.ts'
import { listNotifications } from './notifications.ts'
import { insertRead } from './queries.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const send = (audience: Audience, title = 'Hello', as: Actor = systemActor) =>
  test.services.database.transact(as, (tx) =>
    notify(test.services, tx, { audience, type: 'other', title, message: 'Something happened.' }),
  )
const sendTo = (person: TestPerson, title?: string) => send({ kind: 'person', id: person.id }, title)

interface Panel {
  items: Notification[]
  nextCursor: string | null
  unreadCount: number
}
const open = async (cookie: string, query = '') => {
  const response = await test.call({ method: 'GET', url: `/api/notifications${query}`, headers: { cookie } })
  expect(response.statusCode, `list ${query}`).toBe(200)
  return response.json<Panel>()
}
const post = (cookie: string, path: string) =>
  test.call({ method: 'POST', url: `/api/notifications/${path}`, headers: { cookie } })
const newPerson = async (role: 'user' | 'business' | 'admin' = 'user') => {
  // Makes this account newer than what other tests sent to everyone.
  test.clock.advance(1)
  const person = await createPerson(test, role)
  return { person, cookie: await signInAs(test, person) }
}
const titles = (panel: Panel) => panel.items.map((item) => item.title)

describe('the panel', () => {
  it('is empty at first', async () => {
    const { cookie } = await newPerson()
    expect(await open(cookie)).toEqual({ items: [], nextCursor: null, unreadCount: 0 })
  })

  it('shows what is for the person, for their role and for everyone, newest first', async () => {
    const { person, cookie } = await newPerson('user')
    const other = await createPerson(test)
    const audiences: [string, Audience][] = [
      ['mine', { kind: 'person', id: person.id }],
      ['for users', { kind: 'role', role: 'user' }],
      ['for all', { kind: 'everybody' }],
      ['for another', { kind: 'person', id: other.id }],
      ['for admins', { kind: 'role', role: 'admin' }],
      ['for a business', { kind: 'business', id: randomUUID() }],
    ]
    for (const [title, audience] of audiences) {
      test.clock.advance(1)
      await send(audience, title)
    }
    const panel = await open(cookie)
    expect(titles(panel)).toEqual(['for all', 'for users', 'mine'])
    expect(panel.unreadCount).toBe(3)
    expect(panel.items[0]).toEqual({
      id: expect.any(String),
      type: 'other',
      kind: null,
      about: null,
      documentCount: 1,
      title: 'for all',
      message: 'Something happened.',
      link: null,
      createdAt: new Date(test.clock.now().getTime() - 3).toISOString(),
      readAt: null,
    })
  })

  it('shows members of a business what is for it', async () => {
    const person = await createPerson(test, 'business')
    const businessId = randomUUID()
    await send({ kind: 'business', id: businessId }, 'for the business')
    const listAs = (actor: Actor) => {
      const call: Call = { actor, origin: { ip: null, userAgent: null, requestId: null } }
      return listNotifications(test.services, call, { limit: 5 })
    }
    const actor = { kind: 'person', id: person.id, role: 'business' } as const
    expect((await listAs({ ...actor, businessId })).items.map((item) => item.title)).toContain(
      'for the business',
    )
    expect((await listAs(actor)).items.map((item) => item.title)).not.toContain('for the business')
  })

  it('omits what was sent to groups before the account was created', async () => {
    await send({ kind: 'everybody' }, 'old')
    await send({ kind: 'role', role: 'user' }, 'old')
    const { cookie } = await newPerson()
    await send({ kind: 'everybody' }, 'new')
    expect(titles(await open(cookie))).toEqual(['new'])
  })

  it('returns each row once across pages, also for rows of the same instant', async () => {
    const { person, cookie } = await newPerson()
    for (let i = 0; i < 7; i++) await sendTo(person, `own ${i}`)
    for (let i = 0; i < 4; i++) await send({ kind: 'everybody' }, `all ${i}`)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const panel: Panel = await open(cookie, `?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...panel.items.map((item) => item.id))
      cursor = panel.nextCursor
      expect(panel.unreadCount, `after ${seen.length} items`).toBe(11)
    } while (cursor)
    expect(seen).toHaveLength(11)
    expect(new Set(seen).size).toBe(11)
    expect(titles(await open(cookie))).toHaveLength(11)
  })

  it.each([
    ['a cursor that was never made', 'cursor=abc'],
    ['a cursor of other characters', 'cursor=%22'],
    ['a cursor that is too long', `cursor=${'a'.repeat(400)}`],
    ['no rows', 'limit=0'],
    ['too many rows', 'limit=101'],
    ['a word as limit', 'limit=many'],
  ])('refuses %s with 422', async (_name, query) => {
    const { cookie } = await newPerson()
    const response = await test.call({
      method: 'GET',
      url: `/api/notifications?${query}`,
      headers: { cookie },
    })
    expect(response.statusCode).toBe(422)
    expect(response.json().fields[0].path).toMatch(/cursor|limit/)
  })

  it('needs a login', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/read-all'],
      ['POST', `/${randomUUID()}/read`],
      ['GET', '/preferences'],
      ['PUT', '/preferences'],
    ] as const) {
      const response = await test.call({ method, url: `/api/notifications${path}` })
      expect(response.statusCode, `${method} ${path}`).toBe(401)
    }
  })
})

describe('marking as read', () => {
  it('keeps the first time, for this person only', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const id = await send({ kind: 'everybody' })
    const readAt = test.clock.now().toISOString()
    expect((await post(one.cookie, `${id}/read`)).statusCode).toBe(204)
    test.clock.advance(1000)
    expect((await post(one.cookie, `${id}/read`)).statusCode).toBe(204)
    expect(await open(one.cookie)).toMatchObject({ items: [{ id, readAt }], unreadCount: 0 })
    expect(await open(other.cookie)).toMatchObject({ items: [{ id, readAt: null }], unreadCount: 1 })
  })

  it('gives the same 404 for what is for others, older than the account or unknown', async () => {
    const before = await send({ kind: 'everybody' })
    const [one, other] = [await newPerson(), await newPerson()]
    const theirs = await sendTo(other.person)
    const forAdmins = await send({ kind: 'role', role: 'admin' })
    const hidden = { before, theirs, forAdmins, missing: randomUUID() }
    for (const [name, id] of Object.entries(hidden)) {
      const response = await post(one.cookie, `${id}/read`)
      expect(response.statusCode, name).toBe(404)
      expect(response.json(), name).toMatchObject({ code: 'not-found', title: expect.any(String) })
    }
    expect((await post(one.cookie, 'not-an-id/read')).statusCode).toBe(422)
    expect((await open(other.cookie)).unreadCount).toBe(1)
  })

  it('marks all at once, whatever the audience, and nothing of other people', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    await sendTo(one.person)
    await send({ kind: 'role', role: 'user' })
    await send({ kind: 'everybody' })
    expect((await post(one.cookie, 'read-all')).statusCode).toBe(204)
    const panel = await open(one.cookie)
    expect(panel.unreadCount).toBe(0)
    expect(panel.items.map((item) => item.readAt)).not.toContain(null)
    expect((await open(other.cookie)).unreadCount).toBe(2)
    expect((await post(one.cookie, 'read-all')).statusCode).toBe(204)
  })
})

describe('notifying', () => {
  it('happens when its transaction commits, in the panel and as a live event', async () => {
    const { person, cookie } = await newPerson()
    const eventsOf = async () => {
      const { rows } = await test.services.database.executeAsOwner(
        'select name, payload from live_events where stream = $1 order by seq',
        [`person:${person.id}`],
      )
      return rows
    }
    await expect(
      test.services.database.transact(systemActor, async (tx) => {
        const audience = { kind: 'person', id: person.id } as const
        await notify(test.services, tx, { audience, type: 'users', title: 'x', message: 'y' })
        throw new Error('the act failed')
      }),
    ).rejects.toThrow('the act failed')
    expect([await eventsOf(), (await open(cookie)).items]).toEqual([[], []])

    const id = await sendTo(person)
    await post(cookie, `${id}/read`)
    await post(cookie, `${id}/read`)
    const event = { name: 'changed', payload: { topic: 'notifications', ids: [id] } }
    expect(await eventsOf()).toEqual([event, event])
  })

  it('works on behalf of any actor and shows them nothing of it', async () => {
    const [sender, recipient] = [await newPerson(), await newPerson('business')]
    const as: Actor = { kind: 'person', id: sender.person.id, role: 'user' }
    await send({ kind: 'person', id: recipient.person.id }, 'from a person', as)
    expect(titles(await open(recipient.cookie))).toEqual(['from a person'])
    expect(titles(await open(sender.cookie))).toEqual([])
  })

  it('shortens a text that is too long', async () => {
    const { person, cookie } = await newPerson()
    await sendTo(person, '😀'.repeat(limits.notificationTitleLength + 1))
    const [item] = (await open(cookie)).items
    expect([...(item?.title ?? '')]).toHaveLength(limits.notificationTitleLength)
    expect(item?.title).toMatch(/😀…$/u)
  })
})

describe('preferences', () => {
  const put = (cookie: string, payload: unknown) =>
    test.call({
      method: 'PUT',
      url: '/api/notifications/preferences',
      headers: { cookie },
      payload: payload as object,
    })
  const get = async (cookie: string) =>
    (await test.call({ method: 'GET', url: '/api/notifications/preferences', headers: { cookie } })).json()

  const all = { verified: true, rejected: true, firstView: true, expiring: true }

  it('start with emails about own documents, are stored per person and leave an audit row', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const start = { byMail: { users: false, businesses: false, other: false }, outcomes: all }
    const chosen = {
      byMail: { users: false, businesses: true, other: true },
      outcomes: { verified: false, rejected: true, firstView: false, expiring: true },
    }
    expect(await get(one.cookie)).toEqual(start)
    const response = await put(one.cookie, chosen)
    expect([response.statusCode, response.json()]).toEqual([200, chosen])
    expect([await get(one.cookie), await get(other.cookie)]).toEqual([chosen, start])
    const none = {
      ...start,
      outcomes: { verified: false, rejected: false, firstView: false, expiring: false },
    }
    expect((await put(one.cookie, none)).json()).toEqual(none)
    expect(await auditOf(test, one.person.id)).toContainEqual(
      expect.objectContaining({
        action: 'notification-preferences.update',
        actor_id: one.person.id,
        details: { ...chosen.byMail, ...chosen.outcomes },
      }),
    )
  })

  it.each([
    ['nothing', {}],
    ['a missing choice', { byMail: { users: true }, outcomes: all }],
    ['missing outcomes', { byMail: { users: true, businesses: true, other: true } }],
    [
      'an unknown choice',
      { byMail: { users: true, businesses: true, other: true, all: true }, outcomes: all },
    ],
    ['a text', { byMail: { users: 'yes', businesses: true, other: true }, outcomes: all }],
  ])('refuse %s with 422', async (_name, payload) => {
    const { cookie } = await newPerson()
    expect((await put(cookie, payload)).statusCode).toBe(422)
  })
})

describe('row-level security', () => {
  it('hides other people’s rows and refuses read marks in their name', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const theirs = await sendTo(other.person)
    const mine = await sendTo(one.person)
    const actor = { kind: 'person', id: one.person.id, role: 'user' } as const
    const { database, clock } = test.services
    const ids = await database.transact(actor, (tx) =>
      tx.selectFrom('notifications').select('id').where('id', 'in', [mine, theirs]).execute(),
    )
    expect(ids).toEqual([{ id: mine }])
    const denied = { code: '42501' }
    const readAs = (user: string, id: string) =>
      database.transact(actor, (tx) => insertRead(tx, { ...actor, id: user }, id, clock.now()))
    await expect(readAs(one.person.id, theirs)).rejects.toMatchObject(denied)
    await expect(readAs(other.person.id, mine)).rejects.toMatchObject(denied)
    for (const table of ['notifications', 'notification_reads'] as const) {
      const removal = database.transact(actor, (tx) => tx.deleteFrom(table).execute())
      expect(await removal.catch((error: unknown) => error), table).toMatchObject(denied)
    }
  })

  it('deletes notifications and read marks with their person', async () => {
    const { person, cookie } = await newPerson()
    const id = await sendTo(person)
    await post(cookie, `${id}/read`)
    await test.services.database.transact(systemActor, (tx) =>
      tx.deleteFrom('users').where('id', '=', person.id).execute(),
    )
    const left = await test.services.database.executeAsOwner(
      'select (select count(*) from notifications where id = $1) + (select count(*) from notification_reads where user_id = $2) as count',
      [id, person.id],
    )
    expect(left.rows).toEqual([{ count: 0 }])
  })
})
