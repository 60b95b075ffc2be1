import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { readEmails } from '../../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { SoftwarePasskey } from '../../../../test/software-passkey.ts'
import { enrol, signInHalfway } from '../../../../test/two-factor.ts'
import { limits } from '../limits.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const party = { origin: testOrigin, rpId: 'localhost' }
const ownUrl = '/api/two-factor/passkeys'
const signInUrl = '/api/session/second-factor/passkey'
const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, cookie: string, payload?: object) =>
  test.call({ method, url, headers: { cookie }, ...(payload && { payload }) })

async function ask(url: string, cookie: string, payload?: object): Promise<string> {
  return (await call('POST', url, cookie, payload)).json().options.challenge
}
async function withPasskey(person?: TestPerson) {
  const owner = person ?? (await createPerson(test))
  const { cookie } = await enrol(test, owner)
  const passkey = new SoftwarePasskey()
  const challenge = await ask(ownUrl, cookie, { password: owner.password })
  const response = passkey.create(challenge, party)
  const added = await call('PUT', ownUrl, cookie, { name: 'My laptop', response })
  expect(added.statusCode).toBe(201)
  return { owner, cookie, passkey, id: added.json().passkey.id as string, response }
}

describe('adding a passkey', () => {
  it('lists it and offers it at login', async () => {
    const { owner, cookie, id } = await withPasskey()
    const state = await test.call({ method: 'GET', url: '/api/two-factor', headers: { cookie } })
    expect(state.json().passkeys).toMatchObject([{ id, name: 'My laptop', lastUsedAt: null }])
    expect((await signInHalfway(test, owner)).answer.factors).toEqual(['code', 'backup-code', 'passkey'])
    expect(await auditOf(test, id)).toMatchObject([{ action: 'passkey.create', actor_id: owner.id }])
  })

  it('needs two-factor and the password', async () => {
    const person = await createPerson(test)
    const without = await signInAs(test, person)
    expect((await call('POST', ownUrl, without, { password: person.password })).statusCode).toBe(409)
    const { cookie } = await enrol(test, person)
    expect((await call('POST', ownUrl, cookie, { password: 'wrong password' })).statusCode).toBe(403)
  })

  it('accepts a response once, in time, to this challenge and from this origin', async () => {
    const { cookie, owner, response } = await withPasskey()
    const add = (answer: object) => call('PUT', ownUrl, cookie, { name: 'Another', response: answer })
    const begin = () => ask(ownUrl, cookie, { password: owner.password })
    expect((await add(response)).json().code).toBe('wrong-code')
    await begin()
    expect((await add(new SoftwarePasskey().create('b3RoZXI', party))).json().code).toBe('wrong-code')
    const elsewhere = { ...party, origin: 'https://evil.example' }
    expect((await add(new SoftwarePasskey().create(await begin(), elsewhere))).json().code).toBe('wrong-code')
    const late = new SoftwarePasskey().create(await begin(), party)
    test.clock.advance(limits.passkeyQuestionMs)
    expect((await add(late)).json().code).toBe('wrong-code')
    await begin()
    expect((await add({ id: 1, response: { clientDataJSON: [] } })).json().code).toBe('wrong-code')
  })
})

describe('logging in with a passkey', () => {
  it('starts a session, once', async () => {
    const { owner, passkey } = await withPasskey()
    const { cookie } = await signInHalfway(test, owner)
    const response = passkey.get(await ask(signInUrl, cookie), party)
    const answers = await Promise.all([1, 2].map(() => call('PUT', signInUrl, cookie, { response })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    const done = answers.find(({ statusCode }) => statusCode === 200)
    expect(done?.json().session.person.id).toBe(owner.id)
    const again = await signInHalfway(test, owner)
    await ask(signInUrl, again.cookie)
    expect((await call('PUT', signInUrl, again.cookie, { response })).json().code).toBe('wrong-code')
  })

  it("accepts no other person's passkey and no forged one", async () => {
    const { owner, passkey } = await withPasskey()
    const stranger = await withPasskey()
    const { cookie } = await signInHalfway(test, owner)
    const foreign = stranger.passkey.get(await ask(signInUrl, cookie), party)
    expect((await call('PUT', signInUrl, cookie, { response: foreign })).json().code).toBe('wrong-code')
    const forged = new SoftwarePasskey().get(await ask(signInUrl, cookie), party)
    const id = passkey.id.toString('base64url')
    const response = { ...forged, id, rawId: id }
    expect((await call('PUT', signInUrl, cookie, { response })).json().code).toBe('wrong-code')
  })

  it('needs the right password first', async () => {
    expect((await call('POST', signInUrl, '')).statusCode).toBe(401)
    expect((await call('PUT', signInUrl, '', { response: {} })).statusCode).toBe(401)
  })
})

describe('removing a passkey', () => {
  it('needs the password and only works for its owner', async () => {
    const { owner, cookie, id } = await withPasskey()
    const stranger = await withPasskey()
    const url = `${ownUrl}/${id}`
    const foreign = await call('DELETE', url, stranger.cookie, { password: stranger.owner.password })
    expect(foreign.statusCode).toBe(404)
    expect((await call('DELETE', url, cookie, { password: 'wrong password' })).statusCode).toBe(403)
    expect((await call('DELETE', url, cookie, { password: owner.password })).statusCode).toBe(204)
    expect((await signInHalfway(test, owner)).answer.factors).toEqual(['code', 'backup-code'])
    const subjects = (await readEmails(test, owner.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining([
        'A passkey was added to your account',
        'A passkey was removed from your account',
      ]),
    )
  })
})
