import { closeCodes } from '@exempta/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../../test/live-socket.ts'
import { addMember, createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { runScript } from '../../../../test/run-script.ts'
import { enrol } from '../../../../test/two-factor.ts'
import { clearAdminIpList } from './network-lists.ts'

const proxy = '10.9.9.9'
const office = '192.0.2.10'
const elsewhere = '203.0.113.5'
const adminList = '/api/admin/ip-list'
const businessList = '/api/business/ip-list'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ trustedProxies: [proxy] })
})
afterAll(() => test.close())

const from = (
  remoteAddress: string,
  cookie: string,
  url: string,
  ranges?: unknown,
  headers: Record<string, string> = {},
) =>
  test.call({
    method: ranges === undefined ? 'GET' : 'PUT',
    url,
    remoteAddress,
    headers: { cookie, ...headers },
    ...(ranges !== undefined && { payload: { ranges } }),
  })

const signInFrom = (remoteAddress: string, { email, password }: TestPerson) =>
  test.call({ method: 'POST', url: '/api/session', remoteAddress, payload: { email, password } })

describe('the list of the admin area', () => {
  let admin: TestPerson
  let cookie: string
  beforeAll(async () => {
    admin = await createPerson(test, 'admin')
    cookie = await signInAs(test, admin)
  })

  it('is empty at first, and shows the address of the request', async () => {
    expect((await from(office, cookie, adminList)).json()).toEqual({ ranges: [], yourAddress: office })
    const mapped = await from(`::ffff:${office}`, cookie, adminList)
    expect(mapped.json().yourAddress).toBe(office)
  })

  it('is refused when it would lock out the administrator who saves it, and nothing changes', async () => {
    const answer = await from(elsewhere, cookie, adminList, ['192.0.2.0/24'])
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'locks-you-out'])
    expect((await from(elsewhere, cookie, adminList)).json().ranges).toEqual([])
  })

  it('is not changed by an administrator who saw an older version', async () => {
    const payload = { ranges: [], seen: ['198.51.100.0/24'] }
    const late = await test.call({
      method: 'PUT',
      url: adminList,
      remoteAddress: office,
      headers: { cookie },
      payload,
    })
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
    expect(await auditOf(test, 'admin-ip-list')).toEqual([])
  })

  it('lets administrators in only from its ranges, at once and everywhere', async () => {
    const set = await from(office, cookie, adminList, ['192.0.2.77/24', ' 2001:db8::1/32', '192.0.2.0/24'])
    expect(set.json()).toEqual({ ranges: ['192.0.2.0/24', '2001:db8::/32'], yourAddress: office })

    for (const url of [adminList, '/api/admin/settings', '/api/notifications', '/api/live']) {
      const answer = await from(elsewhere, cookie, url)
      expect([answer.statusCode, answer.json().code], url).toEqual([403, 'address-not-allowed'])
    }
    expect((await from(`::ffff:${office}`, cookie, adminList)).statusCode).toBe(200)
    expect((await from('2001:db8:7::1', cookie, adminList)).statusCode).toBe(200)

    const session = async (ip: string) => (await from(ip, cookie, '/api/session')).json()
    expect(await session(elsewhere)).toEqual({ session: null })
    expect(await session(office)).toMatchObject({ session: { person: { id: admin.id } } })

    const refused = await signInFrom(elsewhere, admin)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'address-not-allowed'])
    expect(refused.cookies).toEqual([])
    expect((await signInFrom(office, admin)).statusCode).toBe(200)
  })

  it('ignores a forged header and believes only a trusted proxy', async () => {
    const claim = { 'x-forwarded-for': office }
    expect((await from(elsewhere, cookie, adminList, undefined, claim)).statusCode).toBe(403)
    expect((await from(proxy, cookie, adminList, undefined, claim)).statusCode).toBe(200)
    expect((await from(proxy, cookie, adminList)).statusCode).toBe(403)
    // What the visitor sent comes before what the proxy added.
    const forged = { 'x-forwarded-for': `${office}, ${elsewhere}` }
    expect((await from(proxy, cookie, adminList, undefined, forged)).statusCode).toBe(403)
  })

  it.each(['user', 'business'] as const)('does not restrict an account with the role %s', async (role) => {
    const other = await createPerson(test, role)
    expect((await signInFrom(elsewhere, other)).statusCode).toBe(200)
    expect((await from(elsewhere, await signInAs(test, other), '/api/notifications')).statusCode).toBe(200)
  })

  it('still allows logging out from anywhere', async () => {
    const own = await signInFrom(office, admin)
    const token = own.cookies.find(({ name }) => name === 'exempta_session')?.value ?? ''
    const headers = { cookie: `exempta_session=${token}` }
    const out = await test.call({ method: 'DELETE', url: '/api/session', remoteAddress: elsewhere, headers })
    expect(out.statusCode).toBe(204)
    expect((await from(office, headers.cookie, adminList)).statusCode).toBe(401)
  })

  it('leaves an audit row without an address, and opens again when emptied', async () => {
    test.clock.advance(1000)
    expect((await from(office, cookie, adminList, [])).statusCode).toBe(200)
    expect((await from(elsewhere, cookie, adminList)).statusCode).toBe(200)
    const rows = await auditOf(test, 'admin-ip-list')
    expect(rows.map(({ action, actor_id, details }) => [action, actor_id, details])).toEqual([
      ['ip-list.update', admin.id, { ranges: 3 }],
      ['ip-list.update', admin.id, { ranges: 0 }],
    ])
  })

  it.each([
    ['a name', ['example.org']],
    ['too long a prefix', ['192.0.2.0/33']],
    ['too long a prefix of version 6', ['2001:db8::/129']],
    ['no prefix', ['192.0.2.0/']],
    ['leading zeros', ['010.0.0.1']],
    ['a zone', ['fe80::1%eth0']],
    ['a range with a dash', ['192.0.2.1-192.0.2.9']],
    ['a nested list', [['192.0.2.0/24']]],
    ['too many', Array.from({ length: 101 }, (_, at) => `10.0.${at}.0/24`)],
    ['an empty text', ['']],
  ])('refuses %s', async (_what, ranges) => {
    expect((await from(office, cookie, adminList, ranges)).statusCode).toBe(422)
  })

  it('is for administrators', async () => {
    const user = await signInAs(test, await createPerson(test, 'user'))
    expect((await from(office, user, adminList)).statusCode).toBe(403)
    expect((await from(office, user, adminList, [])).statusCode).toBe(403)
  })
})

describe('npm run ip-list:clear', () => {
  it('lets administrators in from anywhere again', async () => {
    const cookie = await signInAs(test, await createPerson(test, 'admin'))
    expect((await from(office, cookie, adminList, [office, '2001:db8::/32'])).statusCode).toBe(200)
    expect((await from(elsewhere, cookie, adminList)).statusCode).toBe(403)
    // The embedded database serves only one process.
    const { url } = test.database.location
    if (url) {
      const output = '2 ranges removed. Administrators can now log in from any network.\n'
      expect(await runScript('clear-ip-list', [], { DATABASE_URL: url })).toEqual({ code: 0, output })
    } else expect(await clearAdminIpList(test.services)).toBe(2)
    expect((await from(elsewhere, cookie, adminList)).statusCode).toBe(200)
    expect(await clearAdminIpList(test.services)).toBe(0)
    const rows = await auditOf(test, 'admin-ip-list')
    expect(rows.filter(({ actor_kind }) => actor_kind === 'system')).toMatchObject([
      { action: 'ip-list.update', details: { ranges: 0 } },
    ])
  })

  it('names the folder where it found no database', async () => {
    const nowhere = `${test.database.location.dataDir}/nowhere`
    expect(await runScript('clear-ip-list', [], { DATA_DIR: nowhere })).toEqual({
      code: 1,
      output: expect.stringContaining(`There’s no database in ${nowhere}`),
    })
  })
})

describe('the list of a business', () => {
  it('is set by its managers, read by its members, and applies only to them', async () => {
    const manager = await createPerson(test, 'business')
    const viewer = await addMember(test, manager, 'viewer')
    const pending = await addMember(test, manager, 'manager', 'pending')
    const cookies = {
      manager: await signInAs(test, manager),
      viewer: await signInAs(test, viewer),
      pending: await signInAs(test, pending),
      other: await signInAs(test, await createPerson(test, 'business')),
    }
    expect((await from(office, cookies.viewer, businessList, [office])).statusCode).toBe(403)
    expect((await from(office, cookies.pending, businessList, [office])).statusCode).toBe(403)
    expect((await from(office, cookies.pending, businessList)).statusCode).toBe(403)
    const lockedOut = await from(elsewhere, cookies.manager, businessList, [office])
    expect(lockedOut.json().code).toBe('locks-you-out')

    const set = await from(office, cookies.manager, businessList, [office])
    expect(set.json()).toEqual({ ranges: [`${office}/32`], yourAddress: office })
    expect((await from(office, cookies.viewer, businessList)).json().ranges).toEqual([`${office}/32`])
    for (const who of ['manager', 'viewer', 'pending'] as const) {
      const answer = await from(elsewhere, cookies[who], '/api/notifications')
      expect([answer.statusCode, answer.json().code], who).toEqual([403, 'address-not-allowed'])
    }
    expect((await signInFrom(elsewhere, viewer)).statusCode).toBe(403)
    expect((await from(elsewhere, cookies.other, businessList)).json()).toEqual({
      ranges: [],
      yourAddress: elsewhere,
    })
  })

  it('is checked before the second factor is asked for', async () => {
    const manager = await createPerson(test, 'business')
    const { cookie } = await enrol(test, manager)
    expect((await from(office, cookie, businessList, [office])).statusCode).toBe(200)
    const refused = await signInFrom(elsewhere, manager)
    expect([refused.statusCode, refused.json().code, refused.cookies]).toEqual([
      403,
      'address-not-allowed',
      [],
    ])
    expect((await signInFrom(office, manager)).json().next).toBe('second-factor')
  })

  it('closes open sockets, and people outside cannot open another', async () => {
    const manager = await createPerson(test, 'business')
    const cookie = await signInAs(test, manager)
    const url = await listenForSockets(test)
    const live = await new LiveSocket(url, socketHeaders(cookie)).opened()
    await live.follow(`person:${manager.id}`)
    expect((await from(office, cookie, businessList, [office])).statusCode).toBe(200)
    expect((await live.closed).code).toBe(closeCodes.rightsChanged)
    const answer = await fetch(url.replace('ws:', 'http:'), { headers: { cookie, origin: testOrigin } })
    expect(answer.status).toBe(403)
  })
})
