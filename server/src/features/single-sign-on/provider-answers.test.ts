/** What a provider, or someone in its name, sends back to a browser: against a real provider. */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { CompanyLogin, type Sent, sessionOf } from '../../../test/company-login.ts'
import { type IdentityProvider, startIdentityProvider } from '../../../test/identity-provider.ts'
import { confirmAddress, createPerson, signInAs } from '../../../test/people.ts'
import { createOutgoingPost } from '../../platform/outgoing/outgoing-post.ts'

const ana = {
  sub: 'ana',
  email: 'ana@example.org',
  email_verified: true,
  name: 'Ana Silva',
  groups: ['tax'],
}

let test: TestApp
let idp: IdentityProvider
let company: CompanyLogin
beforeAll(async () => {
  test = await startTestApp({ outgoing: createOutgoingPost({ allowsPrivate: true }) })
  idp = await startIdentityProvider(ana)
  company = await newBusiness()
  await company.turnOn()
})
afterAll(async () => {
  await idp.stop()
  await test.close()
})
beforeEach(() => {
  // The provider tells the real time.
  test.clock.advance(Math.max(0, Date.now() - test.clock.now().getTime()))
  company.register()
  idp.answerToken = undefined
  idp.describe = undefined
})

async function newBusiness(): Promise<CompanyLogin> {
  const manager = await createPerson(test, 'business')
  await confirmAddress(test, manager)
  const cookie = await signInAs(test, manager)
  const { id } = (await sessionOf(test, cookie)).person.business
  return new CompanyLogin(test, idp, { area: 'business', id, cookie })
}

const expectFailed = ({ status, body, cookie }: Sent, what?: string) =>
  expect([status, body.code, cookie], what).toEqual([401, 'company-login-failed', ''])

const asked = ({ body }: Sent, name: string) => new URL(body.url).searchParams.get(name) ?? ''

it('counts once', async () => {
  const first = await company.enter()
  expect(first.body.next).toBe('signed-in')
  expectFailed(await company.complete(first.answer, first.browser))
})

it.each([
  ['another state', (answer: string) => answer.replace(/state=[^&]+/, 'state=another')],
  ['another code', (answer: string) => answer.replace(/code=[^&]+/, 'code=another')],
  ['another issuer', (answer: string) => answer.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')],
  ['no issuer', (answer: string) => answer.replace(/&?iss=[^&]+/, '')],
  ['two codes', (answer: string) => `${answer}&code=another`],
  ['a refusal', () => 'error=access_denied'],
  ['nothing', () => ''],
])('doesn’t count with %s', async (_what, change) => {
  expectFailed(await company.enter(change))
})

it('counts only in the browser that asked', async () => {
  const [started, elsewhere] = [await company.start(), await company.start()]
  const answer = await idp.visit(started.body.url)
  expectFailed(await company.complete(answer, elsewhere.cookie))
})

it('counts only for ten minutes', async () => {
  const started = await company.start()
  const answer = await idp.visit(started.body.url)
  test.clock.advance(11 * 60_000)
  expectFailed(await company.complete(answer, started.cookie))
})

it('counts only for the login that it was asked for: a stolen code opens nothing in another browser', async () => {
  const [stolen, own] = [await company.start(), await company.start()]
  expect([asked(own, 'code_challenge_method'), asked(own, 'code_challenge')]).toEqual([
    'S256',
    expect.stringMatching(/^[\w-]{43}$/),
  ])
  const code = new URLSearchParams(await idp.visit(stolen.body.url)).get('code')
  const answer = (await idp.visit(own.body.url)).replace(/code=[^&]+/, `code=${code}`)
  expectFailed(await company.complete(answer, own.cookie))
})

it.each([
  ['nonce', 'nonce'],
  ['PKCE verifier', 'code_verifier'],
])('is checked by its %s alone', async (_what, column) => {
  const started = await company.start()
  const answer = await idp.visit(started.body.url)
  await test.database.executeAsOwner(`update sign_on_attempts set ${column} = repeat('a', 43)`)
  expectFailed(await company.complete(answer, started.cookie))
})

it('counts only at the business whose login it was', async () => {
  const other = await newBusiness()
  await other.turnOn()
  const started = await other.start()
  const answer = await idp.visit(started.body.url)
  expectFailed(await company.complete(answer, started.cookie))
  // There, it's good; Ana just works for the first business.
  expect((await other.complete(answer, started.cookie)).body.code).toBe('company-login-refused')
})

/** A login for which the provider hands out this token. */
async function enterWith(claims: object, key = idp.key): Promise<Sent> {
  const started = await company.start()
  const at = Math.floor(test.clock.now().getTime() / 1000)
  const token = await new SignJWT({
    iss: idp.issuer,
    aud: idp.clientId,
    sub: 'ana',
    groups: ['tax'],
    nonce: asked(started, 'nonce'),
    iat: at,
    exp: at + 300,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .sign(key.privateKey)
  idp.answerToken = () => ({ access_token: 'a', token_type: 'Bearer', id_token: token })
  const answer = `code=any&state=${asked(started, 'state')}&iss=${encodeURIComponent(idp.issuer)}`
  return company.complete(answer, started.cookie)
}

it('may carry only the token of its own login, for us alone, from this provider', async () => {
  expect((await enterWith({})).body.next).toBe('signed-in')
  const before = asked(await company.start(), 'nonce')
  expectFailed(await enterWith({ nonce: before }), 'the token of a login before')
  expectFailed(await enterWith({ aud: 'another-client' }), 'for another client')
  expectFailed(await enterWith({ aud: [idp.clientId, 'another-client'] }), 'for another client, too')
  expectFailed(await enterWith({ iss: 'https://evil.example' }), 'of another issuer')
})

it('counts after the provider replaced its keys, and not with a key that it replaced', async () => {
  expect((await company.enter()).body.next).toBe('signed-in')
  const former = idp.key
  idp.rotateKeys()
  expect((await company.enter()).body.next).toBe('signed-in')
  expectFailed(await enterWith({}, former))
})

it('is never asked for at a provider that describes itself as another', async () => {
  idp.describe = (answer) => ({ ...answer, issuer: 'https://evil.example' })
  expect((await company.start()).body.code).toBe('provider-not-reachable')
})
