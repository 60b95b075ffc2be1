/** A real OpenID Connect provider, as a company runs one, that logs in whom the test says without asking. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type ProviderContext } from 'oidc-provider'

/** What the provider knows about a person. */
interface CompanyPerson {
  sub: string
  email: string
  email_verified?: boolean | undefined
  name: string
  groups: string[]
  /** How they logged in at the provider. */
  amr?: string[]
  acr?: string
}

export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whom the next login is. */
  person: CompanyPerson
  /** The key that signs now. */
  key: { privateKey: KeyObject; publicKey: KeyObject; kid: string }
  /** Answers in place of the token endpoint. */
  answerToken: (() => unknown) | undefined
  /** Replaces what the provider says about itself. */
  describe: ((answer: Record<string, unknown>) => unknown) | undefined
  /** Signs with a new key; the old one is no longer published. */
  rotateKeys(): void
  /** Registers where people come back to, and where logouts are sent. */
  register(redirectAddress: string, logoutAddress: string): void
  /** Goes through the provider like a browser; answers the query of the page that it opens at the end. */
  visit(url: string): Promise<string>
  /** Ends the sessions of a person at the company: sends a logout token of its own making. */
  logOut(subject: string, session: string): Promise<void>
  stop(): Promise<void>
}

export async function startIdentityProvider(person: CompanyPerson): Promise<IdentityProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void
  const server = createServer((request, response) => handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let provider: Provider
  const stored = new Map<string, Stored>()
  let addresses = { redirect: `${issuer}/nowhere`, logout: `${issuer}/nowhere` }

  function build() {
    provider = new Provider(issuer, configuration(idp, addresses, stored))
    provider.use((ctx, next) => serve(idp, provider, ctx, next))
    handle = provider.callback()
  }
  const idp: IdentityProvider = {
    issuer,
    clientId: 'exempta',
    clientSecret: 'a secret only for tests',
    person,
    key: newKey(),
    answerToken: undefined,
    describe: undefined,
    rotateKeys() {
      idp.key = newKey()
      build()
    },
    register(redirect, logout) {
      addresses = { redirect, logout }
      build()
    },
    visit: (url) => visit(url, issuer),
    async logOut(subject, session) {
      const client = await provider.Client.find(idp.clientId)
      await client?.backchannelLogout(subject, session)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  build()
  return idp
}

let keys = 0

function newKey() {
  keys += 1
  return { ...generateKeyPairSync('rsa', { modulusLength: 2048 }), kid: `key-${keys}` }
}

interface Stored {
  uid?: string
  grantId?: string
  consumed?: number
}

/** What the provider remembers, also with new keys. */
const adapterOf = (stored: Map<string, Stored>) => (kind: string) => ({
  upsert: async (id: string, payload: Stored) => void stored.set(`${kind} ${id}`, payload),
  find: async (id: string) => stored.get(`${kind} ${id}`),
  findByUid: async (uid: string) => [...stored.values()].find((payload) => payload.uid === uid),
  consume: async (id: string) => Object.assign(stored.get(`${kind} ${id}`) ?? {}, { consumed: 1 }),
  destroy: async (id: string) => void stored.delete(`${kind} ${id}`),
  revokeByGrantId: async (grantId: string) => {
    for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
  },
})

function configuration(
  idp: IdentityProvider,
  addresses: { redirect: string; logout: string },
  stored: Map<string, Stored>,
): object {
  const seconds = () => 3600
  return {
    adapter: adapterOf(stored),
    clients: [
      {
        client_id: idp.clientId,
        client_secret: idp.clientSecret,
        redirect_uris: [addresses.redirect],
        backchannel_logout_uri: addresses.logout,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: {
      keys: [{ ...idp.key.privateKey.export({ format: 'jwk' }), kid: idp.key.kid, use: 'sig', alg: 'RS256' }],
    },
    cookies: { keys: ['only for tests'] },
    claims: {
      openid: ['sub', 'acr', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
      sid: null,
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    ttl: {
      AccessToken: seconds,
      AuthorizationCode: () => 60,
      Grant: seconds,
      IdToken: seconds,
      Interaction: seconds,
      Session: seconds,
    },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => {
        const { amr: _amr, acr: _acr, ...claims } = idp.person
        return claims
      },
    }),
    async loadExistingGrant({ oidc }: ProviderContext) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    // Where the test's own server is.
    fetch: (url: string | URL, options: RequestInit) =>
      fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    renderError: (ctx: ProviderContext, out: object) => {
      ctx.body = JSON.stringify(out)
    },
  }
}

async function serve(
  idp: IdentityProvider,
  provider: Provider,
  ctx: ProviderContext,
  next: () => Promise<void>,
): Promise<void> {
  if (ctx.path.startsWith('/interaction/')) {
    const { sub, amr, acr } = idp.person
    ctx.respond = false
    await provider.interactionFinished(ctx.req, ctx.res, {
      login: { accountId: sub, remember: false, ...(amr && { amr }), ...(acr && { acr }) },
    })
    return
  }
  if (ctx.path === '/token' && idp.answerToken) {
    ctx.body = idp.answerToken()
    return
  }
  await next()
  if (ctx.path === '/.well-known/openid-configuration' && idp.describe) {
    ctx.body = idp.describe(ctx.body as Record<string, unknown>)
  }
}

async function visit(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let steps = 0; steps < 10; steps++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    await response.body?.cancel()
    url = new URL(location, url).href
    if (!url.startsWith(`${issuer}/`)) return new URL(url).search.slice(1)
  }
  throw new Error('The provider goes round in circles')
}
