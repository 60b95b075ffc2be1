import { randomUUID } from 'node:crypto'
import { accountLimits } from '@exempta/contract/accounts/limits'
import { closeCodes, livePath, type Stream } from '@exempta/contract/events'
import { liveLimits } from '@exempta/contract/live-limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { connectPerson, LiveSocket, listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { addMember, createPerson, signInAs } from '../../../test/people.ts'
import { systemActor } from '../db/actor.ts'
import { endSessions, refreshConnections } from './dismiss-connections.ts'
import type { StreamGrants } from './visitor.ts'

const openChat = randomUUID()
const grants: StreamGrants = {
  guestOf: async () => 'guest',
  mayFollow: async ({ actor, cookies }, kind, id) =>
    kind === 'chat' && id === openChat && (actor.kind === 'person' || cookies.guest === 'known'),
}

let test: TestApp
let url: string
beforeAll(async () => {
  test = await startTestApp({ live: { lookMs: 20, socketsPerPerson: 3 } })
  url = await listenForSockets(test)
})
afterAll(() => test.close())

/** The HTTP status of a refused upgrade, after the server closed the connection. */
async function upgradeStatus(address: string, headers: Record<string, string>): Promise<number> {
  const live = new LiveSocket(address, headers)
  const status = await new Promise<number>((resolve) => {
    live.socket.once('upgrade', () => resolve(101))
    live.socket.once('unexpected-response', (_request, response) => {
      const { statusCode = 0, socket } = response.resume()
      if (statusCode < 400) resolve(statusCode)
      else socket.once('close', () => resolve(statusCode))
    })
  })
  live.socket.terminate()
  return status
}

describe('opening a socket', () => {
  it('takes a session', async () => {
    expect(await upgradeStatus(url, { origin: testOrigin })).toBe(401)
    expect(await upgradeStatus(url, socketHeaders(`exempta_session=${'a'.repeat(43)}`))).toBe(401)
  })

  it('takes a page of ours', async () => {
    const cookie = await signInAs(test, await createPerson(test))
    expect(await upgradeStatus(url, { cookie })).toBe(403)
    for (const origin of ['https://evil.example', 'null', `${testOrigin}.evil.example`]) {
      expect(await upgradeStatus(url, { cookie, origin }), origin).toBe(403)
    }
    expect(await upgradeStatus(url, { cookie, origin: testOrigin })).toBe(101)
  })

  it('is possible at its own address only', async () => {
    const cookie = await signInAs(test, await createPerson(test))
    const elsewhere = url.replace(livePath, '/api/session?email=rosa@example.org')
    expect(await upgradeStatus(elsewhere, socketHeaders(cookie))).toBe(200)
    expect(test.logged()).not.toContain('rosa@example.org')
  })

  it('is not a page to fetch', async () => {
    const cookie = await signInAs(test, await createPerson(test))
    const answer = await test.call({ method: 'GET', url: livePath, headers: { cookie } })
    expect(answer.statusCode).toBe(404)
  })

  it('is refused beyond the number one person may have', async () => {
    const { cookie } = await connectPerson(test, url)
    for (let n = 0; n < 2; n++) await new LiveSocket(url, socketHeaders(cookie)).opened()
    const tooMany = new LiveSocket(url, socketHeaders(cookie))
    expect(await tooMany.closed).toMatchObject({ code: closeCodes.tooManySockets })
  })
})

describe('a stream', () => {
  it('is open to those it is for, and the answer to others does not say whether it exists', async () => {
    const { person, live } = await connectPerson(test, url, 'business')
    const other = await createPerson(test)
    const expected: [Stream, 'following' | 'refused'][] = [
      [`person:${person.id}`, 'following'],
      ['role:business', 'following'],
      ['everybody', 'following'],
      [`person:${other.id}`, 'refused'],
      [`person:${randomUUID()}`, 'refused'],
      ['role:admin', 'refused'],
      ['role:user', 'refused'],
      [`business:${randomUUID()}`, 'refused'],
      [`chat:${openChat}`, 'refused'],
      [`document:${randomUUID()}`, 'refused'],
    ]
    for (const [stream, type] of expected) {
      expect((await live.follow(stream)).type, stream).toBe(type)
    }
  })

  it('beyond the number one socket may follow is refused', async () => {
    const many = await startTestApp({
      live: { grants: { guestOf: async () => undefined, mayFollow: async () => true } },
    })
    const { live } = await connectPerson(many, await listenForSockets(many))
    const streams = Array.from({ length: liveLimits.realtimeStreamsPerSocket }, () => ({
      stream: `chat:${randomUUID()}` as const,
      after: null,
    }))
    live.send({ type: 'follow', streams })
    expect(await live.follow('everybody')).toMatchObject({ type: 'refused' })
    await many.close()
  })
})

describe('a stream that a feature grants', () => {
  let granting: TestApp
  let address: string
  beforeAll(async () => {
    granting = await startTestApp({ live: { grants } })
    address = await listenForSockets(granting)
  })
  afterAll(() => granting.close())

  it('is open to a guest the feature knows, who gets nothing else', async () => {
    const guest = await new LiveSocket(address, { origin: testOrigin, cookie: 'guest=known' }).opened()
    expect(await guest.follow(`chat:${openChat}`)).toMatchObject({ type: 'following' })
    for (const stream of [`chat:${randomUUID()}`, 'everybody', 'role:user'] as Stream[]) {
      expect(await guest.follow(stream), stream).toMatchObject({ type: 'refused' })
    }
    const stranger = await new LiveSocket(address, { origin: testOrigin }).opened()
    expect(await stranger.follow(`chat:${openChat}`)).toMatchObject({ type: 'refused' })
  })

  it('carries signals between its followers, with their true sender, and stores nothing', async () => {
    const one = await connectPerson(granting, address)
    const other = await connectPerson(granting, address)
    const stream: Stream = `chat:${openChat}`
    await one.live.follow(stream)
    await other.live.follow(stream)
    one.live.send({ type: 'signal', stream, name: 'typing', payload: { isTyping: true, from: 'me' } })
    expect(await other.live.until((message) => message.type === 'signal')).toEqual({
      type: 'signal',
      stream,
      from: one.person.id,
      name: 'typing',
      payload: { isTyping: true },
    })
    const { rows } = await granting.services.database.executeAsOwner('select from live_events')
    expect(rows).toEqual([])
  })

  it('tells colleagues which document a person reviews, and no other business', async () => {
    const one = await connectPerson(granting, address, 'business')
    const colleague = await addMember(granting, one.person, 'viewer')
    const live = await new LiveSocket(address, socketHeaders(await signInAs(granting, colleague))).opened()
    const stranger = await connectPerson(granting, address, 'business')
    const { rows } = await granting.database.executeAsOwner(
      'select business_id from business_users where user_id = $1',
      [one.person.id],
    )
    const stream: Stream = `business:${(rows[0] as { business_id: string }).business_id}`
    await one.live.follow(stream)
    await live.follow(stream)
    const shareId = randomUUID()
    one.live.send({ type: 'signal', stream, name: 'reviewing', payload: { shareId } })
    expect(await live.until((message) => message.type === 'signal')).toMatchObject({
      from: one.person.id,
      name: 'reviewing',
      payload: { shareId },
    })
    stranger.live.send({ type: 'signal', stream, name: 'reviewing', payload: { shareId } })
    await stranger.live.until((message) => message.type === 'refused')
    one.live.send({ type: 'signal', stream, name: 'typing', payload: { isTyping: true } })
    await one.live.until((message) => message.type === 'refused')
  })

  it('takes no signal from outside, nor where people do not talk', async () => {
    const { live } = await connectPerson(granting, address)
    const streams: Stream[] = [`chat:${openChat}`, 'everybody']
    await live.follow('everybody')
    for (const stream of streams) {
      live.send({ type: 'signal', stream, name: 'typing', payload: { isTyping: true } })
      await live.until((message) => message.type === 'refused' && message.stream === stream)
    }
  })
})

describe('the end of a session', () => {
  it('by signing out closes its sockets and no other', async () => {
    const { person, cookie, live } = await connectPerson(test, url)
    const elsewhere = await new LiveSocket(url, socketHeaders(await signInAs(test, person))).opened()
    await live.follow('everybody')
    await elsewhere.follow('everybody')
    await test.call({ method: 'DELETE', url: '/api/session', headers: { cookie } })
    expect(await live.closed).toEqual({ code: closeCodes.sessionEnded, reason: 'signed-out' })
    expect(await elsewhere.follow(`person:${person.id}`)).toMatchObject({ type: 'following' })
  })

  it('by signing in anew closes the sockets of the session before', async () => {
    const { person, cookie, live } = await connectPerson(test, url)
    await live.follow('everybody')
    const payload = { email: person.email, password: person.password }
    await test.call({ method: 'POST', url: '/api/session', headers: { cookie }, payload })
    expect(await live.closed).toMatchObject({ code: closeCodes.sessionEnded })
  })

  it('by revocation closes all of a person, or all but one', async () => {
    const { person, live } = await connectPerson(test, url)
    const elsewhere = await new LiveSocket(url, socketHeaders(await signInAs(test, person))).opened()
    await live.follow('everybody')
    await elsewhere.follow('everybody')
    const { database } = test.services
    const kept = await database.transact(systemActor, (tx) =>
      tx.selectFrom('sessions').select('id').where('user_id', '=', person.id).orderBy('created_at').execute(),
    )
    expect(kept).toHaveLength(2)
    const close = { code: closeCodes.sessionEnded, reason: 'revoked' }
    const ends = [live.closed.then(() => 0), elsewhere.closed.then(() => 1)]
    await database.transact(systemActor, async (tx) =>
      endSessions(tx, { personId: person.id, exceptSessionId: kept[0]?.id }, 'revoked'),
    )
    const gone = await Promise.race(ends)
    const [first, second] = gone === 0 ? [live, elsewhere] : [elsewhere, live]
    expect(await first.closed).toEqual(close)
    expect(await second.follow(`person:${person.id}`)).toMatchObject({ type: 'following' })
    await database.transact(systemActor, async (tx) => endSessions(tx, { personId: person.id }, 'revoked'))
    expect(await second.closed).toEqual(close)
  })

  it('by expiry closes its sockets at the time', async () => {
    const own = await startTestApp({ live: { lookMs: 10 } })
    const { person, live } = await connectPerson(own, await listenForSockets(own))
    await live.follow('everybody')
    own.clock.advance(accountLimits.sessionIdleMs - 1)
    expect(await live.follow(`person:${person.id}`)).toMatchObject({ type: 'following' })
    own.clock.advance(1)
    expect(await live.closed).toEqual({ code: closeCodes.sessionEnded, reason: 'expired' })
    await own.close()
  })

  it('does not come while the session is renewed', async () => {
    const own = await startTestApp({ live: { lookMs: 10 } })
    const address = await listenForSockets(own)
    const renewed = await connectPerson(own, address)
    const idle = await connectPerson(own, address)
    await renewed.live.follow('everybody')
    await idle.live.follow('everybody')
    own.clock.advance(accountLimits.sessionIdleMs - 1)
    await own.services.database.transact(systemActor, (tx) =>
      tx
        .updateTable('sessions')
        .set({ last_seen_at: own.clock.now() })
        .where('user_id', '=', renewed.person.id)
        .execute(),
    )
    own.clock.advance(1)
    await idle.live.closed
    expect(await renewed.live.follow(`person:${renewed.person.id}`)).toMatchObject({ type: 'following' })
    await own.close()
  })

  it('during the opening is not missed', async () => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    const live = new LiveSocket(url, socketHeaders(cookie))
    live.socket.once('upgrade', () => {
      void test.services.database.transact(systemActor, async (tx) => {
        await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute()
        endSessions(tx, { personId: person.id }, 'revoked')
      })
    })
    const { code } = await live.closed
    expect([closeCodes.sessionEnded, closeCodes.rightsChanged]).toContain(code)
  })
})

describe('a change of rights', () => {
  it('makes the tabs of that person connect again', async () => {
    const { person, cookie, live } = await connectPerson(test, url)
    await live.follow('everybody')
    await test.services.database.transact(systemActor, async (tx) => {
      await tx.updateTable('users').set({ role: 'admin' }).where('id', '=', person.id).execute()
      refreshConnections(tx, person.id)
    })
    expect(await live.closed).toMatchObject({ code: closeCodes.rightsChanged })
    const again = await new LiveSocket(url, socketHeaders(cookie)).opened()
    expect(await again.follow('role:admin')).toMatchObject({ type: 'following' })
  })
})
