import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Person, RequestKind } from './protocol.ts'

/** What people do: one request each, in the proportions of the deck. */

type MakeCall = (person: Person, origin: string) => HttpCall

/** Of twenty requests so many are of this kind; no two of the dearer ones are neighbours. */
const deck: RequestKind[] = [
  ...['list', 'view', 'list', 'chat', 'list', 'search', 'list', 'link', 'list', 'notifications'],
  ...['list', 'view', 'list', 'upload', 'list', 'search', 'view', 'chat', 'link', 'notifications'],
] as RequestKind[]

const uploadBytes = 100_000
const boundary = 'exempta-load'
const filling = randomBytes(uploadBytes)

const callMakers: Record<RequestKind, MakeCall> = {
  list: get(() => '/api/documents'),
  search: get(() => '/api/documents?search=exemption%207'),
  notifications: get(() => '/api/notifications'),
  link: (person, origin) => post(person, `${origin}/api/documents/${person.document?.id}/view-links`),
  view: (person, origin) => ({ method: 'GET', url: `${origin}${person.document?.viewUrl}` }),
  chat: (person, origin) => {
    const message = { clientId: randomUUID(), text: 'Could you tell me where my certificate is?' }
    return post(person, `${origin}/api/chat/messages`, 'application/json', JSON.stringify(message))
  },
  upload: (person, origin) =>
    post(person, `${origin}/api/documents`, `multipart/form-data; boundary=${boundary}`, newForm()),
}

/** The n-th request of the mix, or of one kind. Only those with a document open one. */
export function randomCall(n: number, people: readonly Person[], origin: string, only?: RequestKind) {
  const kind = only ?? deck[n % deck.length] ?? 'list'
  const able = kind === 'link' || kind === 'view' ? people.filter(({ document }) => document) : people
  const person = able[Math.floor(n / deck.length + n * 7) % able.length]
  if (!person) throw new Error('Nobody is there to ask')
  return { kind, person, call: callMakers[kind](person, origin) }
}

function get(pathOf: () => string): MakeCall {
  return ({ cookie }, origin) => ({ method: 'GET', url: `${origin}${pathOf()}`, headers: { cookie } })
}

// Pages of the product come from localhost; its address in a call is a number.
function post({ cookie }: Person, url: string, type?: string, body?: Buffer | string): HttpCall {
  const { port } = new URL(url)
  const headers = { cookie, origin: `http://localhost:${port}`, ...(type && { 'content-type': type }) }
  return { method: 'POST', url, headers, ...(body && { body }) }
}

/** A PDF that has not been uploaded before. */
function newForm(): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="document"; filename="form.pdf"\r\n\r\n`
  return Buffer.concat([
    Buffer.from(`${head}%PDF-1.7\n${randomUUID()}\n`),
    filling,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const patienceMs = 10_000

export interface HttpCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Makes the call and reads the whole answer; throws unless it is a success. */
export function makeCall({ method, url, headers = {}, body }: HttpCall): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const call = request(url, { method, agent, headers: { ...headers, ...length }, timeout: patienceMs })
    call.on('timeout', () => call.destroy(new Error('timeout')))
    call.on('error', reject)
    call.on('response', (answer: IncomingMessage) => {
      const { statusCode = 0 } = answer
      answer.on('error', reject)
      answer.on('end', () => (statusCode < 400 ? resolve() : reject(new Error(`status ${statusCode}`))))
      answer.resume()
    })
    call.end(body)
  })
}
