/** What strangers do at the pages that need no account: behind a QR code, as an auditor who was invited, in the chat. */
import { setTimeout as delay } from 'node:timers/promises'
import { documentLimits } from '@exempta/contract/documents/limits'
import { requestLimits } from '@exempta/contract/requests/limits'
import type { AbuseCase, Attacker } from './abuse-cases.ts'
import { callFrom, headOf, partHead, RawConnection } from './raw-connection.ts'

type Attack = (attacker: Attacker) => Promise<void>

const boundary = 'exempta-guest'
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const json = { 'content-type': 'application/json' }
const aPdf = (field: string) => `${partHead(boundary, field, 'a.pdf')}%PDF-1.7\n`
const formEnd = `\r\n--${boundary}--\r\n`
let marks = 0

const answerPath = ({ guest }: Attacker, rest = '') => `/api/r/${guest.requestToken}${rest}`
const auditPath = ({ guest }: Attacker, rest = '') => `/api/audit/${guest.audit.grantId}${rest}`
const asAuditor = ({ origin, guest }: Attacker) => ({ origin, cookie: guest.audit.cookie })

const post = (attacker: Attacker, path: string, headers: Record<string, string>, body: string) =>
  callFrom(attacker, {
    method: 'POST',
    path,
    headers: { origin: attacker.origin, cookie: '', ...headers },
    body,
  })

/** Each time as a new browser, with the first piece of a large file. */
const startUpload: Attack = async (attacker) => {
  const file = {
    name: `${++marks}.pdf`,
    sizeBytes: documentLimits.uploadMaxBytes,
    modifiedAt: '2026-01-01T00:00:00Z',
  }
  const started = await post(attacker, answerPath(attacker, '/uploads'), json, JSON.stringify(file))
  const cookie = cookiesOf(started.headers['set-cookie'])
  const texts = Object.entries({ ...file, at: 0 }).map(
    ([name, value]) => `${partHead(boundary, name)}${value}\r\n`,
  )
  const piece = `${texts.join('')}${partHead(boundary, 'piece', 'piece')}${'x'.repeat(requestLimits.uploadPieceBytes)}`
  await post(attacker, answerPath(attacker, '/pieces'), { ...form, cookie }, `${piece}${formEnd}`)
}

const cookiesOf = (lines: string[] | undefined) => (lines ?? []).map((line) => line.split(';')[0]).join('; ')

const uploadAndLeave: Attack = async (attacker) => {
  const path = answerPath(attacker, '/documents')
  await post(attacker, path, form, `${aPdf('document')}${++marks}${formEnd}`)
}

const askForCodesOfOthers: Attack = async (attacker) => {
  const path = answerPath(attacker, '/documents')
  const sent = await post(attacker, path, form, `${aPdf('document')}${++marks}${formEnd}`)
  const headers = { ...json, cookie: cookiesOf(sent.headers['set-cookie']) }
  const body = JSON.stringify({ email: `owner-${marks % 3}@example.org` })
  await post(attacker, answerPath(attacker, '/codes'), headers, body)
}

const beginAnswer = async (attacker: Attacker, lengthBytes: number) => {
  const connection = new RawConnection(attacker)
  const headers = { origin: attacker.origin, ...form, 'content-length': lengthBytes }
  await connection.send(headOf('POST', answerPath(attacker, '/documents'), headers))
  await connection.send(aPdf('document'))
  return connection
}

const trickleAnswer: Attack = async (attacker) => {
  const connection = await beginAnswer(attacker, 9_000_000)
  await connection.trickle('x'.repeat(100), 500)
}

const cutAnswer: Attack = async (attacker) => {
  const connection = await beginAnswer(attacker, 200_000)
  await connection.send('x'.repeat(20_000))
  await delay(50, undefined, { signal: attacker.signal })
  connection.cut()
}

const askForFalseRequests: Attack = async (attacker) => {
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      callFrom(attacker, { path: `/api/r/false-${at}`, headers: { origin: attacker.origin } }),
    ),
  )
}

const guessCodes: Attack = async (attacker) => {
  const { token } = attacker.guest.audit
  for (let guess = 0; guess < 10; guess++) {
    const body = JSON.stringify({ token, code: String(guess).padStart(6, '0') })
    await post(attacker, '/api/audit/viewers', json, body)
  }
  await post(attacker, '/api/audit/codes', json, JSON.stringify({ token }))
}

const ranges = ['bytes=1-', 'bytes=-1', 'bytes=0-0', 'bytes=x', 'bytes=99999999-', 'bytes=1-2,3-4']
const askForRanges: Attack = async (attacker) => {
  for (const range of ranges) {
    const headers = { ...asAuditor(attacker), range }
    await callFrom(attacker, { path: auditPath(attacker, '/file'), headers })
  }
}

const readBinderSlowly: Attack = async (attacker) => {
  const connection = new RawConnection(attacker)
  connection.stopReading()
  const request = headOf('GET', auditPath(attacker, '/file'), asAuditor(attacker))
  for (let at = 0; at < 50; at++) await connection.send(request)
  await delay(30_000, undefined, { signal: attacker.signal })
  connection.cut()
}

const waitForChangesAndLeave: Attack = async (attacker) => {
  const view = await callFrom(attacker, { path: auditPath(attacker), headers: asAuditor(attacker) })
  const { state = 'x' } = view.status === 200 ? JSON.parse(String(view.body)) : {}
  const request = headOf('GET', auditPath(attacker, `/changes?state=${state}`), asAuditor(attacker))
  const waiting = Array.from({ length: 10 }, () => new RawConnection(attacker))
  await Promise.all(waiting.map((connection) => connection.send(request)))
  await delay(2000, undefined, { signal: attacker.signal })
  for (const connection of waiting) connection.cut()
}

const chatAsGuest: Attack = async (attacker) => {
  const guest = { name: 'Guest', email: `guest-${++marks}@example.org`, website: '' }
  const started = await post(attacker, '/api/chat/guest', json, JSON.stringify(guest))
  if (started.status !== 201) return
  const headers = { ...json, cookie: cookiesOf(started.headers['set-cookie']) }
  for (let at = 0; at < 40; at++) {
    const body = JSON.stringify({ clientId: crypto.randomUUID(), text: 'Hello?' })
    await post(attacker, '/api/chat/messages', headers, body)
  }
}

export const guestCases: Record<string, AbuseCase> = {
  'starts uploads behind a QR code': { attack: startUpload, parallel: 3 },
  'uploads behind a QR code and leaves': { attack: uploadAndLeave, parallel: 2, pauseMs: 5000 },
  'asks for codes of others': { attack: askForCodesOfOthers, pauseMs: 5000 },
  'trickles an answer': { attack: trickleAnswer, parallel: 4 },
  'cuts an answer': { attack: cutAnswer, parallel: 2 },
  'asks for false requests': { attack: askForFalseRequests, pauseMs: 5000 },
  'guesses the codes of an auditor': { attack: guessCodes, pauseMs: 2000 },
  'asks for ranges of a binder': { attack: askForRanges, pauseMs: 2000 },
  'asks for binders and does not read them': { attack: readBinderSlowly },
  'waits for changes and leaves': { attack: waitForChangesAndLeave },
  'chats as a guest': { attack: chatAsGuest, pauseMs: 5000 },
}
