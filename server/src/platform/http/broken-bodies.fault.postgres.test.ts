/**
 * The whole program against bodies that are cut, stall or never end, on every route of the contract, and against
 * readers that stop reading what is sent to them. The process is watched: it must outlive all of them and serve on.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { livePath } from '@exempta/contract/events'
import type { Route } from '@exempta/contract/route'
import { routes } from '@exempta/contract/routes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeKey } from '../../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { type ServerProcess, startServerProcess } from '../../../test/server-process.ts'
import { createDocument, createTestBusiness } from '../../../test/sharing.ts'
import { formOf, pdfBytes } from '../../../test/uploads.ts'

// The long form tries every shape in every framing, and also watches the process at the pace of the product.
const isLong = Number(process.env.FAULT_ROUNDS) > 10
const shortPaceSeconds = 1
const productPaceSeconds = 60
// A body is ended at the third look at the latest; a busy machine gets more.
const patienceMs = (paceSeconds: number) => (3 * paceSeconds + 60) * 1000
const testMs = isLong ? 30 * 60_000 : 170_000

let test: TestApp
let server: ServerProcess
let callers: Record<'user' | 'business' | 'admin' | 'key', string>
let documentId: string
let sources = 0

beforeAll(async () => {
  test = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs: true })
  // The program goes by the real time, and sessions begun now must be valid there.
  test.clock.advance(Date.now() - test.clock.now().getTime())
  const user = await signInAs(test, await createPerson(test))
  const business = await createTestBusiness(test)
  callers = {
    user: `cookie: ${user}`,
    business: `cookie: ${business.cookie}`,
    admin: `cookie: ${await signInAs(test, await createPerson(test, 'admin'))}`,
    key: `authorization: Bearer ${(await makeKey(test, business)).key}`,
  }
  documentId = await createDocument(test, user)
  server = await startServer(shortPaceSeconds)
})
afterAll(async () => {
  await server?.end('SIGTERM')
  await test?.close()
})

const startServer = (paceSeconds: number) =>
  startServerProcess(
    {
      DATABASE_URL: test.database.location.url ?? '',
      DATA_DIR: test.database.location.dataDir,
      BODY_PACE_SECONDS: String(paceSeconds),
      RATE_LIMIT_PER_MINUTE: '1000000',
      GUESS_LIMIT_PER_MINUTE: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    ['--role', 'web'],
  )

const endings = ['cut', 'reset', 'half-closed', 'stalled', 'endless'] as const
type Ending = (typeof endings)[number]

interface Abuse {
  name: string
  /** Everything up to the point where the ending begins. */
  bytes: string
  ending: Ending
  /** What an endless sender repeats. */
  more?: string
}

interface Outcome {
  name: string
  /** The first answer's status; undefined when none came. */
  status?: number
  isEnded: boolean
}

const roleOf = ({ access }: Route) =>
  access.kind === 'api-key' ? 'key' : access.kind === 'roles' ? (access.roles[0] ?? 'user') : 'user'

/** Each from a source of its own: how many one source may send at a time is tested elsewhere. */
function headOf(route: Pick<Route, 'method' | 'path' | 'access'>, lines: string[]): string {
  sources += 1
  const path = route.path.replaceAll(/:page/g, '1').replaceAll(/:\w+/g, documentId)
  return [
    `${route.method} ${path} HTTP/1.1`,
    'host: localhost',
    `origin: ${server.origin}`,
    `x-forwarded-for: 198.51.${sources >> 8}.${sources & 255}`,
    callers[roleOf(route as Route)],
    ...lines,
    '\r\n',
  ].join('\r\n')
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

async function commit(
  { name, bytes, ending, more = 'x'.repeat(65_536) }: Abuse,
  paceSeconds = shortPaceSeconds,
): Promise<Outcome> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  let status: number | undefined
  socket.on('data', (data) => {
    status ??= Number(String(data).split(' ', 2)[1])
  })
  // A connection that the server cuts is what this is about.
  socket.on('error', () => {})
  const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
  await new Promise<unknown>((resolve) => socket.write(bytes, resolve))
  if (ending === 'cut') socket.destroySoon()
  else if (ending === 'reset') socket.resetAndDestroy()
  else if (ending === 'half-closed') socket.end()
  else if (ending === 'endless') void sendWithoutEnd(socket, more)
  const isEnded = await Promise.race([closed, delay(patienceMs(paceSeconds), false, { ref: false })])
  socket.destroy()
  return { name: `${name}, ${ending}`, isEnded, ...(status !== undefined && { status }) }
}

async function sendWithoutEnd(socket: Socket, piece: string): Promise<void> {
  while (!socket.destroyed) {
    await new Promise<unknown>((resolve) => socket.write(piece, resolve))
    await new Promise(setImmediate)
  }
}

/** Limited in number, so that all of them get as far as their bytes allow. */
async function commitAll(abuses: Abuse[], atATime: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < abuses.length; at += atATime) {
    outcomes.push(...(await Promise.all(abuses.slice(at, at + atATime).map((abuse) => commit(abuse)))))
    await expectAlive(`after ${abuses[at]?.name}`)
  }
  return outcomes
}

async function expectAlive(moment?: string): Promise<void> {
  const { child, complaints } = server
  expect([child.exitCode, child.signalCode, complaints], moment).toEqual([null, null, []])
  // A busy process may refuse calls for a moment without being dead.
  await vi.waitFor(
    async () => expect((await fetch(`${server.origin}/api/health`)).status, moment).toBe(200),
    {
      timeout: 60_000,
      interval: 200,
    },
  )
}

function expectBearable(outcomes: Outcome[]): void {
  expect(outcomes.filter(({ isEnded }) => !isEnded)).toEqual([])
  expect(outcomes.filter(({ status = 0 }) => status === 500)).toEqual([])
}

const boundary = 'frontier'
const part = (disposition: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}`
const file = (field: string) => part(`name="${field}"; filename="a.pdf"`, `%PDF-1.7\n${'x'.repeat(5000)}`)

const formBodies: [name: string, body: string, more?: string][] = [
  ['nothing', ''],
  ['half a boundary', '--fron'],
  ['inside the head of a part', `--${boundary}\r\ncontent-disposition: form-data; name="na`],
  ['inside a field', part('name="name"', 'Ro')],
  [
    'after a field that is too long',
    `${part('name="coverLetter"', 'x'.repeat(30_000))}\r\n--${boundary}\r\n`,
  ],
  ['after a field that nobody knows', `${part('name="colour"', 'red')}\r\n--${boundary}\r\n`],
  ['inside a file', file('document')],
  ['inside a card', file('card-front')],
  ['inside a résumé', file('resume')],
  ['inside a file of another type', part('name="document"; filename="a.exe"', 'MZ'.repeat(5000))],
  ['after a file', `${file('document')}\r\n--${boundary}\r\n`],
  [
    'among endless parts',
    part('name="again"', 'true\r\n'),
    `${part('name="again"', 'true')}\r\n`.repeat(500),
  ],
  ['that is no form', 'x'.repeat(100_000)],
]

const lengths = ['content-length: 10000000', 'transfer-encoding: chunked'] as const
const framed = (length: (typeof lengths)[number], text: string) =>
  length.startsWith('transfer') && text ? `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n` : text

/** The short form takes the framings in turn. */
const lengthsFor = (at: number) => lengths.filter((_length, index) => isLong || (at + index) % 2 === 0)

const formAbuses = (route: Route, ending: Ending): Abuse[] =>
  formBodies.flatMap(([what, body, more = 'x'.repeat(65_536)], at) =>
    lengthsFor(at).map((length) => {
      const head = headOf(route, [`content-type: multipart/form-data; boundary=${boundary}`, length])
      const bytes = head + framed(length, body)
      return { name: `${nameOf(route)}: ${what}, ${length}`, bytes, ending, more: framed(length, more) }
    }),
  )

const jsonAbuses = (ending: Ending): Abuse[] =>
  routes.flatMap((route, at) =>
    lengthsFor(at).map((length) => {
      const head = headOf(route, ['content-type: application/json', length])
      return { name: `${nameOf(route)}: ${length}`, bytes: head + framed(length, '{"text":"'), ending }
    }),
  )

const uploadRoutes = routes.filter(({ upload }) => upload)
describe.each(uploadRoutes.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  it.each(endings)(
    'survives forms that are %s',
    async (ending) => expectBearable(await commitAll(formAbuses(route, ending), 8)),
    testMs,
  )
})

describe('every route', () => {
  it.each(endings)(
    'survives JSON bodies that are %s',
    async (ending) => expectBearable(await commitAll(jsonAbuses(ending), 100)),
    testMs,
  )
})

describe('what is sent', () => {
  const sendingRoutes = routes.filter(({ response }) => typeof response === 'object' && 'kind' in response)

  it('is released when its reader disconnects, at once or halfway', async () => {
    const abuses = sendingRoutes.flatMap((route) =>
      (['cut', 'reset', 'half-closed'] as const).map((ending) => ({
        name: nameOf(route),
        bytes: headOf(route, []),
        ending,
      })),
    )
    const waiting = ['cut', 'reset'].map((ending) => ({
      name: 'GET /api/shared/:link/changes',
      bytes: headOf({ method: 'GET', path: '/api/shared/:link/changes', access: { kind: 'anyone' } }, []),
      ending: ending as Ending,
    }))
    expectBearable(await commitAll([...abuses, ...waiting], 100))
  })
})

describe('the live socket', () => {
  const upgrade = () =>
    headOf({ method: 'GET', path: livePath, access: { kind: 'signed-in' } }, [
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
    ])
  // A masked text frame that promises more than it brings, and one that breaks the rules of frames.
  const frames = ['', '\x81', '\x81\xfe\x7f\xff\x00\x00\x00\x00{"type":', '\xff\xff\xff', '\x81\x80\x00']

  it('survives frames that are cut or never end', async () => {
    const abuses = frames.flatMap((frame) =>
      (['cut', 'reset', 'half-closed', 'endless'] as const).map((ending) => ({
        name: `${livePath}: ${JSON.stringify(frame)}`,
        bytes: upgrade() + frame,
        ending,
        more: '\x81\xfe\x7f\xff\x00\x00\x00\x00'.repeat(1000),
      })),
    )
    expectBearable(await commitAll(abuses, 20))
  })
})

it('still accepts a valid upload', async () => {
  const { payload, headers } = await formOf([{ bytes: pdfBytes('honest') }])
  const [, cookie = ''] = callers.user.split(': ')
  const answer = await fetch(`${server.origin}/api/documents`, {
    method: 'POST',
    headers: { ...headers, cookie, origin: server.origin },
    body: payload,
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ files: [{ outcome: 'accepted' }] })
  await expectAlive()
})

it.runIf(isLong)(
  'survives stalled requests for more than two minutes at the product’s own timeouts',
  async () => {
    await server.end('SIGTERM')
    server = await startServer(productPaceSeconds)
    const begunMs = performance.now()
    const forms = uploadRoutes.flatMap((route) => formAbuses(route, 'stalled'))
    const all = [...forms, ...jsonAbuses('stalled')].map((abuse) => commit(abuse, productPaceSeconds))
    while (performance.now() - begunMs < 150_000) {
      await expectAlive()
      await delay(1000)
    }
    expectBearable(await Promise.all(all))
    await expectAlive()
  },
  testMs,
)
