import { accountLimits } from '@exempta/contract/accounts/limits'
import { businessLimits } from '@exempta/contract/businesses/limits'
import type { BusinessProfile } from '@exempta/contract/businesses/profile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { addMember, createAccount, createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'

let test: TestApp
let manager: TestPerson
let viewer: TestPerson
const cookies = { manager: '', viewer: '', pending: '', homeless: '', user: '', admin: '', rival: '' }
type Who = keyof typeof cookies
beforeAll(async () => {
  test = await startTestApp()
  manager = await createPerson(test, 'business')
  viewer = await addMember(test, manager, 'viewer')
  const people: Record<Who, TestPerson> = {
    manager,
    viewer,
    pending: await addMember(test, manager, 'manager', 'pending'),
    homeless: await createAccount(test, 'business'),
    user: await createPerson(test),
    admin: await createPerson(test, 'admin'),
    rival: await createPerson(test, 'business'),
  }
  for (const [who, person] of Object.entries(people)) cookies[who as Who] = await signInAs(test, person)
})
afterAll(() => test.close())

const profilePath = '/api/business/profile'
const preferencesPath = '/api/business/preferences'
const get = async (url = profilePath, who: Who = 'manager') =>
  test.call({ method: 'GET', url, headers: { cookie: cookies[who] } })
const read = async (): Promise<BusinessProfile> => (await get()).json()
const put = (payload: object, url = profilePath, who: Who = 'manager') =>
  test.call({ method: 'PUT', url, payload, headers: { cookie: cookies[who] } })
const save = async (change: object, who: Who = 'manager') => {
  const { name, email, phone, website, address, taxId, type, version } = await read()
  return put({ name, email, phone, website, address, taxId, type, version, ...change }, profilePath, who)
}

describe('the profile', () => {
  it('is read by every member and saved with all fields by managers', async () => {
    const before = await read()
    expect(before).toMatchObject({
      name: manager.name,
      email: manager.email,
      phone: null,
      taxId: null,
      type: null,
      status: 'pending',
      isVerified: false,
      ownRole: 'manager',
      version: 1,
    })
    const change = {
      name: ' Harbor Light Clinic ',
      email: 'Office@Harbor.example',
      phone: ' +1 (218) 555-0142 ext. 7 ',
      website: 'https://harbor.example/about',
      address: '218 Wharf Street\r\nDuluth, MN 55802',
      taxId: '410987654',
      type: 'Healthcare',
    }
    const answer = await save(change)
    const after = {
      ...before,
      ...change,
      name: 'Harbor Light Clinic',
      email: 'office@harbor.example',
      phone: '+1 (218) 555-0142 ext. 7',
      address: '218 Wharf Street\nDuluth, MN 55802',
      taxId: '41-0987654',
      version: 2,
    }
    expect([answer.statusCode, answer.json()]).toEqual([200, after])
    expect((await get(profilePath, 'viewer')).json()).toEqual({ ...after, ownRole: 'viewer' })
    expect(await read()).toEqual(after)
    const [entry] = (await auditOf(test, before.id)).filter(({ action }) => action === 'business.update')
    expect(entry).toMatchObject({ actor_id: manager.id, details: { name: true, 'tax-id': true, type: true } })
    expect(entry?.details).not.toHaveProperty('verified')
    expect(test.logged()).not.toContain('41-0987654')

    const empty = { phone: ' ', website: '', address: null, taxId: '', type: null }
    const nothing = { phone: null, website: null, address: null, taxId: null, type: null }
    expect((await save(empty)).json()).toMatchObject(nothing)
  })

  it('refuses the second of two concurrent changes and keeps the first', async () => {
    const { version } = await read()
    const answers = await Promise.all(
      ['218 555 0001', '218 555 0002'].map((phone) => save({ phone, version })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const saved = answers.find(({ statusCode }) => statusCode === 200)?.json()
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'conflict',
      title: 'Someone else just changed this. Reload the page and try again.',
    })
    expect(await read()).toEqual(saved)
    expect((await save({ version: saved.version - 1 })).statusCode).toBe(409)
    expect((await save({ version: saved.version + 1 })).statusCode).toBe(409)
  })

  it.each([
    ['name', '  ', 'Please enter a business name'],
    ['name', 'x'.repeat(accountLimits.nameLength + 1), 'Please use at most 120 characters'],
    ['name', 'a\u0000b', 'Please remove the characters that can’t be used here'],
    ['email', 'office', 'Please enter a valid email address'],
    ['email', '', 'Please enter a valid email address'],
    ['phone', 'call me', 'Please enter a valid phone number'],
    ['phone', '12345', 'Please enter a valid phone number'],
    ['phone', '4539 1488 0343 6467', 'Please remove what looks like a card number'],
    ['website', 'javascript:alert(1)', 'Please enter a web address that starts with http:// or https://'],
    ['website', 'harbor.example', 'Please enter a web address that starts with http:// or https://'],
    ['website', 'http:harbor.example', 'Please enter a web address that starts with http:// or https://'],
    [
      'website',
      'https://a:b@harbor.example',
      'Please enter a web address that starts with http:// or https://',
    ],
    ['website', 'https://harbor', 'Please enter a web address that starts with http:// or https://'],
    ['address', 'a\u0000b', 'Please remove the characters that can’t be used here'],
    ['address', 'x'.repeat(businessLimits.businessAddressLength + 1), 'Please use at most 300 characters'],
    ['taxId', '4-10987654', 'Please enter an EIN such as 12-3456789'],
    ['taxId', '41-098765', 'Please enter an EIN such as 12-3456789'],
    ['type', 'Bank', 'Please choose a business type'],
  ])('refuses a wrong %s: %j', async (field, value, message) => {
    const before = await read()
    const answer = await save({ [field]: value })
    expect([answer.statusCode, answer.json().fields]).toEqual([422, [{ path: field, message }]])
    expect(await read()).toEqual(before)
  })

  it.each(['status', 'isVerified', 'id', 'ownRole'])('does not let a member set %s', async (field) => {
    expect((await save({ [field]: 'active' })).statusCode).toBe(422)
  })

  it('is hidden from everyone else', async () => {
    const before = await read()
    for (const who of ['viewer', 'pending', 'homeless', 'user', 'admin'] as const) {
      const answer = await save({ name: 'Mine' }, who)
      expect([answer.statusCode, answer.json().code], who).toEqual([403, 'not-allowed'])
    }
    for (const who of ['pending', 'homeless', 'user', 'admin'] as const) {
      expect((await get(profilePath, who)).statusCode, who).toBe(403)
    }
    expect((await get(profilePath, 'rival')).json().id).not.toBe(before.id)
    expect((await test.call({ method: 'GET', url: profilePath })).statusCode).toBe(401)
    expect(await read()).toEqual(before)
  })

  it('of a verified business with another name or tax ID has to be verified again', async () => {
    const { id } = await read()
    const verify = () =>
      test.database.executeAsOwner('update businesses set verified = true where id = $1', [id])
    await verify()
    expect((await save({ phone: '218 555 0100', type: 'Other' })).json().isVerified).toBe(true)
    expect((await save({ taxId: '12-3456789' })).json()).toMatchObject({ isVerified: false })
    await verify()
    test.clock.advance(1000)
    expect((await save({ name: 'Someone Famous' })).json().isVerified).toBe(false)
    expect((await save({ taxId: '12-3456788' })).json().isVerified).toBe(false)
    const notifications = (await get('/api/notifications', 'admin')).json().items
    expect(notifications).toHaveLength(2)
    expect(notifications[0]).toMatchObject({ type: 'businesses', link: `/admin/businesses/${id}` })
    expect(notifications[0].message).toMatch(/ changed its name to Someone Famous\.$/)
  })
})

describe('email preferences', () => {
  const all = { newDocuments: true, documentUpdates: true, weeklySummary: true, expirations: true }

  it('are all on until a member chooses, each for themselves', async () => {
    expect((await get(preferencesPath)).json()).toEqual(all)
    const chosen = { newDocuments: false, documentUpdates: true, weeklySummary: false, expirations: false }
    const answer = await put(chosen, preferencesPath, 'viewer')
    expect([answer.statusCode, answer.json()]).toEqual([200, chosen])
    expect((await get(preferencesPath, 'viewer')).json()).toEqual(chosen)
    expect((await get(preferencesPath)).json()).toEqual(all)
    const entry = (await auditOf(test, viewer.id)).find(({ action }) => action === 'business-mails.update')
    expect(entry?.details).toEqual({
      'new-documents': false,
      'document-updates': true,
      'weekly-summary': false,
      expirations: false,
    })
  })

  it('are for members only', async () => {
    for (const who of ['pending', 'homeless', 'user', 'admin'] as const) {
      expect((await get(preferencesPath, who)).statusCode, who).toBe(403)
      expect((await put(all, preferencesPath, who)).statusCode, who).toBe(403)
    }
    expect((await put({ ...all, weeklySummary: 'yes' }, preferencesPath)).statusCode).toBe(422)
    expect((await put({ newDocuments: false }, preferencesPath)).statusCode).toBe(422)
  })
})
