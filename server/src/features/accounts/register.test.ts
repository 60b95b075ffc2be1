import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { systemActor } from '../../platform/db/actor.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

let made = 0
const newcomer = () => {
  made += 1
  return {
    type: 'user',
    name: 'Rosa Delgado',
    email: `rosa-${made}@example.org`,
    password: 'plum harbor lamp',
  }
}
const register = (payload: object) => test.call({ method: 'POST', url: '/api/accounts', payload })
const countOf = (table: 'users' | 'businesses' | 'business_users') =>
  test.services.database.transact(systemActor, async (tx) => {
    const rows = await tx.selectFrom(table).select('id').execute()
    return rows.length
  })

describe('registering', () => {
  it('creates a user who is logged in at once', async () => {
    const input = newcomer()
    const answer = await register(input)
    expect(answer.statusCode).toBe(201)
    const { person, duty } = answer.json().session
    expect(person).toMatchObject({ email: input.email, role: 'user', isEmailVerified: false, business: null })
    expect(duty).toBeNull()
    const actions = (await auditOf(test, person.id)).map((row) => row.action)
    expect(actions.sort()).toEqual(['account.create', 'session.sign-in'])
  })

  it('creates no account when a bot fills the hidden field', async () => {
    const before = await countOf('users')
    const answer = await register({ ...newcomer(), website: 'https://cheap.example' })
    expect([answer.statusCode, await countOf('users')]).toEqual([422, before])
  })

  it("ends the browser's previous session", async () => {
    const cookieOf = (answer: { cookies: { name: string; value: string }[] }) =>
      `exempta_session=${answer.cookies.find(({ name }) => name === 'exempta_session')?.value}`
    const cookie = cookieOf(await register(newcomer()))
    const sessionWith = async () =>
      (await test.call({ method: 'GET', url: '/api/session', headers: { cookie } })).json().session
    expect(await sessionWith()).not.toBeNull()
    await test.call({ method: 'POST', url: '/api/accounts', headers: { cookie }, payload: newcomer() })
    expect(await sessionWith()).toBeNull()
  })

  it('creates a business with its first manager, waiting for activation', async () => {
    const answer = await register({ ...newcomer(), type: 'business', businessName: 'Maple Street Supply' })
    const { person } = answer.json().session
    expect(person).toMatchObject({
      name: 'Rosa Delgado',
      role: 'business',
      business: { name: 'Maple Street Supply', status: 'pending', role: 'manager', memberStatus: 'active' },
    })
    const row = await test.services.database.transact(systemActor, (tx) =>
      tx.selectFrom('businesses').selectAll().where('id', '=', person.business.id).executeTakeFirstOrThrow(),
    )
    expect(row).toMatchObject({ verified: false, user_count: 1, documents_received: 0 })
  })

  it('knows the first login from all later ones', async () => {
    const { email, password, ...rest } = newcomer()
    const first = (await register({ email, password, ...rest })).json().session
    const again = await test.call({ method: 'POST', url: '/api/session', payload: { email, password } })
    expect([first.isFirstLogin, again.json().session.isFirstLogin]).toEqual([true, false])
  })

  it('leaves nothing behind when the address is taken, even by a concurrent request', async () => {
    const input = { ...newcomer(), type: 'business', businessName: 'Elm Street Grocers' }
    const before = [await countOf('users'), await countOf('businesses')] as const
    const answers = await Promise.all([
      register(input),
      register({ ...input, email: input.email.toUpperCase() }),
    ])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
    const refused = answers.find((answer) => answer.statusCode === 409)?.json()
    expect(refused).toMatchObject({
      code: 'address-taken',
      title: 'An account with this email already exists',
      fields: [{ path: 'email', message: 'An account with this email already exists' }],
    })
    expect([await countOf('users'), await countOf('businesses')]).toEqual([before[0] + 1, before[1] + 1])
  })

  it('makes repeated attempts with one address wait', async () => {
    const input = newcomer()
    const codes: number[] = []
    for (let at = 0; at < 7; at++) codes.push((await register(input)).statusCode)
    expect(codes).toEqual([201, 409, 409, 409, 409, 409, 429])
  })

  it('shows members their own business and no other', async () => {
    const businesses: { person: { id: string; business: { id: string } } }[] = []
    for (let at = 0; at < 2; at++) {
      businesses.push(
        (await register({ ...newcomer(), type: 'business', businessName: 'Elm' })).json().session,
      )
    }
    const [own, other] = businesses.map(({ person }) => person)
    if (!own || !other) throw new Error('There were no businesses')
    const seen = await test.services.database.transact(
      { kind: 'person', id: own.id, role: 'business', businessId: own.business.id },
      (tx) => tx.selectFrom('businesses').select('id').execute(),
    )
    expect(seen).toEqual([{ id: own.business.id }])
  })

  it.each([
    ['a forged role', { type: 'admin' }],
    ['a role beside the type', { role: 'admin' }],
    ['a status', { status: 'active' }],
    ['an id', { id: '0197a1b2-4c5d-7000-8000-000000000001' }],
    ['a short password', { password: 'short' }],
    ['a password that is an array', { password: ['plum harbor lamp'] }],
    ['no name', { name: ' ' }],
    ['a business without its name', { type: 'business' }],
    ['an empty name of the business', { type: 'business', businessName: ' ' }],
    ['a name with a zero byte', { name: 'Ro\u0000sa' }],
  ])('refuses %s', async (_name, wrong) => {
    const answer = await register({ ...newcomer(), ...wrong })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid-input'])
  })

  it.each([
    ['common', 'password123'],
    ['common in capitals', 'PassWord123'],
    ['one sign again and again', 'aaaaaaaaaaaa'],
    ["the person's own name", 'rosa delgado 1'],
    ["the product's name", 'Exempta2026!'],
    ['common, with a digit for a letter', 'Passw0rd!'],
    ['common, with signs for letters', 'P@$$w0rd'],
    ['common, with a sign before it', '!Passw0rd1'],
    ['common, beginning with a sign for a letter', '$unsh1ne!'],
    ['common, with a year', 'Summer2026!'],
    ['common, with digits and signs', 'Qwerty12#'],
    ['common, with 1 for l', 'He11o2026'],
    ['common, with accents', 'Pässwörd!'],
    ['common, in wide letters', 'Ｐａｓｓｗｏｒｄ１'],
    ['digits that are common', '12345678!'],
    ["the person's own name, with digits for letters", 'R0s4De1gado!'],
  ])('refuses a password that is %s', async (_name, password) => {
    const answer = await register({ ...newcomer(), password })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'weak-password'])
    expect(answer.json().fields[0].path).toBe('password')
  })

  it.each(['plum harbor lamp 7', 'xK7#love92qT', 'love-83920174', 'Vt9$kQ2!'])(
    'takes %s, which merely holds a common word or looks random',
    async (password) => {
      expect((await register({ ...newcomer(), password })).statusCode).toBe(201)
    },
  )

  it.each([
    ['a zero byte', 'plum\u0000harbor lamp'],
    ['almost 1024 characters', 'ü'.repeat(500) + 'plum harbor'.repeat(45)],
  ])('accepts a password with %s, without cutting it', async (_name, password) => {
    const input = { ...newcomer(), password }
    expect((await register(input)).statusCode).toBe(201)
    const cut = { email: input.email, password: password.split('\u0000')[0]?.slice(0, 900) ?? '' }
    const { email } = input
    const attempt = (payload: object) => test.call({ method: 'POST', url: '/api/session', payload })
    expect((await attempt(cut)).statusCode).toBe(401)
    expect((await attempt({ email, password })).statusCode).toBe(200)
  })

  it('refuses a body too large for any password before reading it', async () => {
    const answer = await register({ ...newcomer(), password: 'x'.repeat(1_000_000) })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too-large'])
  })
})
