import { businessLimits } from '@exempta/contract/businesses/limits'
import { texts } from '@exempta/contract/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { linkIn, readEmails, tokenIn } from '../../../../test/mailbox.ts'
import {
  addMember,
  confirmAddress,
  createAccount,
  createPerson,
  signInAs,
  type TestPerson,
} from '../../../../test/people.ts'
import { sweepInvitations } from '../jobs.ts'
import { limits } from '../limits.ts'

let test: TestApp
beforeAll(async () => {
  const from = { name: 'Exempta', address: 'no-reply@example.org' }
  test = await startTestApp({
    emailTransport: { from, send: async () => {}, check: async () => ({ certificateEndsAt: undefined }) },
  })
})
afterAll(() => test.close())

const invitationsPath = '/api/business/invitations'
const password = 'plum harbor lamp'
const post = (url: string, payload: object, cookie = '') =>
  test.call({ method: 'POST', url, payload, headers: { cookie } })
const look = (token: string) => post('/api/invitations/look', { token })
const accept = (token: string, input: object = {}) =>
  post('/api/invitations/accept', { token, name: 'Ada Marsh', password, ...input })
const sessionCookie = (answer: Awaited<ReturnType<typeof post>>) =>
  `exempta_session=${answer.cookies.find(({ name }) => name === 'exempta_session')?.value}`
const setBusinessStatus = ({ id }: TestPerson, status: string) =>
  test.database.executeAsOwner(
    `update businesses set status = $1 where id = (select business_id from business_users where user_id = $2)`,
    [status, id],
  )

let addresses = 0
let manager: TestPerson
let cookie: string
let email: string
beforeEach(async () => {
  manager = await createPerson(test, 'business')
  cookie = await signInAs(test, manager)
  addresses += 1
  email = `invited-${addresses}@example.com`
})

const invite = (input: object = {}, as = cookie) => post(invitationsPath, { email, ...input }, as)
const list = async (as = cookie) =>
  (await test.call({ method: 'GET', url: invitationsPath, headers: { cookie: as } })).json().invitations
const revoke = (id: string, as = cookie) =>
  test.call({ method: 'DELETE', url: `${invitationsPath}/${id}`, headers: { cookie: as } })
/** Invites a person and returns the token from the email. */
const inviteByEmail = async (input: object = {}) => {
  test.clock.advance(1000)
  const answer = await invite(input)
  expect(answer.statusCode).toBe(201)
  expect(answer.json().link).toBeNull()
  const mail = (await readEmails(test, email)).at(-1)
  if (!mail) throw new Error('There was no mail')
  return { token: tokenIn(mail), mail, invitation: answer.json().invitation }
}

describe('inviting', () => {
  it('emails a link to our page and shows as open', async () => {
    const { mail, invitation } = await inviteByEmail({ email: ` ${email.toUpperCase()} ` })
    expect(mail.subject).toBe(`${manager.email} invited you to join ${manager.name} on Exempta`)
    expect(mail.sender_id).toBe(manager.id)
    expect(mail.text).toContain(`${manager.email} invited you to join ${manager.name} on Exempta.`)
    expect(linkIn(mail)).toMatch(new RegExp(`^${testOrigin}/invitation#token=[\\w-]{43}$`))
    const expiresAt = new Date(test.clock.now().getTime() + businessLimits.invitationMs).toISOString()
    expect(invitation).toMatchObject({ email, role: 'viewer', expiresAt })
    expect(await list()).toEqual([invitation])
    expect(await auditOf(test, invitation.id)).toMatchObject([
      { action: 'invitation.create', actor_id: manager.id, details: { role: 'viewer' } },
    ])
  })

  it('needs a manager of a business that is not inactive', async () => {
    const viewer = await signInAs(test, await addMember(test, manager, 'viewer'))
    const pending = await signInAs(test, await addMember(test, manager, 'manager', 'pending'))
    const homeless = await signInAs(test, await createAccount(test, 'business'))
    const user = await signInAs(test, await createPerson(test, 'user'))
    const admin = await signInAs(test, await createPerson(test, 'admin'))
    const { invitation } = await inviteByEmail()
    for (const [who, other] of Object.entries({ viewer, pending, homeless, user, admin })) {
      expect((await invite({}, other)).statusCode, who).toBe(403)
      expect((await revoke(invitation.id, other)).statusCode, who).toBe(403)
      expect(await list(other), who).toBeUndefined()
    }
    const stranger = await signInAs(test, await createPerson(test, 'business'))
    expect(await list(stranger)).toEqual([])
    expect((await revoke(invitation.id, stranger)).statusCode).toBe(404)
    await setBusinessStatus(manager, 'inactive')
    expect((await invite()).statusCode).toBe(403)
    expect(await list()).toHaveLength(1)
    expect((await test.call({ method: 'GET', url: invitationsPath })).statusCode).toBe(401)
  })

  it.each([
    ['a user', async () => createPerson(test, 'user')],
    ['an administrator', async () => createPerson(test, 'admin')],
    ['a person of another business', async () => createPerson(test, 'business')],
    [
      'a suspended person',
      async () => {
        const person = await createAccount(test, 'business')
        await test.database.executeAsOwner(`update users set status = 'suspended' where id = $1`, [person.id])
        return person
      },
    ],
  ])('is refused for the address of %s', async (_who, create) => {
    const { email: taken } = await create()
    const answer = await invite({ email: taken.toUpperCase() })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'cannot-be-invited', title: texts.invitation.refused },
    ])
    expect(await readEmails(test, taken)).toEqual([])
  })

  it('is refused for a colleague, for invalid input, and beyond a hundred', async () => {
    const colleague = await addMember(test, manager, 'viewer')
    const refused = await invite({ email: colleague.email })
    expect([refused.statusCode, refused.json().title]).toEqual([409, 'This person is already on your team.'])
    for (const wrong of [{ email: 'nobody' }, { role: 'admin' }, { business: manager.id }, { email: '' }]) {
      expect((await invite(wrong)).statusCode, JSON.stringify(wrong)).toBe(422)
    }
    await test.database.executeAsOwner(
      `insert into business_invitations (business_id, email, role, invited_at, expires_at)
       select m.business_id, 'many-' || n || '@example.org', 'viewer', now(), now()
       from business_users m, generate_series(1, ${limits.openInvitations}) n where m.user_id = $1`,
      [manager.id],
    )
    expect((await invite()).statusCode).toBe(409)
    expect(await list()).toHaveLength(limits.openInvitations)
    expect(await readEmails(test, email)).toEqual([])
  })

  it('the same address again updates the role and ends the older link', async () => {
    const first = await inviteByEmail()
    const second = await inviteByEmail({ role: 'manager' })
    expect(second.invitation).toMatchObject({ id: first.invitation.id, role: 'manager' })
    expect(await list()).toEqual([second.invitation])
    expect((await look(first.token)).statusCode).toBe(410)
    expect((await look(second.token)).json().role).toBe('manager')
  })

  it('can be withdrawn', async () => {
    const { token, invitation } = await inviteByEmail()
    expect((await revoke(invitation.id)).statusCode).toBe(204)
    expect((await revoke(invitation.id)).statusCode).toBe(404)
    expect((await look(token)).statusCode).toBe(410)
    expect((await accept(token)).statusCode).toBe(410)
    expect(await list()).toEqual([])
    const actions = (await auditOf(test, invitation.id)).map(({ action }) => action)
    expect(actions).toContain('invitation.revoke')
  })
})

describe('an invitation', () => {
  it('has no effect until its button is pressed, then creates the account and the member, once', async () => {
    const { token, invitation } = await inviteByEmail()
    const shown = { business: manager.name, email, role: 'viewer', hasAccount: false }
    expect((await look(token)).json()).toEqual(shown)
    expect((await accept(token, { password: 'password123' })).json().code).toBe('weak-password')
    expect((await accept(token, { role: 'manager' })).statusCode).toBe(422)
    expect((await look(token)).json()).toEqual(shown)

    const answer = await accept(token)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().session.person).toMatchObject({
      name: 'Ada Marsh',
      email,
      role: 'business',
      isEmailVerified: true,
      business: { name: manager.name, role: 'viewer', memberStatus: 'active' },
    })
    expect((await look(token)).statusCode).toBe(410)
    expect((await accept(token)).statusCode).toBe(410)
    expect(await list()).toEqual([])
    const again = await post('/api/session', { email, password })
    expect(again.json().next).toBe('signed-in')
    const notified = await test.call({ method: 'GET', url: '/api/notifications', headers: { cookie } })
    expect(notified.json().items[0].message).toBe('Ada Marsh accepted the invitation and is now a viewer.')
    const { id } = answer.json().session.person
    expect((await auditOf(test, id)).map(({ action }) => action)).toContain('account.create')
    const accepted = (await auditOf(test, invitation.id)).find(({ action }) => action === 'invitation.accept')
    expect(accepted?.details).toMatchObject({ person: id, role: 'viewer' })
  })

  it('lets in only one of several concurrent requests', async () => {
    const { token } = await inviteByEmail()
    const answers = await Promise.all([accept(token), accept(token), accept(token)])
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses[0]).toBe(201)
    expect(statuses.slice(1).filter((status) => ![409, 410].includes(status))).toEqual([])
  })

  it('expires after seven days, stays in the list to be sent again, and is deleted at last', async () => {
    const { token } = await inviteByEmail()
    const enter = async () => {
      cookie = await signInAs(test, manager)
    }
    test.clock.advance(businessLimits.invitationMs - 1)
    expect((await look(token)).statusCode).toBe(200)
    test.clock.advance(1)
    expect((await look(token)).statusCode).toBe(410)
    expect((await accept(token)).statusCode).toBe(410)
    await enter()
    await sweepInvitations(test.services)
    expect(await list()).toHaveLength(1)
    test.clock.advance(limits.invitationKeptMs)
    await enter()
    await sweepInvitations(test.services)
    expect(await list()).toEqual([])
  })

  it('of an inactive business works only once it is active again', async () => {
    const { token } = await inviteByEmail()
    await setBusinessStatus(manager, 'inactive')
    expect((await look(token)).statusCode).toBe(410)
    expect((await accept(token)).statusCode).toBe(410)
    await setBusinessStatus(manager, 'active')
    expect((await accept(token)).statusCode).toBe(201)
  })

  it('whose address has an account by now is accepted with it, logged in, under a new token', async () => {
    const person = await createAccount(test, 'business')
    await confirmAddress(test, person)
    email = person.email
    const { token } = await inviteByEmail({ role: 'manager' })
    expect((await look(token)).json().hasAccount).toBe(true)
    expect((await accept(token)).json().code).toBe('address-taken')
    const join = (as: string) => post('/api/invitations/join', { token }, as)
    expect((await join('')).statusCode).toBe(401)
    const other = await join(cookie)
    expect([other.statusCode, other.json().title]).toEqual([
      403,
      'This invitation is for a different email address. Log in with that one.',
    ])
    const before = await signInAs(test, person)
    const [notified] = (
      await test.call({ method: 'GET', url: '/api/notifications', headers: { cookie: before } })
    ).json().items
    expect(notified.message).toBe(
      `You’re invited to join ${manager.name} as a manager. Use the link in the email we sent you.`,
    )
    const joined = await join(before)
    expect(joined.statusCode).toBe(200)
    expect(joined.json().session.person.business).toMatchObject({ name: manager.name, role: 'manager' })
    expect(await list(before)).toBeUndefined()
    expect(await list(sessionCookie(joined))).toEqual([])
    expect((await look(token)).statusCode).toBe(410)
  })

  it('does not move a person who joined another business meanwhile', async () => {
    const person = await createAccount(test, 'business')
    email = person.email
    const { token } = await inviteByEmail()
    const rival = await createPerson(test, 'business')
    await test.database.executeAsOwner(
      `insert into business_users (business_id, user_id, role, date_added, created_at, updated_at)
       select business_id, $1, 'viewer', now(), now(), now() from business_users where user_id = $2`,
      [person.id, rival.id],
    )
    const answer = await post('/api/invitations/join', { token }, await signInAs(test, person))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'cannot-be-invited'])
    expect((await look(token)).statusCode).toBe(200)
  })

  it('stays out of the log, and an unknown link reveals nothing', async () => {
    const { token } = await inviteByEmail()
    await look(token)
    expect(test.logged()).not.toContain(token)
    expect(test.logged()).not.toContain(email)
    expect((await look('x'.repeat(43))).statusCode).toBe(410)
    expect((await look('short')).statusCode).toBe(422)
  })
})

describe('without an email server', () => {
  let bare: TestApp
  beforeAll(async () => {
    bare = await startTestApp()
  })
  afterAll(() => bare.close())

  it('the inviter gets the link, which works but does not confirm the address', async () => {
    const headers = { cookie: await signInAs(bare, await createPerson(bare, 'business')) }
    const invited = await bare.call({ method: 'POST', url: invitationsPath, payload: { email }, headers })
    const { link } = invited.json()
    expect(link).toMatch(new RegExp(`^${testOrigin}/invitation#token=[\\w-]{43}$`))
    const again = await bare.call({ method: 'POST', url: invitationsPath, payload: { email }, headers })
    expect(again.json().link).not.toBe(link)
    const token = again.json().link.split('token=')[1]
    const accepted = await bare.call({
      method: 'POST',
      url: '/api/invitations/accept',
      payload: { token, name: 'Ada Marsh', password },
    })
    expect(accepted.statusCode).toBe(201)
    expect(accepted.json().session.person).toMatchObject({
      email,
      isEmailVerified: false,
      business: { role: 'viewer' },
    })
    const listed = await bare.call({ method: 'GET', url: invitationsPath, headers })
    expect(listed.body).not.toContain('token')
    expect(bare.logged()).not.toContain(token)
  })
})
