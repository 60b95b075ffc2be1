/** Single sign-on as a manager or an administrator sets it up, and logins by it as a browser makes them. */
import { expect } from 'vitest'
import { systemActor } from '../src/platform/db/actor.ts'
import { type TestApp, testOrigin } from './app.ts'
import type { IdentityProvider } from './identity-provider.ts'

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

export type Sent = Awaited<ReturnType<typeof sendTo>>

/** An answer, with the cookies that it set. */
export async function sendTo(test: TestApp, method: Method, url: string, payload?: object, cookie = '') {
  const response = await test.call({ method, url, ...(payload && { payload }), headers: { cookie } })
  const cookies = response.cookies.filter(({ value }) => value).map(({ name, value }) => `${name}=${value}`)
  return {
    status: response.statusCode,
    body: response.body ? JSON.parse(response.body) : undefined,
    cookie: cookies.join('; '),
  }
}

export const sessionOf = async (test: TestApp, cookie: string) =>
  (await sendTo(test, 'GET', '/api/session', undefined, cookie)).body.session

/** What the provider calls the session with which this person came. */
export async function providerSessionOf({ services }: TestApp, subject: string): Promise<string> {
  const row = await services.database.transact(systemActor, (tx) =>
    tx
      .selectFrom('sessions')
      .select('sign_on_session')
      .where('sign_on_subject', '=', subject)
      .executeTakeFirstOrThrow(),
  )
  if (row.sign_on_session === null) throw new Error('The session has no name at the provider.')
  return row.sign_on_session
}

interface Owner {
  area: 'business' | 'admin'
  /** Of the provider: the business's ID, or the administrators' one. */
  id: string
  /** Of whoever sets it up. */
  cookie: string
  /** Where the provider's programs find the app. */
  appUrl?: string
}

export class CompanyLogin {
  readonly path: string
  readonly #test: TestApp
  readonly #idp: IdentityProvider
  readonly #owner: Owner

  constructor(test: TestApp, idp: IdentityProvider, owner: Owner) {
    this.path = `/api/${owner.area}/single-sign-on`
    this.#test = test
    this.#idp = idp
    this.#owner = owner
    this.register()
  }

  /** The provider knows one client: the last one that was registered. */
  register(): void {
    const { id, appUrl = testOrigin } = this.#owner
    this.#idp.register(`${testOrigin}/company-login/${id}`, `${appUrl}/api/company-logins/${id}/logout`)
  }

  #send(method: Method, url: string, payload?: object): Promise<Sent> {
    return sendTo(this.#test, method, url, payload, this.#owner.cookie)
  }

  connection(changes: object = {}) {
    return {
      version: 0,
      issuer: this.#idp.issuer,
      clientId: this.#idp.clientId,
      clientSecret: this.#idp.clientSecret,
      domains: ['example.org'],
      groupClaim: 'groups',
      managerGroups: ['tax-leads'],
      viewerGroups: ['tax'],
      ...changes,
    }
  }

  async version(): Promise<number> {
    return (await this.#send('GET', this.path)).body.provider?.version ?? 0
  }

  async tryIt(): Promise<Sent> {
    const started = await this.#send('POST', `${this.path}/trials`)
    const response = await this.#idp.visit(started.body.url)
    return this.complete(response, `${this.#owner.cookie}; ${started.cookie}`)
  }

  async switch(state: { isOn: boolean; isRequired?: boolean; emergencyPersonId?: string }): Promise<Sent> {
    return this.#send('PUT', `${this.path}/state`, {
      version: await this.version(),
      isRequired: false,
      emergencyPersonId: null,
      ...state,
    })
  }

  /** With an emergency manager, it's required, too. */
  async turnOn(changes: object = {}, emergencyPersonId?: string): Promise<void> {
    expect((await this.#send('PUT', this.path, this.connection(changes))).status).toBe(200)
    expect((await this.tryIt()).body).toMatchObject({ next: 'tried' })
    const isRequired = emergencyPersonId !== undefined
    const on = await this.switch({ isOn: true, ...(isRequired && { isRequired, emergencyPersonId }) })
    expect([on.status, on.body.provider]).toMatchObject([200, { isOn: true, isRequired }])
  }

  /** Begins in a browser of its own, where the cookie stays. */
  start(): Promise<Sent> {
    return sendTo(this.#test, 'POST', `/api/company-logins/${this.#owner.id}`)
  }

  complete(response: string, browser: string): Promise<Sent> {
    const url = `/api/company-logins/${this.#owner.id}/complete`
    return sendTo(this.#test, 'POST', url, { response }, browser)
  }

  /** Logs in with the company account; the cookie is empty when it fails. */
  async enter(change: (answer: string) => string = (answer) => answer) {
    const started = await this.start()
    const answer = change(await this.#idp.visit(started.body.url))
    const finished = await this.complete(answer, started.cookie)
    return { ...finished, answer, browser: started.cookie }
  }
}
