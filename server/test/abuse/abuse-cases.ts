/**
 * What attackers do, one function each. The soak runs every case again and again, from source addresses of its own,
 * and holds every answer against one rule: no case may end the process or get a 500. A new case is a new row.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { livePath } from '@exempta/contract/events'
import { type Caller, callFrom, headOf, partHead, RawConnection } from './raw-connection.ts'

export interface GuestLinks {
  /** Of the QR code at a counter, which anybody can photograph. */
  requestToken: string
  /** Of an auditor who was invited and abuses it. */
  audit: { grantId: string; token: string; readonly cookie: string }
}

export interface Attacker extends Caller {
  /** Where pages of the product come from. */
  origin: string
  /** The session of an account that the attacker registered. */
  cookie: string
  /** A view link of that account's own document. */
  viewUrl: string
  guest: GuestLinks
}

type Attack = (attacker: Attacker) => Promise<void>

export interface AbuseCase {
  attack: Attack
  /** How many do it at the same time, each from another address. */
  parallel?: number
  /** How long each waits before the next try. */
  pauseMs?: number
}

const boundary = 'exempta-abuse'
const formType = `multipart/form-data; boundary=${boundary}`
const json = 'application/json'
const megabyte = 1024 * 1024
/** What an endless sender sends at most: enough to pass every limit. */
const endlessBytes = 300 * megabyte

const headersOf = ({ origin, cookie }: Attacker) => ({ origin, cookie })

/** Opens a connection and sends the head of a request; the body is left to the case. */
async function begin(attacker: Attacker, path: string, headers: Record<string, string | number>) {
  const connection = new RawConnection(attacker)
  await connection.send(headOf('POST', path, { ...headersOf(attacker), ...headers }))
  return connection
}

// Slow

const trickleHeader: Attack = async (attacker) => {
  const connection = new RawConnection(attacker)
  await connection.send('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  await connection.trickle('a', 1000)
}

const sendNothing: Attack = async (attacker) => {
  await new RawConnection(attacker).closed
}

const trickleJson: Attack = async (attacker) => {
  const connection = await begin(attacker, '/api/session', { 'content-type': json, 'content-length': 10_000 })
  await connection.trickle(' ', 500)
}

const trickleForm =
  (path: string, field: string): Attack =>
  async (attacker) => {
    const connection = await begin(attacker, path, { 'content-type': formType, 'content-length': 9_000_000 })
    await connection.send(`${partHead(boundary, field, 'a.pdf')}%PDF-1.7\n`)
    await connection.trickle('x'.repeat(100), 500)
  }

const stallAfterLongField =
  (path: string): Attack =>
  async (attacker) => {
    const connection = await begin(attacker, path, { 'content-type': formType, 'content-length': 9_000_000 })
    await connection.send(`${partHead(boundary, 'name')}${'x'.repeat(30_000)}`)
    await connection.closed
  }

const readSlowly: Attack = async (attacker) => {
  const connection = new RawConnection(attacker)
  connection.stopReading()
  const request = headOf('GET', attacker.viewUrl, {})
  for (let at = 0; at < 50; at++) await connection.send(request)
  await delay(30_000, undefined, { signal: attacker.signal })
  connection.cut()
}

// Cut

const cutForm =
  (path: string, field: string): Attack =>
  async (attacker) => {
    const connection = await begin(attacker, path, { 'content-type': formType, 'content-length': 200_000 })
    await connection.send(`${partHead(boundary, field, 'a.pdf')}%PDF-1.7\n${'x'.repeat(20_000)}`)
    await delay(50, undefined, { signal: attacker.signal })
    connection.cut()
  }

const cutJson: Attack = async (attacker) => {
  const connection = await begin(attacker, '/api/session', { 'content-type': json, 'content-length': 500 })
  await connection.send('{"email":"a@example')
  connection.cut()
}

const cutAnswer: Attack = async (attacker) => {
  const connection = new RawConnection(attacker)
  await connection.send(headOf('GET', attacker.viewUrl, {}))
  await connection.answered
  connection.cut()
}

// Endless

const sendWithoutEnd =
  (path: string, type: string, start: string): Attack =>
  async (attacker) => {
    const connection = await begin(attacker, path, { 'content-type': type, 'transfer-encoding': 'chunked' })
    const chunk = (content: string) => `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n`
    await connection.send(chunk(start))
    const filling = chunk('x'.repeat(megabyte))
    for (let sent = 0; sent < endlessBytes && connection.isOpen; sent += megabyte) {
      await connection.send(filling)
      await delay(20, undefined, { signal: attacker.signal })
    }
    connection.cut()
  }

// Malformed

const malformedPaths = ['/%', '/%zz', '/api/documents/%00', '/api/view/%ff%fe', '/s/%c0%af', '/..%2f..%2fetc']
const malformedQueries = ['%00', '%', '%ed%a0%80', 'a'.repeat(5000), '%F0%9F']
const askMalformedAddresses: Attack = async (attacker) => {
  const queries = malformedQueries.map((query) => `/api/documents?search=${query}`)
  for (const path of [...malformedPaths, ...queries]) await getQuietly(attacker, path)
}

const malformedRanges = ['bytes=-99999999', 'bytes=x', 'bytes=00-', 'bytes=1-2,3-4', 'bytes=9-1', 'lines=1-2']
const askMalformedRanges: Attack = async (attacker) => {
  for (const range of malformedRanges) await getQuietly(attacker, attacker.viewUrl, { range })
}

const malformedJson = [
  '',
  '{',
  'null',
  '[1,2]',
  '{"email":1e999,"password":{}}',
  '{"__proto__":{"a":1}}',
  '{"email":"\ud800","password":"\u0000"}',
  '['.repeat(10_000),
  `{"email":"${'a'.repeat(15_000)}"`,
]
const sendMalformedJson: Attack = async (attacker) => {
  for (const body of malformedJson) {
    for (const path of ['/api/chat/messages', '/api/shares']) await post(attacker, path, json, body)
  }
}

const malformedForms = [
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', 'x'],
  [`multipart/form-data; boundary=${'b'.repeat(500)}`, 'x'],
  [formType, ''],
  [formType, `--${boundary}--`],
  [formType, `--${boundary}\r\n\r\n\r\n--${boundary}--\r\n`],
  [formType, `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${boundary}--\r\n`],
  [formType, `--${boundary}\r\n${'X-Long: y\r\n'.repeat(2000)}\r\n`],
  [formType, `${partHead(boundary, '', '')}x`],
  [formType, `${partHead(boundary, 'document', '../../\u0000.pdf')}%PDF-1.7\r\n--${boundary}--\r\n`],
  [formType, `${partHead(boundary, 'again')}true\r\n`.repeat(2000)],
  ['text/plain', 'x'],
] as const
const sendMalformedForms: Attack = async (attacker) => {
  for (const [type, body] of malformedForms) {
    for (const path of ['/api/documents', '/api/applications']) await post(attacker, path, type, body)
  }
}

const malformedRequests = [
  'nonsense\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET http://elsewhere.example/ HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n',
  'PROPFIND /api/documents HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: localhost\r\nX-Bad\u0000Name: 1\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
]
const sendMalformedRequests: Attack = async (attacker) => {
  for (const request of malformedRequests) await sendAndLeave(attacker, Buffer.from(request, 'latin1'))
}

// Oversized

const sendOversized: Attack = async (attacker) => {
  const file = Buffer.concat([
    Buffer.from(`${partHead(boundary, 'document', 'a.pdf')}%PDF-1.7\n`),
    Buffer.alloc(11 * megabyte),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const field = `${partHead(boundary, 'coverLetter')}${'x'.repeat(megabyte)}\r\n--${boundary}--\r\n`
  const files = `${partHead(boundary, 'document', 'a.pdf')}%PDF-1.7\r\n`.repeat(60)
  for (const path of ['/api/documents', '/api/applications']) {
    await post(attacker, path, formType, file)
    await post(attacker, path, formType, field)
    await post(attacker, path, formType, `${files}--${boundary}--\r\n`)
  }
  await post(attacker, '/api/session', json, `"${'x'.repeat(2 * megabyte)}"`)
  await getQuietly(attacker, `/${'a'.repeat(12_000)}`)
  await getQuietly(attacker, '/', { 'x-large': 'a'.repeat(30_000) })
  await getQuietly(attacker, '/api/session', { cookie: `exempta_session=${'a'.repeat(10_000)}` })
}

// Parallel and floods

const floodWith =
  (count: number, call: (attacker: Attacker, at: number) => Promise<void>): Attack =>
  async (attacker) => {
    await Promise.all(Array.from({ length: count }, (_, at) => call(attacker, at)))
  }

const askWithoutSession = floodWith(50, ({ cookie: _cookie, ...attacker }) =>
  getQuietly({ ...attacker, cookie: '' }, '/api/documents'),
)
const askForMissing = floodWith(50, (attacker, at) => getQuietly(attacker, `/api/nothing-${at}`))
const askForLinksThatAreOver = floodWith(50, (attacker, at) => getQuietly(attacker, `/s/gone-${at}`))
const askForLinksThatAreFalse = floodWith(50, (attacker, at) => getQuietly(attacker, `/api/view/false-${at}`))
const askForbidden = floodWith(50, (attacker) => getQuietly(attacker, '/api/admin/users'))
const tryKeys = floodWith(50, (attacker, at) =>
  getQuietly(attacker, '/api/v1/documents', { authorization: `Bearer exk_${String(at).padStart(43, '0')}` }),
)
const tryPasswords = floodWith(10, (attacker, at) =>
  post(
    attacker,
    '/api/session',
    json,
    JSON.stringify({ email: `victim-${at}@example.org`, password: 'wrong guess' }),
  ),
)
const pipeline: Attack = async (attacker) => {
  const request = headOf('GET', '/api/session', {})
  await sendAndLeave(attacker, Buffer.from(request.repeat(200)))
}
const uploadMany = floodWith(10, (attacker, at) =>
  post(
    attacker,
    '/api/documents',
    formType,
    `${partHead(boundary, 'document', 'a.pdf')}%PDF-1.7\n${at} ${performance.now()}\r\n--${boundary}--\r\n`,
  ),
)

// Sockets

const upgrade = (attacker: Attacker, headers: Record<string, string> = {}) =>
  headOf('GET', livePath, {
    ...headersOf(attacker),
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': 13,
    'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
    ...headers,
  })

const holdSockets: Attack = async (attacker) => {
  const sockets = Array.from({ length: 30 }, () => new RawConnection(attacker))
  await Promise.all(sockets.map((socket) => socket.send(upgrade(attacker))))
  // None of them ever answers a question, so the server has to find out by itself.
  await Promise.all(sockets.map((socket) => socket.closed))
}

const frames = [
  Buffer.from('no frame at all, only text'.repeat(100)),
  Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]),
  Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
  Buffer.from([0xff, 0x80, 0, 0, 0, 0]),
  Buffer.from([0x88, 0x81, 0, 0, 0, 0, 0x03]),
  ...['{', '{"type":"follow"}', '{"type":"say","stream":"everybody","clientId":"x","text":""}'].map(
    textFrame,
  ),
]
const sendGarbageFrames: Attack = async (attacker) => {
  for (const frame of frames) {
    const socket = new RawConnection(attacker)
    await socket.send(upgrade(attacker))
    await socket.answered
    for (let at = 0; at < 20; at++) await socket.send(frame)
    await Promise.race([socket.closed, delay(500, undefined, { signal: attacker.signal })])
    socket.cut()
  }
}
const sendBadUpgrades: Attack = async (attacker) => {
  await sendAndLeave(attacker, upgrade(attacker, { origin: 'https://elsewhere.example' }))
  await sendAndLeave(attacker, upgrade(attacker, { 'sec-websocket-key': 'short' }))
  await sendAndLeave(attacker, upgrade(attacker, { cookie: 'exempta_session=nobody' }))
  await sendAndLeave(attacker, upgrade(attacker).slice(0, -2))
}

export const abuseCases: Record<string, AbuseCase> = {
  'trickles a header': { attack: trickleHeader, parallel: 3 },
  'opens a connection and sends nothing': { attack: sendNothing, parallel: 5 },
  'trickles JSON': { attack: trickleJson, parallel: 2 },
  'trickles a resume': { attack: trickleForm('/api/applications', 'resume'), parallel: 5 },
  'trickles a document': { attack: trickleForm('/api/documents', 'document'), parallel: 4 },
  'trickles a card': { attack: trickleForm('/api/documents', 'card-front'), parallel: 18 },
  'stalls in a long field of an application': { attack: stallAfterLongField('/api/applications') },
  'stalls in a long field of an upload': { attack: stallAfterLongField('/api/documents') },
  'asks for files and does not read them': { attack: readSlowly, parallel: 2 },
  'cuts an application': { attack: cutForm('/api/applications', 'resume'), parallel: 2, pauseMs: 4000 },
  'cuts an upload': { attack: cutForm('/api/documents', 'document'), parallel: 2 },
  'cuts a card': { attack: cutForm('/api/documents', 'card-front') },
  'cuts JSON': { attack: cutJson },
  'goes away during an answer': { attack: cutAnswer },
  'sends an application without end': {
    attack: sendWithoutEnd('/api/applications', formType, partHead(boundary, 'resume', 'a.pdf')),
    pauseMs: 20_000,
  },
  'sends an upload without end': {
    attack: sendWithoutEnd('/api/documents', formType, partHead(boundary, 'document', 'a.pdf')),
    pauseMs: 20_000,
  },
  'sends JSON without end': { attack: sendWithoutEnd('/api/session', json, '"'), pauseMs: 20_000 },
  'asks for malformed addresses': { attack: askMalformedAddresses, pauseMs: 2000 },
  'asks for malformed ranges': { attack: askMalformedRanges, pauseMs: 2000 },
  'sends malformed JSON': { attack: sendMalformedJson, pauseMs: 2000 },
  'sends malformed forms': { attack: sendMalformedForms, pauseMs: 20_000 },
  'sends malformed requests': { attack: sendMalformedRequests, pauseMs: 2000 },
  'sends too much': { attack: sendOversized, pauseMs: 20_000 },
  'asks without a session': { attack: askWithoutSession, pauseMs: 5000 },
  'asks for what does not exist': { attack: askForMissing, pauseMs: 5000 },
  'asks for links that are over': { attack: askForLinksThatAreOver, pauseMs: 5000 },
  'asks for links that are false': { attack: askForLinksThatAreFalse, pauseMs: 5000 },
  'asks for what is forbidden': { attack: askForbidden, pauseMs: 5000 },
  'tries API keys': { attack: tryKeys, pauseMs: 5000 },
  'tries passwords': { attack: tryPasswords, pauseMs: 5000 },
  'sends requests ahead of answers': { attack: pipeline, pauseMs: 5000 },
  'uploads in parallel': { attack: uploadMany, pauseMs: 5000 },
  'holds sockets that never answer': { attack: holdSockets, parallel: 2 },
  'sends frames that are none': { attack: sendGarbageFrames, pauseMs: 2000 },
  'asks for bad upgrades': { attack: sendBadUpgrades, pauseMs: 2000 },
}

/** A call whose answer matters only as a status; the server may also end the connection. */
async function getQuietly(attacker: Attacker, path: string, headers: Record<string, string> = {}) {
  const connection = new RawConnection(attacker)
  await connection.send(headOf('GET', path, { ...headersOf(attacker), connection: 'close', ...headers }))
  await connection.closed
}

async function post(attacker: Attacker, path: string, type: string, body: string | Buffer): Promise<void> {
  const headers = { ...headersOf(attacker), 'content-type': type }
  await callFrom(attacker, { method: 'POST', path, headers, body }).catch((error: unknown) => {
    if (!isConnectionEnd(error)) throw error
  })
}

async function sendAndLeave(attacker: Attacker, bytes: string | Buffer): Promise<void> {
  const connection = new RawConnection(attacker)
  await connection.send(bytes)
  await Promise.race([connection.closed, delay(1000, undefined, { signal: attacker.signal })])
  connection.cut()
}

/** A server that refuses a body need not read it to its end. */
const isConnectionEnd = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))

function textFrame(text: string): Buffer {
  const content = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | content.length, 0, 0, 0, 0]), content])
}
