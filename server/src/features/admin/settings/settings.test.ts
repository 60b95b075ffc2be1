import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingKeys } from '@exempta/contract/admin/settings'
import { documentLimits } from '@exempta/contract/documents/limits'
import { dayMs, minuteMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { pdfBytes, upload } from '../../../../test/uploads.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { clearNotifications, notify } from '../../notifications/index.ts'
import { noteUptime } from '../uptime/uptime.ts'

let test: TestApp
let admin: TestPerson
let cookie: string
let site: string
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'exempta-site-'))
  await mkdir(join(site, 'client/contact'), { recursive: true })
  await writeFile(join(site, 'client/shell.html'), '<h1>Shell</h1>')
  await writeFile(join(site, 'client/contact/index.html'), '<p>EMAIL</p><p>PHONE</p>')
  const manifest = {
    shell: 'shell.html',
    pages: { 'contact/index.html': [] },
    routes: ['/contact'],
    filled: { marks: { supportEmail: 'EMAIL', supportPhone: 'PHONE' }, files: ['contact/index.html'] },
  }
  await writeFile(join(site, 'site.json'), JSON.stringify(manifest))
  test = await startTestApp({ webFolder: site })
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
})
afterAll(async () => {
  await test.close()
  await rm(site, { recursive: true })
})

const list = () => test.call({ method: 'GET', url: '/api/admin/settings', headers: { cookie } })
const change = (changes: unknown, as = cookie, seen: object = test.services.settings.all()) =>
  test.call({
    method: 'PATCH',
    url: '/api/admin/settings',
    headers: { cookie: as },
    payload: { changes, seen },
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
      'quota.documents': 10_000,
      'quota.megabytes': 10_240,
      'retention.networkAddressDays': 365,
      'retention.notificationDays': 180,
      'retention.mailDays': 90,
      'backups.isDaily': true,
      'backups.hour': 3,
      'backups.kept': 7,
      'email.timeZone': 'UTC',
      'support.email': '',
      'support.phone': '',
      'support.hours': 'Mon-Fri 9:00-6:00 EST, Sat 10:00-4:00 EST, Sun closed',
      'chat.cannedReplies': expect.stringContaining('Thank you for waiting.'),
      'audits.taxRates': '',
      'about.users': '10K+',
      'about.documents': '1M+',
      'about.uptime': '99.9%',
      'about.support': '24/7',
      'about.liveFigures': false,
    })
    expect(settings.filter(({ updatedAt }) => updatedAt !== null)).toEqual([])
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

  it('stay unchanged, without an audit row, when the value is the same', async () => {
    expect((await change({ 'security.requireTwoFactorForAdmins': false })).statusCode).toBe(200)
    expect(await auditOf(test, 'security.requireTwoFactorForAdmins')).toEqual([])
  })

  it('control when an idle session ends', async () => {
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
    expect(await isSignedIn(), 'what has ended stays ended').toBe(false)
  })

  it('are public only if they are marked so', async () => {
    const response = await test.call({ method: 'GET', url: '/api/settings' })
    expect(response.statusCode).toBe(200)
    expect(response.json().settings).toEqual({
      'support.email': 'support@localhost',
      'support.phone': '',
      'support.hours': 'Mon-Fri 9:00-6:00 EST, Sat 10:00-4:00 EST, Sun closed',
      'about.users': '12K+',
      'about.documents': '1M+',
      'about.uptime': '99.9%',
      'about.support': '24/7',
      'about.liveFigures': false,
    })
  })

  it('put the support email and phone on the contact page without scripts', async () => {
    const contact = async () => (await test.call({ method: 'GET', url: '/contact' })).body
    expect(await contact()).toBe('<p>support@localhost</p><p></p>')
    await change({ 'support.email': 'help@maple.example', 'support.phone': '+1 555 010 0199' })
    expect(await contact()).toBe('<p>help@maple.example</p><p>+1 555 010 0199</p>')
    await change({ 'support.email': '', 'support.phone': '' })
  })

  it('refuse the second of two conflicting changes', async () => {
    const seen = { 'quota.documents': 10_000, 'quota.megabytes': 10_240 }
    expect((await change({ 'quota.documents': 500 }, cookie, seen)).statusCode).toBe(200)
    const late = await change({ 'quota.megabytes': 20, 'quota.documents': 600 }, cookie, seen)
    expect(late.json()).toMatchObject({
      status: 409,
      title: 'Someone else just changed this. Reload the page and try again.',
    })
    expect(test.services.settings.get('quota.megabytes')).toBe(10_240)
    // Saving the same value again is no conflict, and neither is a setting that nobody changed.
    expect((await change({ 'quota.documents': 500 }, cookie, seen)).statusCode).toBe(200)
    expect((await change({ 'quota.megabytes': 20 }, cookie, seen)).statusCode).toBe(200)
    expect((await change({ 'quota.megabytes': 30 }, cookie, {})).statusCode).toBe(422)
  })

  it('limit how much one person can store, and the refusal names the limit', async () => {
    await change({ 'quota.documents': 1, 'quota.megabytes': 10 })
    const own = await signInAs(test, await createPerson(test))
    const large = Buffer.concat([pdfBytes('large'), Buffer.alloc(documentLimits.uploadMaxBytes)])
    const send = async (bytes: Buffer) => (await upload(test, own, [{ bytes }])).json().files[0]
    expect(await send(large.subarray(0, documentLimits.uploadMaxBytes))).toMatchObject({
      outcome: 'accepted',
    })
    expect(await send(pdfBytes('one more'))).toMatchObject({
      code: 'quota-documents',
      text: 'You’ve reached your document limit (1). Delete some documents before you upload more.',
    })
    await change({ 'quota.documents': 2 })
    expect(await send(pdfBytes('one more'))).toMatchObject({
      code: 'quota-bytes',
      text: 'You’ve used all of your 10 MB. Delete some documents before you upload more.',
    })
    await change({ 'quota.megabytes': 11 })
    expect(await send(pdfBytes('one more'))).toMatchObject({ outcome: 'accepted' })
  })

  it('control how long notifications are kept', async () => {
    const announce = () =>
      test.database.transact(systemActor, (tx) =>
        notify(test.services, tx, {
          audience: { kind: 'everybody' },
          type: 'other',
          title: 'T',
          message: 'M',
        }),
      )
    await announce()
    test.clock.advance(10 * dayMs)
    cookie = await signInAs(test, admin)
    await announce()
    const left = async () => {
      await clearNotifications(test.services)
      return (await test.database.executeAsOwner('select from notifications')).rows.length
    }
    expect(await left()).toBe(2)
    await change({ 'retention.notificationDays': 9 })
    expect(await left()).toBe(1)
  })

  it('make the About page show counted figures instead of claims', async () => {
    const about = async () => (await test.call({ method: 'GET', url: '/api/settings' })).json().about
    expect(await about()).toEqual({ users: '12K+', documents: '1M+', uptime: '99.9%', support: '24/7' })
    await change({ 'about.liveFigures': true })
    const { rows } = await test.database.executeAsOwner(
      `select count(*) as n from users where status = 'active'`,
    )
    const users = String((rows as [{ n: number }])[0].n)
    const claims = { users, documents: '0', support: '24/7' }
    expect(await about()).toEqual({ ...claims, uptime: '99.9%' })
    // An hour of service, an hour without, and so on: what counts is the service, not this process.
    for (let minute = 0; minute < 240; minute++) {
      if (Math.floor(minute / 60) % 2 === 0) await noteUptime(test.services)
      test.clock.advance(minuteMs)
    }
    expect(await about()).toEqual({ ...claims, uptime: '50%' })
    cookie = await signInAs(test, admin)
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
    ['an address that is none', { 'support.email': 'support' }],
    ['a phone number that is none', { 'support.phone': 'call us' }],
    ['no hours', { 'support.hours': ' ' }],
    ['mails kept shorter than their links live', { 'retention.mailDays': 6 }],
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
