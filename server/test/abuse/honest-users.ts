/** What people do while others attack. Every call must succeed, or after the wait that the server asked for. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Document } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { livePath } from '@exempta/contract/events'
import type { RequestPage } from '@exempta/contract/requests/answers'
import { WebSocket } from 'ws'
import { blankPdf } from '../blank-pdf.ts'
import { type Answer, type Caller, callFrom, type PlainCall, partHead } from './raw-connection.ts'

const boundary = 'exempta-honest'
const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const thinkMs = 250
const retriedMaxMs = 5 * 60_000
const processedMaxMs = 10 * 60_000
/** Applications from one source are counted by the hour. */
const roundsPerApplication = 20

export interface HonestFigures {
  calls: number
  retried: number
  waitedMs: number
  tookMs: number[]
  failures: string[]
}

export interface Person extends Caller {
  origin: string
  email: string
  password: string
}

let marks = 0
const newPdf = () => blankPdf(`${process.pid}-${++marks}`)

export const noFigures = (): HonestFigures => ({
  calls: 0,
  retried: 0,
  waitedMs: 0,
  tookMs: [],
  failures: [],
})

/** Waits and tries again when the server asks for that; every other refusal is an error. */
export class Browser {
  readonly #person: Person
  readonly #figures: HonestFigures
  #cookie = ''

  constructor(person: Person, figures = noFigures()) {
    this.#person = person
    this.#figures = figures
  }

  get isOver(): boolean {
    return this.#person.signal.aborted
  }

  get cookie(): string {
    return this.#cookie
  }

  async logIn(): Promise<void> {
    const { email, password } = this.#person
    this.#cookie = ''
    const answer = await this.post('/api/session', { email, password })
    this.#keepCookies(answer)
  }

  #keepCookies({ headers }: Answer): void {
    const set = headers['set-cookie']
    if (set) this.#cookie = set.map((line) => line.split(';')[0]).join('; ')
  }

  /** A new visitor, as far as the server can tell. */
  forgetCookies(): void {
    this.#cookie = ''
  }

  /** A call that begins a visit without an account. */
  async enter(answer: Promise<Answer>): Promise<Answer> {
    const entered = await answer
    this.#keepCookies(entered)
    return entered
  }

  logOut = (): Promise<void> => this.leave('/api/session')

  async leave(path: string): Promise<void> {
    await this.#call({ method: 'DELETE', path })
  }

  get = (path: string): Promise<Answer> => this.#call({ path })
  json = async <Body>(path: string): Promise<Body> => JSON.parse(String((await this.get(path)).body))

  post = (path: string, body?: object): Promise<Answer> =>
    this.#call({
      method: 'POST',
      path,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })

  sendForm(path: string, fields: Record<string, string>, file?: string, bytes?: Buffer): Promise<Answer> {
    const texts = Object.entries(fields).map(([name, text]) => `${partHead(boundary, name)}${text}\r\n`)
    const head = file === undefined ? '' : partHead(boundary, file, 'certificate.pdf')
    const body = Buffer.concat([
      Buffer.from(texts.join('') + head),
      bytes ? Buffer.concat([bytes, Buffer.from('\r\n')]) : Buffer.alloc(0),
      Buffer.from(`--${boundary}--\r\n`),
    ])
    return this.#call({ method: 'POST', path, headers: formHeaders, body })
  }

  async openSocket(): Promise<void> {
    const { port, source, origin } = this.#person
    const startedAt = performance.now()
    const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, {
      localAddress: source,
      headers: { origin, cookie: this.#cookie },
    })
    await once(socket, 'open')
    this.#count(startedAt)
    socket.terminate()
  }

  async #call(call: PlainCall): Promise<Answer> {
    const { method = 'GET', path } = call
    const headers = { origin: this.#person.origin, cookie: this.#cookie, ...call.headers }
    const givesUpAt = performance.now() + retriedMaxMs
    for (;;) {
      const startedAt = performance.now()
      // What was begun before the end of the soak is still brought to its end.
      const answer = await callFrom(
        { ...this.#person, signal: new AbortController().signal },
        { ...call, headers },
      )
      if (answer.status < 400) {
        this.#count(startedAt)
        return answer
      }
      const waitMs = Number(answer.headers['retry-after']) * 1000
      if (!(waitMs > 0) || performance.now() + waitMs > givesUpAt) {
        throw new Error(`${method} ${path.split('?')[0]}: ${answer.status} ${answer.body}`)
      }
      this.#figures.retried += 1
      this.#figures.waitedMs += waitMs
      await delay(waitMs)
    }
  }

  #count(startedAt: number): void {
    this.#figures.calls += 1
    this.#figures.tookMs.push(performance.now() - startedAt)
  }
}

/** The pages that need no account: a QR code at a counter, and a binder that an auditor was invited to. */
export interface Visitor {
  requestToken: string
  audit: { grantId: string; token: string; email: string }
  /** The newest code that came to an address. */
  codeFor(email: string): Promise<string>
}

interface Surroundings {
  businessId: string
  visitor: Visitor
}

type Action = (browser: Browser, surroundings: Surroundings) => Promise<void>

const openPages: Action = async (browser) => {
  for (const path of ['/', '/login', '/user/documents', '/api/session']) await browser.get(path)
}

const uploadAndShare: Action = async (browser, { businessId }) => {
  const { id, viewUrl } = await uploadDocument(browser)
  await browser.get(`/api/documents/${id}/pages/1`)
  await browser.get(viewUrl)
  await browser.post('/api/shares', { documentIds: [id], businessIds: [businessId] })
}

const look: Action = async (browser) => {
  for (const path of ['/api/documents/dashboard', '/api/documents?search=cert', '/api/notifications']) {
    await browser.get(path)
  }
  await browser.openSocket()
}

const chat: Action = async (browser) => {
  await browser.post('/api/chat/open')
  await browser.post('/api/chat/messages', {
    clientId: crypto.randomUUID(),
    text: 'Where is my certificate?',
  })
}

const applyForJob: Action = async (browser) => {
  const { stamp } = await browser.json<{ stamp: string }>('/api/form-stamp')
  // A faster sender is treated as a bot.
  await delay(3000)
  const email = `applicant-${crypto.randomUUID()}@example.org`
  const fields = { position: 'general', name: 'Ann Applicant', email, phone: '555 010 0200', stamp }
  await browser.sendForm('/api/applications', fields, 'resume', newPdf())
}

const openReceived: Action = async (browser) => {
  const { items } = await browser.json<{ items: { id: string }[] }>('/api/received')
  for (const { id } of items.slice(0, 3)) await browser.get(`/api/received/${id}`)
}

const answerRequest: Action = async (browser, { visitor }) => {
  const { requestToken, codeFor } = visitor
  const path = `/api/r/${requestToken}`
  browser.forgetCookies()
  await browser.get(path)
  await browser.enter(browser.sendForm(`${path}/documents`, {}, 'document', newPdf()))
  await untilStatus(async () => (await browser.json<RequestPage>(path)).answer?.document?.status)
  const email = `guest-${process.pid}-${++marks}@example.org`
  await browser.post(`${path}/codes`, { email })
  await browser.post(`${path}/confirmations`, { code: await codeFor(email) })
  await browser.post(`${path}/send`)
}

const readBinder: Action = async (browser, { visitor }) => {
  const { audit, codeFor } = visitor
  const { token, grantId, email } = audit
  browser.forgetCookies()
  await browser.post('/api/audit/codes', { token })
  await browser.enter(browser.post('/api/audit/viewers', { token, code: await codeFor(email) }))
  for (const path of ['', '/sales', '/certificates', '/file']) {
    await browser.get(`/api/audit/${grantId}${path}`)
  }
  await browser.leave(`/api/audit/${grantId}`)
}

const logIn: Action = (browser) => browser.logIn()
const logOut: Action = (browser) => browser.logOut()

/** What each sort of person does in one round. */
export const honestRounds = {
  owner: [logIn, openPages, uploadAndShare, look, chat, logOut],
  business: [logIn, openPages, openReceived, logOut],
  guest: [answerRequest],
  auditor: [readBinder],
} satisfies Record<string, Action[]>

export async function liveHonestly(
  person: Person,
  kind: keyof typeof honestRounds,
  surroundings: Surroundings,
  figures: HonestFigures,
): Promise<void> {
  const browser = new Browser(person, figures)
  for (let round = 0; !browser.isOver; round++) {
    const actions: Action[] = [...honestRounds[kind]]
    if (kind === 'owner' && round % roundsPerApplication === 0) actions.unshift(applyForJob)
    try {
      for (const action of actions) {
        if (browser.isOver) return
        await action(browser, surroundings)
        await delay(thinkMs)
      }
    } catch (error) {
      figures.failures.push(String(error))
      await delay(thinkMs)
    }
  }
}

/** Uploads a document, waits until it is processed and answers a link that shows it. */
export async function uploadDocument(browser: Browser): Promise<{ id: string; viewUrl: string }> {
  const sent = await browser.sendForm('/api/documents', {}, 'document', newPdf())
  const [file] = (JSON.parse(String(sent.body)) as { files: UploadedFile[] }).files
  if (file?.outcome !== 'accepted') throw new Error(`Not accepted: ${JSON.stringify(file)}`)
  const { id } = file.document
  await untilStatus(async () => (await browser.json<Document>(`/api/documents/${id}`)).status)
  const link = await browser.post(`/api/documents/${id}/view-links`)
  return { id, viewUrl: JSON.parse(String(link.body)).url }
}

async function untilStatus(read: () => Promise<string | undefined>): Promise<void> {
  const givesUpAt = performance.now() + processedMaxMs
  for (;;) {
    const status = await read()
    if (status === 'processed') return
    if (performance.now() > givesUpAt) throw new Error(`A document stayed ${status}`)
    await delay(1000)
  }
}
