import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { awaitEmail, readEmails, tokenIn } from '../../../test/mailbox.ts'
import {
  confirmAddress,
  createAccount,
  createPerson,
  signInAs,
  type TestPerson,
} from '../../../test/people.ts'
import { readZip } from '../../../test/read-zip.ts'
import { createDocument, createTestBusiness, type TestBusiness } from '../../../test/sharing.ts'
import { publicFormLimits } from '../public/index.ts'

let test: TestApp
let sharer: TestPerson
let sharerCookie: string
let business: TestBusiness
let documentId: string
beforeAll(async () => {
  test = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs: true })
  sharer = await createPerson(test)
  sharerCookie = await signInAs(test, sharer)
  business = await createTestBusiness(test)
  documentId = await createDocument(test, sharerCookie)
})
afterAll(() => test.close())

let addresses = 0
/** An address that no account has yet. */
let email: string
beforeEach(() => {
  addresses += 1
  email = `owner-${addresses}@mailbox.example`
  test.clock.advance(1000)
})

const password = 'plum harbor lamp'
const get = (url: string, cookie: string) => test.call({ method: 'GET', url, headers: { cookie } })
const post = (url: string, payload: object, cookie = '') =>
  test.call({ method: 'POST', url, payload, headers: { cookie } })

/** Registers without confirming the address, and returns the session cookie. */
async function register(): Promise<string> {
  test.clock.advance(1000)
  const answer = await post('/api/accounts', { type: 'user', name: 'Casey Newcomer', email, password })
  expect(answer.statusCode).toBe(201)
  return `exempta_session=${answer.cookies.find(({ name }) => name === 'exempta_session')?.value}`
}

async function confirm(): Promise<void> {
  const message = (await readEmails(test, email)).findLast(({ template }) => template === 'verify-email')
  const token = message && tokenIn(message)
  expect((await post('/api/email-verifications/complete', { token })).statusCode).toBe(204)
}

/** Changes the address and returns the new session cookie. */
async function changeAddress(cookie: string, to: string): Promise<string> {
  expect((await post('/api/email-changes', { email: to, password }, cookie)).statusCode).toBe(204)
  const token = tokenIn(await awaitEmail(test, to, 'change-email'))
  expect((await post('/api/email-changes/complete', { token })).statusCode).toBe(204)
  return signInAs(test, { email: to, password } as TestPerson)
}

/** Creates a share, an invitation and a job application to or from the address, each named by `mark`. */
async function sendThings(mark: string): Promise<void> {
  const share = { documentIds: [documentId], businessIds: [], emails: [email], message: `Hello ${mark}` }
  expect((await post('/api/shares', share, sharerCookie)).statusCode).toBe(200)
  await test.database.executeAsOwner(
    `insert into business_invitations (business_id, email, role, invited_at, expires_at)
     values ($1, $2, 'viewer', $3, $3) on conflict do nothing`,
    [business.id, email, test.clock.now()],
  )
  const { stamp } = (await get('/api/form-stamp', '')).json()
  test.clock.advance(publicFormLimits.formFilledMinMs)
  const form = new FormData()
  const fields = { position: 'general', name: mark, email, phone: '+1 555 010 2345', website: '', stamp }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('resume', new Blob(['%PDF-1.7 years at sea']), 'cv.pdf')
  const body = new Response(form)
  const applied = await test.call({
    method: 'POST',
    url: '/api/applications',
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  })
  expect(applied.statusCode).toBe(204)
}

async function exportOf(cookie: string): Promise<Record<string, string>> {
  await test.call({ method: 'POST', url: '/api/privacy/export', headers: { cookie } })
  const id = await vi.waitFor(
    async () => {
      const found = (await get('/api/privacy/export', cookie)).json().export
      expect(found.status).toBe('ready')
      return found.id
    },
    { timeout: 60_000, interval: 100 },
  )
  return readZip((await get(`/api/privacy/export/${id}/file`, cookie)).rawPayload)
}

const subjects = (files: Record<string, string>): string[] =>
  JSON.parse(files['mails.json'] ?? '[]').map(({ subject }: { subject: string }) => subject)

async function deleteAccount(cookie: string, address = email): Promise<void> {
  expect((await post('/api/privacy/delete-account', { password }, cookie)).statusCode).toBe(204)
  await awaitEmail(test, address, 'account-deleted')
}

const count = async (table: string) => {
  const { rows } = await test.database.executeAsOwner(
    `select count(*)::int as count from ${table} where email = $1`,
    [email],
  )
  return (rows[0] as { count: number }).count
}
const held = async () => ({
  invitations: await count('business_invitations'),
  applications: await count('job_applications'),
  shareMails: (await readEmails(test, email)).filter(({ template }) => template === 'mail-share').length,
})

const sharedSubject = () => `${sharer.name} shared a document with you`

describe('an account that has not confirmed its address', () => {
  it('gets nothing in its export that was sent to the address', async () => {
    await sendThings('before')
    const stranger = await register()
    await sendThings('after')
    const files = await exportOf(stranger)
    expect(JSON.parse(files['shared-with-my-address.json'] ?? '')).toEqual([])
    expect(JSON.parse(files['invitations.json'] ?? '')).toEqual([])
    expect(files['job-applications.json']).toBeUndefined()
    // Emails about the account itself belong to it.
    expect(subjects(files)).not.toContain(sharedSubject())
    expect(subjects(files)).toContain((await awaitEmail(test, email, 'verify-email')).subject)
    expect(JSON.stringify(files)).not.toMatch(/Hello (before|after)/)
  })

  it('deletes nothing of the address when it is deleted', async () => {
    await post('/api/business/invitations', { email, role: 'viewer' }, business.cookie)
    const invitation = tokenIn(await awaitEmail(test, email, 'invitation'))
    await sendThings('kept')
    const before = await held()
    expect(before).toEqual({ invitations: 1, applications: 1, shareMails: 1 })
    await deleteAccount(await register())
    expect(await held()).toEqual(before)
    // The account's own emails are deleted; only the receipt is left.
    expect((await readEmails(test, email)).filter(({ template }) => template === 'verify-email')).toEqual([])
    const accepted = await post('/api/invitations/accept', {
      token: invitation,
      name: 'Robin Owner',
      password,
    })
    expect(accepted.statusCode).toBe(201)
  })

  it('is not notified of an invitation to the address', async () => {
    const person = await createAccount(test, 'business')
    const cookie = await signInAs(test, person)
    await post('/api/business/invitations', { email: person.email, role: 'viewer' }, business.cookie)
    expect((await get('/api/notifications', cookie)).json().items).toEqual([])
    // Using a link that was emailed confirms the address.
    await test.database.executeAsOwner('update business_invitations set is_link_shown = false')
    const token = tokenIn(await awaitEmail(test, person.email, 'invitation'))
    expect((await post('/api/invitations/join', { token }, cookie)).json().session.person).toMatchObject({
      isEmailVerified: true,
    })
  })

  it('is not added to a business by an administrator who types the address', async () => {
    const person = await createAccount(test, 'business')
    const admin = await signInAs(test, await createPerson(test, 'admin'))
    const add = () =>
      post(
        `/api/admin/businesses/${business.id}/members`,
        { name: 'Robin Owner', email: person.email, role: 'viewer' },
        admin,
      )
    const refused = await add()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'cannot-be-invited'])
    await confirmAddress(test, person)
    expect((await add()).statusCode).toBe(201)
  })
})

describe('an account that confirms its address', () => {
  it('gets what was sent before and after, and deletes it with the account', async () => {
    await sendThings('early')
    const cookie = await register()
    await confirm()
    const files = await exportOf(cookie)
    expect(JSON.parse(files['shared-with-my-address.json'] ?? '')).toMatchObject([{ message: 'Hello early' }])
    expect(JSON.parse(files['invitations.json'] ?? '')).toHaveLength(1)
    expect(JSON.parse(files['job-applications.json'] ?? '')).toMatchObject([{ name: 'early' }])
    expect(subjects(files)).toContain(sharedSubject())
    await deleteAccount(cookie)
    expect(await held()).toEqual({ invitations: 0, applications: 0, shareMails: 0 })
    expect((await readEmails(test, email)).map(({ template }) => template)).toEqual(['account-deleted'])
  })

  it('keeps what it was sent after a change of address; the next person to confirm the old one gets none of it', async () => {
    const registered = await register()
    await confirm()
    await sendThings('to the first')
    const newAddress = `moved-${email}`
    const first = await changeAddress(registered, newAddress)
    const second = await register()
    await confirm()

    const theirs = await exportOf(second)
    expect(JSON.parse(theirs['shared-with-my-address.json'] ?? '')).toEqual([])
    expect(JSON.parse(theirs['invitations.json'] ?? '')).toEqual([])
    expect(theirs['job-applications.json']).toBeUndefined()
    expect(subjects(theirs)).not.toContain(sharedSubject())
    expect(subjects(theirs)).not.toContain('Your email address was changed')
    await deleteAccount(second)
    expect(await held()).toEqual({ invitations: 1, applications: 1, shareMails: 1 })

    const own = await exportOf(first)
    expect(JSON.parse(own['shared-with-my-address.json'] ?? '')).toMatchObject([
      { message: 'Hello to the first' },
    ])
    expect(subjects(own)).toContain(sharedSubject())
    await deleteAccount(first, newAddress)
    expect(await held()).toEqual({ invitations: 0, applications: 0, shareMails: 0 })

    // The share belongs to its sender and stays, but a person who confirms the address later does not get it.
    const third = await register()
    await confirm()
    expect(JSON.parse((await exportOf(third))['shared-with-my-address.json'] ?? '')).toEqual([])
  })
})
