import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { vi } from 'vitest'
import type { TestApp } from '../app.ts'
import { readEmails } from '../mailbox.ts'

interface Cookie {
  name: string
  value: string
  path: string
}

interface Owner {
  name: string
  /** The network address that it calls from. */
  source: string
  /** Its mailbox: nobody else reads the codes that are sent there. */
  email: string
  /** The words after `canary-` that its answers may contain. */
  mayRead: readonly string[]
  /** What its codes open: the link of a share with one document, and an auditor's access. */
  linkId: string
  documentId: string
  grantId: string
  /** A signed link to the same document. */
  viewToken: string
}

/** `jar`: as a browser sends them. `none`: a new browser. `replayed`: any that it ever had, wherever they belong. */
export type CookieUse = 'jar' | 'none' | 'replayed'

/** One browser of a guest or an auditor, with its cookies and its mailbox. */
export class GuestBrowser {
  readonly owner: Owner
  readonly #test: TestApp
  #jar: Cookie[] = []
  readonly #all: Cookie[] = []

  constructor(test: TestApp, owner: Owner) {
    this.#test = test
    this.owner = owner
  }

  async call(
    { headers, ...request }: InjectOptions & { url: string },
    use: CookieUse,
    pick: number,
  ): Promise<{ answer: LightMyRequestResponse; sent: Cookie[] }> {
    const path = request.url.split('?')[0] ?? ''
    const sent = this.#cookiesFor(path, use, pick)
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    const answer = await this.#test.call({
      ...request,
      remoteAddress: this.owner.source,
      headers: { ...headers, cookie },
    })
    for (const { name, value, path: at = '/', maxAge } of answer.cookies) {
      this.#jar = this.#jar.filter((known) => known.name !== name || known.path !== at)
      if (value === '' || maxAge === 0) continue
      this.#jar.push({ name, value, path: at })
      this.#all.push({ name, value, path: at })
    }
    return { answer, sent }
  }

  /** Codes that came by email, the newest first. */
  async codes(): Promise<string[]> {
    const emails = await readEmails(this.#test, this.owner.email)
    return emails.flatMap(({ text }) => text.match(/\b\d{6}\b/g) ?? []).reverse()
  }

  /** One-time links that came by email, the newest first. */
  async oneTimeTokens(): Promise<string[]> {
    const emails = await readEmails(this.#test, this.owner.email)
    return emails.flatMap(({ text }) => text.match(/(?<=token=)[\w-]{43}/g) ?? []).reverse()
  }

  /** The newest one-time link, after another one has come besides those that are known. */
  awaitOneTimeToken(knownCount: number): Promise<string> {
    return vi.waitFor(
      async () => {
        const tokens = await this.oneTimeTokens()
        if (tokens.length <= knownCount) throw new Error(`No link was emailed to ${this.owner.email}`)
        return tokens[0] ?? ''
      },
      { timeout: 30_000, interval: 50 },
    )
  }

  #cookiesFor(path: string, use: CookieUse, pick: number): Cookie[] {
    if (use === 'none') return []
    if (use === 'jar') return this.#jar.filter(({ path: at }) => at === '/' || path.startsWith(at))
    const names = [...new Set(this.#all.map(({ name }) => name))]
    return names.flatMap((name) => {
      const some = this.#all.filter((cookie) => cookie.name === name)
      return some[pick % some.length] ?? []
    })
  }
}
