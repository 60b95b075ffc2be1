/** Request bodies that arrive a byte at a time, to hold slots that others need. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { formOf, jpegBytes } from '../../../test/uploads.ts'
import { limits as publicServerLimits } from '../../features/public/limits.ts'
import { limits as platformLimits } from '../limits.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ sandbox: fakeSandbox().sandbox, trustedProxies: ['127.0.0.1'] })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

const opened: Socket[] = []
afterEach(async () => {
  for (const socket of opened.splice(0)) {
    if (!socket.destroyed) await once(socket.destroy(), 'close')
  }
})

let made = 0
const newSource = () => {
  made += 1
  return `198.51.${made >> 8}.${made & 255}`
}
const newCookie = async () => signInAs(test, await createPerson(test))

interface Sender {
  url: '/api/documents' | '/api/applications'
  source: string
  cookie?: string
}

let stamp: string | undefined

const newCard = () => {
  made += 1
  return formOf([{ field: 'card-front', bytes: jpegBytes(`card ${made} ${'x'.repeat(5000)}`) }])
}

async function newApplication() {
  // A form stamp must be as old as a person takes to fill in the form, and the clock stands still while slots are
  // held.
  stamp ??= (await test.call({ method: 'GET', url: '/api/form-stamp' })).json().stamp as string
  made += 1
  const form = new FormData()
  const fields = {
    position: 'general',
    name: 'Ada Sample',
    email: `ada-${made}@example.org`,
    phone: '+1 (555) 010-2345',
    website: '',
    stamp,
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('resume', new Blob([`%PDF-1.7 ${'x'.repeat(5000)}`]), 'cv.pdf')
  const body = new Response(form)
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  }
}

const formFor = (url: Sender['url']) => (url === '/api/documents' ? newCard() : newApplication())

/** Sends a form without its end and then waits. Returns the answer, if one arrives. */
async function trickle({ url, source, cookie = '' }: Sender): Promise<{ answer?: string; socket: Socket }> {
  const { payload, headers } = await formFor(url)
  const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1')
  opened.push(socket)
  const sent: { answer?: string; socket: Socket } = { socket }
  socket.on('error', () => {})
  socket.on('data', (data) => {
    sent.answer ??= String(data)
  })
  const lines = [
    `POST ${url} HTTP/1.1`,
    'host: localhost',
    `origin: ${testOrigin}`,
    `cookie: ${cookie}`,
    `x-forwarded-for: ${source}`,
    `content-type: ${headers['content-type']}`,
    `content-length: ${payload.length}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.write(payload.subarray(0, -500))
  return sent
}

async function send({ url, source, cookie = '' }: Sender): Promise<number> {
  const { payload, headers } = await formFor(url)
  const answer = await test.call({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, cookie, 'x-forwarded-for': source },
  })
  return answer.statusCode
}

type Slow = Awaited<ReturnType<typeof trickle>>

/** Trickles until another sender is refused: then the slow ones hold all slots they can get. */
async function holdSlots(slots: number, sender: () => Promise<Sender>): Promise<Slow[]> {
  const slow = await Promise.all(Array.from({ length: slots }, async () => trickle(await sender())))
  await vi.waitFor(
    async () => {
      if ((await send(await sender())) === 503) return
      slow.push(await trickle(await sender()))
      throw new Error('There was a place left.')
    },
    { timeout: 60_000 },
  )
  return slow.filter(({ answer }) => answer === undefined)
}

const answersTo = (slow: Slow[]) => slow.flatMap(({ answer }) => answer ?? [])

describe('slow cards', () => {
  const url = '/api/documents'
  const newSender = async (): Promise<Sender> => ({ url, source: newSource(), cookie: await newCookie() })

  it('of one account do not keep other accounts from sending a card', async () => {
    const { cookie } = await newSender()
    await holdSlots(platformLimits.cardsInMemory, async () => ({
      url,
      source: newSource(),
      cookie: cookie ?? '',
    }))
    expect(await send(await newSender())).toBe(200)
  })

  it('of many accounts at one source keep no other source from sending a card', async () => {
    const source = newSource()
    await holdSlots(platformLimits.cardsInMemory, async () => ({ ...(await newSender()), source }))
    expect(await send(await newSender())).toBe(200)
  })

  it('of many sources lose their slots to the next sender, one for each', async () => {
    const slow = await holdSlots(platformLimits.cardsInMemory, newSender)
    test.clock.advance(platformLimits.placeGraceMs + 1000)
    expect(await send(await newSender())).toBe(200)
    await vi.waitFor(() => expect(answersTo(slow)).toHaveLength(1))
    expect(answersTo(slow)[0]).toMatch(/^HTTP\/1.1 503 .*retry-after: 5/s)
  })
})

describe('slow applications', () => {
  const url = '/api/applications'
  const newSender = async (): Promise<Sender> => ({ url, source: newSource() })
  beforeAll(async () => {
    await newApplication()
    test.clock.advance(publicServerLimits.formFilledMinMs)
  })

  it('of one source keep no other source from applying', async () => {
    const source = newSource()
    await holdSlots(platformLimits.resumesInMemory, async () => ({ url, source }))
    expect(await send(await newSender())).toBe(204)
  })

  it('of many sources lose their slots to the next sender', async () => {
    const slow = await holdSlots(platformLimits.resumesInMemory, newSender)
    test.clock.advance(platformLimits.placeGraceMs + 1000)
    expect(await send(await newSender())).toBe(204)
    await vi.waitFor(() => expect(answersTo(slow).length).toBeGreaterThan(0))
    expect(answersTo(slow)[0]).toMatch(/^HTTP\/1.1 503 /)
  })
})
