import { limits } from '@exempta/contract/limits'
import { settingKeys } from '@exempta/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'

let test: TestApp
let admin: TestPerson
let cookie: string
beforeAll(async () => {
  test = await startTestApp()
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
})
afterAll(() => test.close())

const list = () => test.call({ method: 'GET', url: '/api/admin/settings', headers: { cookie } })
const change = (payload: unknown, as = cookie) =>
  test.call({
    method: 'PATCH',
    url: '/api/admin/settings',
    headers: { cookie: as },
    payload: payload as object,
  })

describe('settings', () => {
  it('are listed with the specified defaults', async () => {
    const response = await list()
    expect(response.statusCode).toBe(200)
    const { settings } = response.json<{ settings: { key: string; value: unknown; updatedAt: unknown }[] }>()
    expect(settings.map(({ key }) => key)).toEqual(settingKeys)
    expect(Object.fromEntries(settings.map(({ key, value }) => [key, value]))).toEqual({
      'session.idleMinutes': 30,
      'session.absoluteHours': 12,
      'security.requireTwoFactorForAdmins': false,
      'security.requireTwoFactorForManagers': false,
      'about.users': '10K+',
      'about.documents': '1M+',
      'about.uptime': '99.9%',
      'about.support': '24/7',
      'about.liveFigures': false,
    })
    expect(settings.every(({ updatedAt }) => updatedAt === null)).toBe(true)
  })

  it('are changed by an administrator, with an audit row each', async () => {
    const response = await change({ 'session.absoluteHours': 10, 'about.users': ' 12K+ ' })
    expect(response.statusCode).toBe(200)
    expect(response.json().settings).toContainEqual(
      expect.objectContaining({
        key: 'about.users',
        value: '12K+',
        updatedAt: test.clock.now().toISOString(),
      }),
    )
    expect(test.services.settings.get('session.absoluteHours')).toBe(10)
    const by = { actor_id: admin.id, actor_role: 'admin', action: 'setting.update', result: 'done' }
    expect(await auditOf(test, 'session.absoluteHours')).toMatchObject([
      { ...by, details: { from: 12, to: 10 } },
    ])
    expect(await auditOf(test, 'about.users')).toMatchObject([{ ...by, details: {} }])
  })

  it('stay as they are, without an audit row, when the value is the same', async () => {
    expect((await change({ 'security.requireTwoFactorForAdmins': false })).statusCode).toBe(200)
    expect(await auditOf(test, 'security.requireTwoFactorForAdmins')).toEqual([])
  })

  it('decide when an idle session ends', async () => {
    await change({ 'session.idleMinutes': 10 })
    const person = await createPerson(test)
    const own = await signInAs(test, person)
    const isSignedIn = async () => {
      const answer = await test.call({ method: 'GET', url: '/api/session', headers: { cookie: own } })
      return answer.json().session !== null
    }
    test.clock.advance(10 * 60_000 - 1)
    expect(await isSignedIn()).toBe(true)
    test.clock.advance(1)
    expect(await isSignedIn()).toBe(false)
    await test.services.database.executeAsOwner("delete from settings where key = 'session.idleMinutes'")
    await test.services.settings.refresh()
    expect(await isSignedIn()).toBe(10 * 60_000 < limits.sessionIdleMs)
  })

  it('are shown to everybody only where they are public', async () => {
    const response = await test.call({ method: 'GET', url: '/api/settings' })
    expect(response.statusCode).toBe(200)
    expect(response.json().settings).toEqual({
      'about.users': '12K+',
      'about.documents': '1M+',
      'about.uptime': '99.9%',
      'about.support': '24/7',
      'about.liveFigures': false,
    })
  })

  it.each(['user', 'business'] as const)('are closed to a %s', async (role) => {
    const other = await signInAs(test, await createPerson(test, role))
    const read = await test.call({ method: 'GET', url: '/api/admin/settings', headers: { cookie: other } })
    expect([read.statusCode, (await change({ 'about.users': 'x' }, other)).statusCode]).toEqual([403, 403])
    expect((await change({ 'about.users': 'x' }, '')).statusCode).toBe(401)
  })

  it.each([
    ['an unknown setting', { 'session.colour': 1 }],
    ['a value of the wrong kind', { 'session.idleMinutes': '30' }],
    ['a value out of range', { 'session.idleMinutes': 0 }],
    ['a fraction', { 'session.absoluteHours': 1.5 }],
    ['an empty text', { 'about.users': '   ' }],
    ['a long text', { 'about.users': 'x'.repeat(21) }],
    ['one good and one bad value', { 'about.support': '8/5', 'about.liveFigures': 'yes' }],
    ['nothing', {}],
    ['a list', []],
  ])('refuse %s with 422 and change nothing', async (_name, payload) => {
    const before = (await list()).json()
    const response = await change(payload)
    expect(response.statusCode).toBe(422)
    expect(response.json().fields.length).toBeGreaterThan(0)
    expect((await list()).json()).toEqual(before)
  })
})
