/**
 * How a stranger calls each route that anyone may call: one row for each of them, so that a new route is covered or
 * fails the test by its name. Choices come from the numbers of a step, the most natural one first.
 */
import { documentLimits } from '@exempta/contract/documents/limits'
import { confirmation } from '../certificates.ts'
import { formOf, jpegBytes, pdfBytes } from '../uploads.ts'
import type { GuestBrowser } from './guest-browser.ts'
import type { Known } from './guest-world.ts'
import { oddTexts } from './odd-values.ts'

export class Choices {
  readonly known: Known
  readonly browser: GuestBrowser
  readonly #picks: readonly number[]
  readonly #typedEmail: string | undefined
  #at = 0

  constructor(
    known: Known,
    browser: GuestBrowser,
    { picks, typedEmail }: { picks: readonly number[]; typedEmail: string | undefined },
  ) {
    this.known = known
    this.browser = browser
    this.#picks = picks
    this.#typedEmail = typedEmail
  }

  number(): number {
    return this.#picks[this.#at++ % this.#picks.length] ?? 0
  }

  of<T>(values: readonly T[]): T {
    return values[this.number() % values.length] as T
  }

  /** One of these or, rarely, something that nobody expects there. */
  text(...values: string[]): string {
    return this.number() % 10 === 9 ? this.of(oddTexts) : this.of(values.length > 0 ? values : oddTexts)
  }

  /** A text of this browser's own. */
  word(): string {
    return `canary-${this.browser.owner.mayRead[0]}`
  }

  /** Most often the own address, else one of someone else. */
  email(): string {
    const { email } = this.browser.owner
    if (this.#typedEmail) return this.#typedEmail
    return this.text(email, email, email, ...this.known.addresses)
  }

  async code(): Promise<string> {
    const codes = await this.browser.codes()
    return this.text(...codes.slice(0, 1), ...codes, '000000')
  }

  async oneTimeToken(): Promise<string> {
    const tokens = await this.browser.oneTimeTokens()
    return this.text(...tokens, 'x'.repeat(43))
  }
}

interface Form {
  payload: Buffer
  headers: Record<string, string>
}

interface Move {
  params?: (choices: Choices) => Record<string, string>
  query?: (choices: Choices) => Record<string, string>
  body?: (choices: Choices) => Promise<object> | object
  form?: (choices: Choices) => Promise<Form>
}

const byToken = (choices: Choices) => ({ token: choices.text(...choices.known.requestTokens) })
const byLink = (choices: Choices) => {
  const own = choices.browser.owner.linkId
  return { link: choices.text(own, own, own, ...choices.known.linkIds) }
}
const byGrant = (choices: Choices) => {
  const own = choices.browser.owner.grantId
  return { grant: choices.text(own, own, own, ...choices.known.grantIds) }
}
const byProvider = (choices: Choices) => ({ id: choices.text('00000000-0000-4000-8000-000000000000') })
const document = (choices: Choices) =>
  choices.text(choices.browser.owner.documentId, ...choices.known.documentIds)
const pageNumber = (choices: Choices) => choices.text('1', '2', '0', '200')
const version = (choices: Choices): Record<string, string> =>
  choices.of([{}, { v: '1' }, { v: '2' }, { v: choices.text('0') }])
const paging = (choices: Choices): Record<string, string> =>
  choices.of([{}, { limit: '1' }, { cursor: choices.text('eyJ2IjoxfQ') }, { limit: choices.text('100') }])
const person = {
  name: (choices: Choices) => choices.text(choices.word(), 'Ann'),
  password: 'correct horse 7',
}

async function certificate(choices: Choices): Promise<Form> {
  const word = `${choices.word()} ${choices.of(['', 'uncertain'])}`
  const bytes = choices.of([
    pdfBytes(word),
    pdfBytes(word),
    jpegBytes(word),
    Buffer.from(word),
    Buffer.alloc(0),
  ])
  const field = choices.of(['document', 'document', 'card-front', 'file'] as const)
  return formOf([{ field, name: choices.text(`${choices.word()}.pdf`), bytes }])
}

/** The whole of a small file in one piece, most often. */
const aFile = (choices: Choices) => ({
  name: choices.text(`${choices.word()}.pdf`, ''),
  sizeBytes: choices.of([pdfBytes(choices.word()).length, 1, documentLimits.uploadMaxBytes, 0]),
  modifiedAt: choices.text('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
})

async function piece(choices: Choices): Promise<Form> {
  const form = new FormData()
  const { name, sizeBytes, modifiedAt } = aFile(choices)
  for (const [field, value] of Object.entries({ name, sizeBytes, modifiedAt })) form.append(field, `${value}`)
  form.append('at', choices.text('0', '20'))
  form.append('piece', new Blob([new Uint8Array(pdfBytes(choices.word()))]), 'piece')
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

const shareToken = (choices: Choices) => choices.text(...choices.known.shareTokens)
const auditToken = (choices: Choices) => choices.text(...choices.known.auditTokens)
/** The link that came to this browser's own mailbox; others are known where they were passed on. */
const own = (choices: Choices, tokens: readonly string[]) =>
  tokens[choices.browser.owner.name === 'b' ? 1 : 0] ?? ''

export const moves: Record<string, Move> = {
  'GET /api/r/:token': { params: byToken },
  'GET /api/r/:token/making': {
    params: byToken,
    query: (choices) => ({ state: choices.text('NY', 'ZZ'), kind: choices.text('goods', 'lodging') }),
  },
  'PUT /api/r/:token/making': {
    params: byToken,
    body: (choices) => ({
      ...{ state: choices.text('NY', 'CA'), kind: 'goods', claim: choices.text('resale', 'charity') },
      ...{ number: choices.text('12-3456789', ''), purchaser: choices.text(choices.word()) },
      ...{
        purchaserAddress: '12 Elm Street, Troy NY 12180',
        business: choices.word(),
        items: choices.word(),
      },
      ...{
        isBlanket: choices.of([true, false]),
        order: choices.word(),
        signer: choices.word(),
        title: 'Owner',
      },
    }),
  },
  'POST /api/r/:token/making/signatures': {
    params: byToken,
    body: (choices) => ({
      hash: choices.text('0'.repeat(64)),
      signature: { kind: 'typed', text: choices.word() },
      consents: choices.of([true, false]),
    }),
  },
  'POST /api/r/:token/documents': { params: byToken, form: certificate },
  'DELETE /api/r/:token/documents': { params: byToken },
  'POST /api/r/:token/uploads': { params: byToken, body: aFile },
  'POST /api/r/:token/pieces': { params: byToken, form: piece },
  'GET /api/r/:token/pages/:page': {
    params: (choices) => ({ ...byToken(choices), page: pageNumber(choices) }),
    query: version,
  },
  'POST /api/r/:token/check': {
    params: byToken,
    body: (choices) => ({ version: choices.of([1, 2]), resolution: choices.of(['hidden', 'fine']) }),
  },
  'PUT /api/r/:token/exemption': {
    params: byToken,
    body: (choices) => ({
      ...confirmation,
      purchaser: choices.text(choices.word()),
      version: choices.of([1, 2]),
      seller: choices.text('Summit Wholesale'),
    }),
  },
  'POST /api/r/:token/codes': {
    params: byToken,
    body: (choices) => ({ email: choices.number() % 5 === 4 ? null : choices.email() }),
  },
  'POST /api/r/:token/confirmations': {
    params: byToken,
    body: async (choices) => ({ code: await choices.code() }),
  },
  'POST /api/r/:token/send': { params: byToken },
  'POST /api/r/:token/password': {
    params: byToken,
    body: (choices) => ({ name: person.name(choices), password: person.password }),
  },
  'POST /api/r/:token/refusals': {
    params: byToken,
    body: (choices) => ({ kind: choices.of(['no-email', 'not-exempt']) }),
  },

  'POST /api/shared/look': { body: (choices) => ({ token: shareToken(choices) }) },
  'POST /api/shared/codes': {
    body: (choices) => ({
      token: choices.of([own(choices, choices.known.shareTokens), shareToken(choices)]),
    }),
  },
  'POST /api/shared/viewers': {
    body: async (choices) => ({
      token: choices.of([own(choices, choices.known.shareTokens), shareToken(choices)]),
      code: await choices.code(),
    }),
  },
  'GET /api/shared/:link': { params: byLink },
  'DELETE /api/shared/:link': { params: byLink },
  'GET /api/shared/:link/changes': { params: byLink, query: (choices) => ({ state: choices.text('x') }) },
  'GET /api/shared/:link/documents/:id': {
    params: (choices) => ({ ...byLink(choices), id: document(choices) }),
    query: version,
  },
  'GET /api/shared/:link/documents/:id/pages/:page': {
    params: (choices) => ({ ...byLink(choices), id: document(choices), page: pageNumber(choices) }),
    query: version,
  },
  'GET /api/shared/:link/documents/:id/file': {
    params: (choices) => ({ ...byLink(choices), id: document(choices) }),
  },

  'POST /api/audit/look': { body: (choices) => ({ token: auditToken(choices) }) },
  'POST /api/audit/codes': {
    body: (choices) => ({
      token: choices.of([own(choices, choices.known.auditTokens), auditToken(choices)]),
    }),
  },
  'POST /api/audit/viewers': {
    body: async (choices) => ({
      token: choices.of([own(choices, choices.known.auditTokens), auditToken(choices)]),
      code: await choices.code(),
    }),
  },
  'GET /api/audit/:grant': { params: byGrant },
  'DELETE /api/audit/:grant': { params: byGrant },
  'GET /api/audit/:grant/changes': { params: byGrant, query: (choices) => ({ state: choices.text('x') }) },
  'GET /api/audit/:grant/sales': { params: byGrant, query: paging },
  'GET /api/audit/:grant/certificates': { params: byGrant, query: paging },
  'GET /api/audit/:grant/certificates/:id': {
    params: (choices) => ({ ...byGrant(choices), id: choices.text(...choices.known.certificateIds) }),
  },
  'GET /api/audit/:grant/file': { params: byGrant },
  'GET /api/keys': {},

  'POST /api/chat/guest': {
    body: (choices) => ({
      name: person.name(choices),
      email: choices.email(),
      website: choices.of(['', '', 'x']),
    }),
  },
  'POST /api/chat/open': {},
  'GET /api/chat/status': {},
  'GET /api/chat/messages': {
    query: (choices) =>
      choices.of([{}, { after: '0' }, { before: choices.text('5') }] as Record<string, string>[]),
  },
  'POST /api/chat/messages': {
    body: (choices) => ({ clientId: crypto.randomUUID(), text: choices.text(choices.word()) }),
  },
  'POST /api/chat/read': { body: (choices) => ({ seq: choices.of([1, 0, 5, 2 ** 31]) }) },
  'POST /api/chat/return': { body: async (choices) => ({ token: await choices.oneTimeToken() }) },

  'GET /api/form-stamp': {},
  'POST /api/contact': {
    body: (choices) => ({
      name: person.name(choices),
      email: choices.email(),
      subject: choices.text('Question'),
      message: choices.text(choices.word()),
      website: '',
      stamp: choices.text('x'),
    }),
  },
  'POST /api/applications': {
    form: (choices) =>
      formOf([{ bytes: pdfBytes(choices.word()) }], {
        position: choices.text('general'),
        name: person.name(choices),
        email: choices.email(),
        phone: '555 010 0200',
        stamp: choices.text('x'),
      }),
  },

  'POST /api/accounts': {
    body: (choices) => {
      const email = choices.email()
      // Known and not solved: the address of a business account can't answer requests, even if its owner never
      // registered it. So only their own address is registered as a business here.
      const types = email === choices.browser.owner.email ? ['user', 'business'] : ['user']
      // The owner of the address sees this name after taking the account over, so it's no secret of the stranger.
      const about = { type: choices.of(types), name: choices.text('Ann'), businessName: 'Strangers' }
      return { ...about, email, password: person.password, website: '' }
    },
  },
  'POST /api/setup': {
    body: async (choices) => ({
      token: await choices.oneTimeToken(),
      name: person.name(choices),
      email: choices.email(),
      password: person.password,
    }),
  },
  'GET /api/setup/restore': {},
  'POST /api/setup/restore': {},
  'GET /api/session': {},
  'POST /api/session': { body: (choices) => ({ email: choices.email(), password: person.password }) },
  'DELETE /api/session': {},
  'POST /api/session/second-factor': { body: async (choices) => ({ code: await choices.code() }) },
  'POST /api/session/second-factor/passkey': {},
  'PUT /api/session/second-factor/passkey': {
    body: (choices) => ({ credential: { id: choices.text('x'), response: {} } }),
  },
  'POST /api/password-resets': { body: (choices) => ({ email: choices.email() }) },
  'POST /api/password-resets/complete': {
    body: async (choices) => ({ token: await choices.oneTimeToken(), password: person.password }),
  },
  'POST /api/email-changes/complete': { body: async (choices) => ({ token: await choices.oneTimeToken() }) },
  'POST /api/email-verifications/complete': {
    body: async (choices) => ({ token: await choices.oneTimeToken() }),
  },
  'POST /api/invitations/look': { body: async (choices) => ({ token: await choices.oneTimeToken() }) },
  'POST /api/invitations/accept': {
    body: async (choices) => ({
      token: await choices.oneTimeToken(),
      name: person.name(choices),
      password: person.password,
    }),
  },

  'POST /api/company-logins': { body: (choices) => ({ email: choices.email() }) },
  'POST /api/company-logins/:id': { params: byProvider },
  'POST /api/company-logins/:id/complete': {
    params: byProvider,
    body: async (choices) => ({ response: `code=x&state=${await choices.oneTimeToken()}` }),
  },
  'POST /api/company-logins/:id/logout': {
    params: byProvider,
    body: async (choices) => ({ logout_token: await choices.oneTimeToken() }),
  },

  'GET /api/view/:token': { params: (choices) => ({ token: choices.text(choices.browser.owner.viewToken) }) },
  'GET /api/forms': {},
  'GET /mcp': {},
  'GET /api/settings': {},
  'GET /api/health': {},
  'GET /api/ready': {},
}

/** What people do on each page, in order; a round mixes these with everything else. */
export const usualWays: Record<string, readonly string[]> = {
  'answers a request': [
    'GET /api/r/:token',
    'GET /api/r/:token/making',
    'POST /api/r/:token/documents',
    'GET /api/r/:token/pages/:page',
    'POST /api/r/:token/check',
    'PUT /api/r/:token/exemption',
    'POST /api/r/:token/codes',
    'POST /api/r/:token/confirmations',
    'GET /api/r/:token',
    'POST /api/r/:token/send',
    'POST /api/r/:token/password',
  ],
  'changes the address': [
    'POST /api/r/:token/documents',
    'POST /api/r/:token/codes',
    'POST /api/r/:token/confirmations',
    'wait',
    'POST /api/r/:token/codes',
    'GET /api/r/:token',
    'POST /api/r/:token/send',
  ],
  'uploads in pieces': [
    'POST /api/r/:token/uploads',
    'POST /api/r/:token/pieces',
    'GET /api/r/:token',
    'DELETE /api/r/:token/documents',
  ],
  'opens a share': [
    'POST /api/shared/look',
    'POST /api/shared/codes',
    'POST /api/shared/viewers',
    'GET /api/shared/:link',
    'GET /api/shared/:link/documents/:id',
    'GET /api/shared/:link/documents/:id/pages/:page',
    'GET /api/shared/:link/documents/:id/file',
    'DELETE /api/shared/:link',
    'GET /api/shared/:link',
  ],
  'reads a binder': [
    'POST /api/audit/look',
    'POST /api/audit/codes',
    'POST /api/audit/viewers',
    'GET /api/audit/:grant/file',
    'GET /api/audit/:grant',
    'GET /api/audit/:grant/sales',
    'GET /api/audit/:grant/certificates',
    'GET /api/audit/:grant/certificates/:id',
    'DELETE /api/audit/:grant',
    'GET /api/audit/:grant/file',
  ],
  chats: [
    'POST /api/chat/guest',
    'POST /api/chat/messages',
    'POST /api/chat/open',
    'GET /api/chat/messages',
    'POST /api/chat/read',
  ],
  registers: ['POST /api/accounts', 'GET /api/session', 'POST /api/chat/open', 'DELETE /api/session'],
}

interface Flood {
  before?: readonly string[]
  routes: readonly string[]
  times: number
}

/** What a stranger repeats to use up what others need. */
export const floods: readonly Flood[] = [
  { routes: ['POST /api/r/:token/uploads', 'POST /api/r/:token/pieces'], times: 25 },
  { routes: ['POST /api/r/:token/documents'], times: 25 },
  { before: ['POST /api/r/:token/documents'], routes: ['POST /api/r/:token/codes', 'wait'], times: 8 },
  { routes: ['POST /api/shared/codes', 'wait'], times: 8 },
  { routes: ['POST /api/audit/codes', 'wait'], times: 8 },
  { routes: ['POST /api/chat/guest'], times: 25 },
  { before: ['POST /api/chat/guest'], routes: ['POST /api/chat/messages'], times: 40 },
  { routes: ['POST /api/password-resets'], times: 10 },
]
