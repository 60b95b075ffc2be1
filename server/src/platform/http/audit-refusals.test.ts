import { randomUUID } from 'node:crypto'
import type { AuditLogEntry } from '@exempta/contract/admin/audit'
import { dayMs, minuteMs } from '@exempta/contract/durations'
import { routes } from '@exempta/contract/routes'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKey, type TestKey } from '../../../test/api-keys.ts'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { addMember, createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { createTestBusiness, type TestBusiness } from '../../../test/sharing.ts'
import { sealAudit } from '../audit/chain.ts'
import { clearOrigins, eraseAuditData } from '../audit/jobs.ts'
import { type Refusal, RefusalLog } from '../audit/refusal-log.ts'
import { verifyAnchored } from '../audit/verify-audit.ts'
import { type Actor, anonymousActor } from '../db/actor.ts'

let test: TestApp
let admin: string
let person: TestPerson
let cookie: string
let business: TestBusiness
let viewer: string
let key: TestKey
let revoked: TestKey
beforeAll(async () => {
  test = await startTestApp({ trustedProxies: ['127.0.0.1'] })
  admin = await signInAs(test, await createPerson(test, 'admin'))
  person = await createPerson(test)
  cookie = await signInAs(test, person)
  business = await createTestBusiness(test)
  viewer = await signInAs(test, await addMember(test, business.manager, 'viewer'))
  key = await makeKey(test, business, { scopes: ['read'] })
  revoked = await makeKey(test, business)
  await test.call({
    method: 'DELETE',
    url: `/api/business/api-keys/${revoked.id}`,
    headers: { cookie: business.cookie },
  })
})
afterAll(() => test.close())

interface Row {
  id: string
  action: string
  actor_kind: string
  actor_id: string | null
  target_id: string | null
  result: string
  details: { code: string; count: number }
  ip: string | null
}

/** Refusals written since the last look. */
const seen = new Set<string>()
async function newRows(): Promise<Row[]> {
  await test.app.refusals.settled()
  const { rows } = await test.database.executeAsOwner(
    `select e.id, action, actor_kind, actor_id, target_id, result, details, host(ip) as ip from audit_entries e
     left join audit_origins o on o.entry_id = e.id
     where action in ('access.attempt', 'api-key.use', 'session.confirm') order by e.at`,
  )
  const fresh = (rows as unknown as Row[]).filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  return fresh
}
// Nothing of one test is counted in the next.
beforeEach(async () => {
  test.clock.advance(1000)
  await test.app.refusals.close()
  await newRows()
})

const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const changePassword = (): InjectOptions => ({
  method: 'PUT',
  url: '/api/profile/password',
  headers: { cookie },
  payload: { currentPassword: 'not my password', newPassword: 'another horse battery' },
})
const listUsers = (headers: Record<string, string> = { cookie }): InjectOptions => ({
  method: 'GET',
  url: '/api/admin/users',
  headers,
})

describe('a refused call leaves a row', () => {
  it.each<[string, () => InjectOptions, () => Partial<Row>]>([
    [
      'an administrator route by someone else',
      () => listUsers(),
      () => ({
        action: 'access.attempt',
        actor_kind: 'person',
        actor_id: person.id,
        target_id: 'GET:/api/admin/users',
        details: { code: 'not-allowed', count: 1 },
        ip: '198.51.100.7',
      }),
    ],
    [
      'what a role of a business may not do',
      () => ({
        method: 'PUT',
        url: '/api/business/ip-list',
        headers: { cookie: viewer },
        payload: { ranges: [] },
      }),
      () => ({ action: 'access.attempt', details: { code: 'not-allowed', count: 1 } }),
    ],
    [
      'a wrong password to confirm',
      changePassword,
      () => ({
        action: 'session.confirm',
        actor_id: person.id,
        target_id: 'PUT:/api/profile/password',
        details: { code: 'wrong-password', count: 1 },
      }),
    ],
    [
      'a call without an API key',
      () => ({ method: 'GET', url: '/api/v1/documents' }),
      () => ({
        action: 'api-key.use',
        actor_kind: 'anonymous',
        target_id: 'GET:/api/v1/documents',
        details: { code: 'key-invalid', count: 1 },
      }),
    ],
    [
      'an API key that nobody made',
      () => ({ method: 'GET', url: '/api/v1/team', headers: bearer(`exk_${'x'.repeat(43)}`) }),
      () => ({ action: 'api-key.use', actor_kind: 'anonymous', details: { code: 'key-invalid', count: 1 } }),
    ],
    [
      'a revoked API key',
      () => ({ method: 'GET', url: '/api/v1/documents', headers: bearer(revoked.key) }),
      () => ({
        action: 'api-key.use',
        actor_kind: 'key',
        actor_id: revoked.id,
        details: { code: 'key-revoked', count: 1, business: business.id } as Row['details'],
      }),
    ],
    [
      'an API key without the scope',
      () => ({
        method: 'POST',
        url: `/api/v1/documents/${randomUUID()}/verify`,
        headers: bearer(key.key),
      }),
      () => ({
        action: 'api-key.use',
        actor_id: key.id,
        details: { code: 'scope-missing', count: 1, business: business.id } as Row['details'],
      }),
    ],
    [
      'a page of another site',
      () => ({ method: 'POST', url: '/api/chat/open', headers: { origin: 'https://elsewhere.example' } }),
      () => ({
        action: 'access.attempt',
        actor_kind: 'anonymous',
        details: { code: 'foreign-origin', count: 1 },
      }),
    ],
  ])('%s', async (_name, request, expected) => {
    const options = request()
    const headers = { origin: testOrigin, 'x-forwarded-for': '198.51.100.7', ...options.headers }
    await test.app.inject({ ...options, headers })
    const rows = await newRows()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ result: 'refused', ...expected() })
  })

  it('an area from a network that its list does not hold, in the name of the person', async () => {
    const list = (ranges: string[]) =>
      test.call({
        method: 'PUT',
        url: '/api/business/ip-list',
        headers: { cookie: business.cookie, 'x-forwarded-for': '198.51.100.9' },
        payload: { ranges },
      })
    expect((await list(['198.51.100.9'])).statusCode).toBe(200)
    await test.call({
      method: 'GET',
      url: '/api/business/profile',
      headers: { cookie: business.cookie, 'x-forwarded-for': '203.0.113.5' },
    })
    expect((await list([])).statusCode).toBe(200)
    expect(await newRows()).toMatchObject([
      { actor_id: business.manager.id, details: { code: 'address-not-allowed' }, ip: '203.0.113.5' },
    ])
  })

  it.each<[string, InjectOptions]>([
    ['without a session', { method: 'GET', url: '/api/documents' }],
    ['for something that is not there', { method: 'GET', url: '/api/nothing' }],
    ['with a bad input', { method: 'POST', url: '/api/session', payload: {} }],
  ])('but not one %s', async (_name, options) => {
    expect((await test.call(options)).statusCode).toBeGreaterThanOrEqual(400)
    expect(await newRows()).toEqual([])
  })

  it('but no second one beside that of a refused login', async () => {
    const closed = await createPerson(test)
    await test.database.executeAsOwner(`update users set status = 'inactive' where id = $1`, [closed.id])
    const { email, password } = closed
    const answer = await test.call({ method: 'POST', url: '/api/session', payload: { email, password } })
    expect(answer.statusCode).toBe(403)
    expect(await newRows()).toEqual([])
  })

  it('which administrators read in the log', async () => {
    await test.call(listUsers())
    await newRows()
    const answer = await test.call({
      method: 'GET',
      url: '/api/admin/audit-log?action=access.attempt&targetKind=route&result=refused&limit=1',
      headers: { cookie: admin },
    })
    const { items } = answer.json<{ items: AuditLogEntry[] }>()
    expect(items).toMatchObject([
      {
        actor: { id: person.id, email: person.email },
        target: { kind: 'route', id: 'GET:/api/admin/users' },
        details: { code: 'not-allowed', count: 1 },
      },
    ])
  })

  it('with a route name that fits the column, for every route', () => {
    const tooLong = routes
      .map(({ method, path }) => `${method}:${path}`)
      .filter((name) => !/^[A-Za-z][A-Za-z0-9._:/-]{0,63}$/.test(name))
    expect(tooLong).toEqual([])
  })
})

describe('many refused calls', () => {
  const counts = (rows: Row[]) => rows.map(({ details }) => details.count)

  it('of the same kind leave one row at once, and then one a minute', async () => {
    const refused = async (times: number) => {
      for (let at = 0; at < times; at++) await test.call(listUsers())
    }
    await refused(20)
    expect(counts(await newRows())).toEqual([1])
    for (const times of [30, 5]) {
      await refused(times)
      test.clock.advance(minuteMs)
      await test.app.refusals.writeDue()
    }
    expect(counts(await newRows())).toEqual([49, 5])
    test.clock.advance(minuteMs)
    await test.app.refusals.writeDue()
    await refused(1)
    expect(counts(await newRows())).toEqual([1])
  })

  const refusal = (actor: Actor, ip: string, route: string): Refusal => ({
    call: { actor, origin: { ip, userAgent: null, requestId: null } },
    action: 'access.attempt',
    route,
    code: 'not-allowed',
  })
  const sum = (rows: Row[]) => counts(rows).reduce((total, count) => total + count, 0)

  it.each<[string, (at: number) => Refusal, number]>([
    ['at many routes', (at) => refusal(anonymousActor, '198.51.100.1', `GET:/api/route-${at}`), 11],
    ['from many networks', (at) => refusal(anonymousActor, `10.${at >> 8}.${at & 255}.1`, 'GET:/api/x'), 101],
    [
      'of one account from many networks',
      (at) => refusal({ kind: 'person', id: person.id, role: 'user' }, `10.0.${at & 255}.1`, 'GET:/api/x'),
      11,
    ],
  ])('%s leave few rows a minute, which count all of them', async (_name, refusalAt, rowsMax) => {
    const log = new RefusalLog(test.services)
    for (let at = 0; at < 2000; at++) log.note(refusalAt(at))
    await log.settled()
    const first = await newRows()
    expect(first.length).toBeLessThanOrEqual(rowsMax)
    await log.close()
    const rest = await newRows()
    expect(rest.length).toBeLessThanOrEqual(rowsMax)
    expect(sum(first) + sum(rest)).toBe(2000)
  })

  it('are written when the program stops before the minute is over', async () => {
    const log = new RefusalLog(test.services)
    for (let at = 0; at < 3; at++) log.note(refusal(anonymousActor, '198.51.100.2', 'GET:/api/y'))
    await log.close()
    expect(counts(await newRows()).toSorted()).toEqual([1, 2])
  })

  it('are lost, and the log says so, while the database is away; nothing else is', async () => {
    const database = {
      ...test.services.database,
      transact: () => Promise.reject(new Error('away')),
    } as unknown as typeof test.services.database
    const log = new RefusalLog({ ...test.services, database })
    log.note(refusal(anonymousActor, '198.51.100.3', 'GET:/api/z'))
    await log.settled()
    expect(test.logged()).toContain('refused calls without an audit row')
  })
})

describe('the address of a refused call', () => {
  const addressesOf = async (id: string) => (await newRows()).filter(({ actor_id }) => actor_id === id)

  it('goes with the account, also when it was still being counted, and after its time; the chain holds', async () => {
    const deletedPerson = await createPerson(test)
    const own = await signInAs(test, deletedPerson)
    test.clock.advance(1000)
    for (let at = 0; at < 3; at++)
      await test.call(listUsers({ cookie: own, 'x-forwarded-for': '192.0.2.44' }))
    expect(await addressesOf(deletedPerson.id)).toMatchObject([{ ip: '192.0.2.44', details: { count: 1 } }])
    const activity = await test.call({
      method: 'GET',
      url: '/api/profile/activity',
      headers: { cookie: own },
    })
    expect(activity.json().items[0]).toMatchObject({ action: 'access.attempt', result: 'refused' })

    await test.database.executeAsOwner(`update users set status = 'inactive' where id = $1`, [
      deletedPerson.id,
    ])
    await eraseAuditData(test.services, deletedPerson.id)
    test.clock.advance(minuteMs)
    await test.app.refusals.writeDue()
    expect(await addressesOf(deletedPerson.id)).toMatchObject([{ ip: null, details: { count: 2 } }])
    const kept = () =>
      test.database.executeAsOwner(`select from audit_origins where host(ip) in ('192.0.2.44', '192.0.2.45')`)
    expect((await kept()).rows).toHaveLength(0)

    await test.call({ ...changePassword(), headers: { cookie, 'x-forwarded-for': '192.0.2.45' } })
    await newRows()
    expect((await kept()).rows).toHaveLength(1)
    test.clock.advance(366 * dayMs)
    await clearOrigins(test.services)
    expect((await kept()).rows).toHaveLength(0)
    await sealAudit(test.services)
    expect(await verifyAnchored(test.services)).toMatchObject({ unsealed: 0, firstBad: undefined })
  })
})
