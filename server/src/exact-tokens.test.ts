import { beforeAll, describe, expect, it } from 'vitest'
import { makeKey } from '../test/api-keys.ts'
import type { TestApp } from '../test/app.ts'
import { awaitEmail, linkIn, tokenIn } from '../test/mailbox.ts'
import { createPerson, signInAs } from '../test/people.ts'
import { sharingScene } from '../test/sharing.ts'
import { formOf, pdfBytes } from '../test/uploads.ts'
import { limits } from './features/public/limits.ts'

const { scene, post, share, newDocument } = sharingScene()
let test: TestApp
let document: string
beforeAll(async () => {
  ;({ test } = scene)
  document = await newDocument()
})

let addresses = 0
const freshAddress = () => {
  addresses += 1
  return `exact-${addresses}@example.org`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Differs in bits that lenient decoders drop. */
const flipLast = (token: string, bits: number) =>
  token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? '') ^ bits]

const changes: Record<string, (token: string) => string> = {
  'with its last bit flipped': (token) => flipLast(token, 1),
  'with its second last bit flipped': (token) => flipLast(token, 2),
  'with its last two bits flipped': (token) => flipLast(token, 3),
  'with one more part': (token) => `${token}.x`,
  'with an empty part': (token) => `${token}.`,
  'with padding': (token) => `${token}=`,
  'with a space behind it': (token) => `${token} `,
  'with a space before it': (token) => ` ${token}`,
  'with a line end behind it': (token) => `${token}\n`,
  'in the other alphabet of base64': (token) => token.replaceAll('-', '+').replaceAll('_', '/').concat('+'),
  'cut short': (token) => token.slice(0, -1),
}

interface Kind {
  make(): Promise<string>
  /** The status of the answer to it. */
  use(token: string): Promise<number>
}
const kinds: Record<string, Kind> = {
  'a view link': {
    make: async () =>
      (await post(`/api/documents/${document}/view-links`, {})).json().url.slice('/api/view/'.length),
    use: async (token) =>
      (await test.call({ method: 'GET', url: `/api/view/${encodeURIComponent(token)}` })).statusCode,
  },
  'a form stamp': {
    make: async () => {
      const { stamp } = (await test.call({ method: 'GET', url: '/api/form-stamp' })).json()
      test.clock.advance(limits.formFilledMinMs)
      return stamp
    },
    use: async (stamp) => {
      const form = { name: 'Ada', email: freshAddress(), subject: 'Hello', message: 'Hello', website: '' }
      return (await post('/api/contact', { ...form, stamp }, '')).statusCode
    },
  },
  'a share link': {
    make: async () => {
      const email = freshAddress()
      await share({ documentIds: [document], emails: [email] })
      return linkIn(await awaitEmail(test, email, 'mail-share')).split('/s/')[1] ?? ''
    },
    use: async (token) => (await post('/api/shared/look', { token }, '')).statusCode,
  },
  'a one-time link': {
    make: async () => {
      const person = await createPerson(test)
      await post('/api/password-resets', { email: person.email }, '')
      return tokenIn(await awaitEmail(test, person.email, 'reset-password'))
    },
    use: async (token) =>
      (await post('/api/password-resets/complete', { token, password: 'plum harbor lamp' }, '')).statusCode,
  },
  'a session': {
    make: async () => (await signInAs(test, await createPerson(test))).split('=')[1] ?? '',
    use: async (token) =>
      (
        await test.call({
          method: 'GET',
          url: '/api/notifications',
          headers: { cookie: `exempta_session=${encodeURIComponent(token)}` },
        })
      ).statusCode,
  },
  'a request link': {
    make: async () => requestToken(),
    use: async (token) =>
      (await test.call({ method: 'GET', url: `/api/r/${encodeURIComponent(token)}` })).statusCode,
  },
  'the cookie of an answer': {
    make: async () => {
      answered = await requestToken()
      const form = await formOf([{ bytes: pdfBytes('an answer') }])
      const sent = await test.call({ method: 'POST', url: `/api/r/${answered}/documents`, ...form })
      return sent.cookies[0]?.value ?? ''
    },
    use: async (secret) => {
      const headers = { cookie: `exempta_answer=${encodeURIComponent(secret)}` }
      const page = await test.call({ method: 'GET', url: `/api/r/${answered}`, headers })
      return page.json().answer ? page.statusCode : 404
    },
  },
  'the cookie of a chat': {
    make: async () => {
      const sent = await post('/api/chat/guest', { name: 'Ada', email: freshAddress(), website: '' }, '')
      return sent.cookies.find(({ name }) => name === 'exempta_chat')?.value ?? ''
    },
    use: async (secret) => {
      const headers = { cookie: `exempta_chat=${encodeURIComponent(secret)}` }
      const chat = await test.call({ method: 'POST', url: '/api/chat/open', headers })
      return chat.json().thread ? chat.statusCode : 404
    },
  },
  'an API key': {
    make: async () => (await makeKey(test, scene.business)).key,
    use: async (key) =>
      (
        await test.call({
          method: 'GET',
          url: '/api/v1/team',
          headers: { authorization: `Bearer ${key}` },
        })
      ).statusCode,
  },
}

let answered = ''
async function requestToken(): Promise<string> {
  const nothing = { email: null, customerName: null, customerReference: null, state: null, message: null }
  const request = (await post('/api/requests', nothing, scene.business.cookie)).json()
  return request.link.split('/r/')[1]
}

// White space around the value of a header means nothing, so it is no change of the key in it.
const isChangeOf = (kind: string, change: string) =>
  kind !== 'an API key' || !/a space|a line end/.test(change)

describe.each(Object.entries(kinds))('%s', (kind, { make, use }) => {
  it.each(Object.keys(changes).filter((change) => isChangeOf(kind, change)))(
    'is refused %s, and opens as it was made',
    async (change) => {
      const token = await make()
      const status = await use(changes[change]?.(token) ?? '')
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(await use(token)).toBeLessThan(300)
    },
  )
})
