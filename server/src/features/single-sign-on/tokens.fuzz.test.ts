/** Mangled ID tokens and logout tokens, made from good ones: nobody gets in, and nobody is logged out. */
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { exportSPKI, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { CompanyLogin, sessionOf } from '../../../test/company-login.ts'
import { dice } from '../../../test/dice.ts'
import { type IdentityProvider, startIdentityProvider } from '../../../test/identity-provider.ts'
import { confirmAddress, createPerson, signInAs } from '../../../test/people.ts'
import { createOutgoingPost } from '../../platform/outgoing/outgoing-post.ts'

/** `npm run test:long` tries 10,000. */
const tokens = Number(process.env.FUZZ_TOKENS ?? 120)
const seed = Number(process.env.FUZZ_SEED ?? 59)
const roll = dice(seed)

let test: TestApp
let idp: IdentityProvider
let company: CompanyLogin
let businessId: string
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
beforeAll(async () => {
  test = await startTestApp({ outgoing: createOutgoingPost({ allowsPrivate: true }) })
  idp = await startIdentityProvider({
    sub: 'ana',
    email: 'ana@example.org',
    email_verified: true,
    name: 'Ana Silva',
    groups: [],
  })
  await turnOn()
})
afterAll(async () => {
  await idp.stop()
  await test.close()
})

const session = (cookie: string) => sessionOf(test, cookie)

async function turnOn() {
  const manager = await createPerson(test, 'business')
  await confirmAddress(test, manager)
  const cookie = await signInAs(test, manager)
  businessId = (await session(cookie)).person.business.id
  company = new CompanyLogin(test, idp, { area: 'business', id: businessId, cookie })
  await company.turnOn({ managerGroups: [], viewerGroups: [] })
}

/** A login that ends with this ID token; the provider is asked for nothing else. */
async function enterWith(makeToken: (nonce: string) => Promise<string>) {
  const started = await company.start()
  const asked = new URL(started.body.url).searchParams
  const token = await makeToken(asked.get('nonce') ?? '')
  idp.answerToken = () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: token })
  const answer = `code=any&state=${asked.get('state')}&iss=${encodeURIComponent(idp.issuer)}`
  return company.complete(answer, started.cookie)
}

const logOutWith = (token: string) =>
  test.app.inject({
    method: 'POST',
    url: `/api/company-logins/${businessId}/logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })

type Claims = Record<string, unknown>
const nowSeconds = () => Math.floor(test.clock.now().getTime() / 1000)

const idClaims = (nonce: string): Claims => ({
  iss: idp.issuer,
  aud: idp.clientId,
  sub: 'ana',
  sid: 'session-of-ana',
  email: 'ana@example.org',
  email_verified: true,
  nonce,
  iat: nowSeconds(),
  exp: nowSeconds() + 300,
})
const logoutClaims = (): Claims => ({
  iss: idp.issuer,
  aud: idp.clientId,
  sub: 'ana',
  jti: `logout-${roll.below(2 ** 30)}`,
  iat: nowSeconds(),
  exp: nowSeconds() + 120,
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
})

const sign = (claims: Claims, header: object = {}, key = idp.key.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: idp.key.kid, ...header }).sign(key)

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (claims: Claims, secret: string) => {
  const start = `${encoded({ alg: 'HS256', kid: idp.key.kid })}.${encoded(claims)}`
  return `${start}.${createHmac('sha256', secret).update(start).digest('base64url')}`
}

/** Another character where it changes what the part says. */
function withChangedCharacter(token: string, part: number): string {
  const parts = token.split('.')
  const text = parts[part] ?? ''
  const at = roll.below(text.length - 4)
  parts[part] = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  return parts.join('.')
}

const without = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([own]) => own !== name))

/** Each makes a token that must not count of the claims of one that would. */
const mangles: Record<string, (claims: Claims) => Promise<string> | string> = {
  'a changed header': async (claims) => withChangedCharacter(await sign(claims), 0),
  'a changed claim': async (claims) => withChangedCharacter(await sign(claims), 1),
  'a changed signature': async (claims) => withChangedCharacter(await sign(claims), 2),
  'no signature': (claims) => `${encoded({ alg: roll.of('none', 'None', 'NONE') })}.${encoded(claims)}.`,
  'no signature under a key': (claims) =>
    `${encoded({ alg: 'RS256', kid: idp.key.kid })}.${encoded(claims)}.`,
  'the client secret as key': (claims) => hmac(claims, idp.clientSecret),
  'the public key as key': async (claims) => hmac(claims, await exportSPKI(idp.key.publicKey)),
  'the key of a stranger': (claims) => sign(claims, {}, stranger.privateKey),
  'a key that came along': (claims) =>
    sign(claims, { kid: undefined, jwk: stranger.publicKey.export({ format: 'jwk' }) }, stranger.privateKey),
  'an unknown extension': async (claims) => {
    const [, payload, signature] = (await sign(claims)).split('.')
    return `${encoded({ alg: 'RS256', kid: idp.key.kid, crit: ['b64'], b64: false })}.${payload}.${signature}`
  },
  'another issuer': (claims) =>
    sign({ ...claims, iss: roll.of('https://evil.example', `${idp.issuer}/`, '') }),
  'another audience': (claims) => sign({ ...claims, aud: roll.of<unknown>('other', ['other'], '', []) }),
  'a missing claim': (claims) =>
    sign(without(claims, roll.of('iss', 'aud', 'iat', claims.nonce ? 'exp' : 'events'))),
  'another purpose': (claims) => sign(claims.nonce ? without(claims, 'nonce') : { ...claims, nonce: 'any' }),
  'another nonce': (claims) => sign({ ...claims, nonce: `nonce-${roll.below(1000)}` }),
  'an old token': (claims) =>
    sign({ ...claims, iat: nowSeconds() - 900, exp: nowSeconds() - 90 - roll.below(600) }),
  'a cut token': async (claims) => {
    const token = await sign(claims)
    return token.slice(0, 1 + roll.below(token.length - 8))
  },
  'another shape': async (claims) => {
    const [header, payload, signature] = (await sign(claims)).split('.')
    return roll.of(
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.x`,
      `${payload}.${header}.${signature}`,
    )
  },
}

it(`lets nobody in and out with ${tokens} mangled tokens (seed ${seed})`, {
  timeout: 3_600_000,
}, async () => {
  const entered = await enterWith((nonce) => sign(idClaims(nonce)))
  expect(entered.body.next).toBe('signed-in')
  const isIn = async () => (await session(entered.cookie)) !== null
  const names = Object.keys(mangles)
  for (let at = 0; at < tokens; at++) {
    const name = names[at % names.length] ?? ''
    const mangle = mangles[name]
    if (!mangle) throw new Error(name)
    const refused = await enterWith(async (nonce) => mangle(idClaims(nonce)))
    expect([refused.status, refused.body.code, refused.cookie], `${name}, number ${at}`).toEqual([
      401,
      'company-login-failed',
      '',
    ])
    const out = await logOutWith(await mangle(logoutClaims()))
    expect(out.statusCode, `${name} to log out, number ${at}`).toBe(400)
  }
  expect(await isIn()).toBe(true)
  const token = await sign(logoutClaims())
  expect((await logOutWith(token)).statusCode).toBe(204)
  expect(await isIn()).toBe(false)
  expect((await logOutWith(token)).statusCode, 'the same logout again').toBe(400)
})

it('allows for clocks that differ by half a minute, and not by two', async () => {
  const shifted = (seconds: number) =>
    enterWith((nonce) => sign({ ...idClaims(nonce), iat: nowSeconds() - 300, exp: nowSeconds() + seconds }))
  expect((await shifted(-30)).body.next).toBe('signed-in')
  expect((await shifted(-120)).body.code).toBe('company-login-failed')
})
