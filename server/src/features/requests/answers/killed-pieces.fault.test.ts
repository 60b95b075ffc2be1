import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { AnswerUpload, RequestPage } from '@exempta/contract/requests/answers'
import { requestLimits } from '@exempta/contract/requests/limits'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../../test/database.ts'
import { openApp } from '../../../../test/open-app.ts'
import { quickEngine } from '../../../../test/quick-engine.ts'
import { pdfBytes } from '../../../../test/uploads.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { insertRequest } from '../queries/requests.ts'
import { requestLinks } from '../request-links.ts'
import { type PieceDeath, steps } from './killed-pieces.fixture.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 3)
const fixture = fileURLToPath(new URL('./killed-pieces.fixture.ts', import.meta.url))
const origin = 'http://localhost'
const pieceBytes = requestLimits.uploadPieceBytes
const pieces = 5
/** The last piece is short. No two pieces are alike, so that one in the wrong place is seen. */
const bytes = Buffer.concat([pdfBytes('in pieces'), randomBytes((pieces - 1) * pieceBytes)])

const file = {
  name: 'certificate.pdf',
  sizeBytes: bytes.length,
  modifiedAt: '2026-05-04T09:00:00.000Z',
}

async function startChild(options: PieceDeath) {
  const child = spawn(process.execPath, [...quickEngine, fixture, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  const [address] = await Promise.race([once(createInterface(child.stdout), 'line'), closed])
  return { closed, address: String(address) }
}

/** What a browser does: it has a cookie, and asks the page where to go on. */
function browse(token: string) {
  let cookie = ''
  const base = `/api/r/${token}`
  return {
    async start(address: string): Promise<AnswerUpload> {
      const answer = await fetch(`${address}${base}/uploads`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify(file),
      })
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      return (await answer.json()) as AnswerUpload
    },
    /** Undefined once the document is there. */
    async receivedBytes(address: string): Promise<number | undefined> {
      const { answer } = (await (await fetch(address + base, { headers: { cookie } })).json()) as RequestPage
      return answer?.document ? undefined : (answer?.upload?.receivedBytes ?? 0)
    },
    async send(address: string, at: number) {
      const { body } = encode(at)
      const headers = { origin, cookie, 'content-type': 'multipart/form-data; boundary=edge' }
      return fetch(`${address}${base}/pieces`, { method: 'POST', headers, body }).catch(() => undefined)
    },
    /** Ends the connection after a share of the body. */
    async cut(address: string, at: number, share: number) {
      const { hostname, port } = new URL(address)
      const { body } = encode(at)
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      const head = [
        `POST ${base}/pieces HTTP/1.1`,
        'host: localhost',
        `origin: ${origin}`,
        `cookie: ${cookie}`,
        'content-type: multipart/form-data; boundary=edge',
        `content-length: ${body.length}`,
      ].join('\r\n')
      socket.write(`${head}\r\n\r\n`)
      const part = body.subarray(0, Math.floor(body.length * share))
      await new Promise((resolve) => socket.write(part, resolve))
      socket.destroy()
      await once(socket, 'close')
    },
  }
}

function encode(at: number) {
  const fields = Object.entries({ ...file, at }).map(
    ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = [
    ...fields,
    '--edge\r\ncontent-disposition: form-data; name="piece"; filename="piece"\r\n',
    'content-type: application/octet-stream\r\n\r\n',
  ].join('')
  const piece = bytes.subarray(at, at + pieceBytes)
  return { body: Buffer.concat([Buffer.from(head), piece, Buffer.from('\r\n--edge--\r\n')]) }
}

async function createRequest(services: Services): Promise<string> {
  const now = services.clock.now()
  const { rows } = await services.database.executeAsOwner(
    `insert into businesses (name, email, status, verified, date_registered, created_at, updated_at)
     values ('Maple Street Supply', 'business@example.org', 'active', true, $1, $1, $1) returning id`,
    [now],
  )
  const businessId = (rows[0] as { id: string }).id
  const id = crypto.randomUUID()
  await services.database.transact(systemActor, (tx) =>
    insertRequest(tx, { id, business_id: businessId, kind: 'link', created_at: now, updated_at: now }),
  )
  const link = (await requestLinks(services, businessId))(id)
  return link.reveal().split('/r/').at(-1) ?? ''
}

async function expectOneWholeDocument({ database, files }: Services): Promise<void> {
  const { documents, stored, uploads } = await database.transact(systemActor, async (tx) => ({
    documents: await tx.selectFrom('documents').select(['id', 'size_bytes']).execute(),
    stored: await tx.selectFrom('stored_files').select('rendition').execute(),
    uploads: await tx.selectFrom('request_uploads').select('id').execute(),
  }))
  expect(documents).toMatchObject([{ size_bytes: bytes.length }])
  expect(stored).toEqual([{ rendition: 'original' }])
  expect(uploads).toEqual([])
  const documentId = documents[0]?.id ?? ''
  const { stream } = await files.get({ documentId, rendition: 'original', version: 1 })
  expect(Buffer.concat(await stream.toArray()).equals(bytes)).toBe(true)
}

it('a connection that is cut at every piece loses and doubles nothing', async () => {
  const database = await createTestDatabase()
  if (database.kind === 'embedded') await database.close()
  const { app, services, close } = await openApp(database.location, { runsJobs: false })
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const browser = browse(await createRequest(services))
    await browser.start(address)
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      for (const share of [0, 0.1, 0.5, 0.9999]) {
        await browser.cut(address, at, share)
        expect(await browser.receivedBytes(address), `${share} of the piece at ${at}`).toBe(at)
      }
      expect((await browser.send(address, at))?.status, `the piece at ${at}`).toBe(200)
    }
    await expectOneWholeDocument(services)
  } finally {
    await close()
    await database.dispose()
  }
})

const deaths = Array.from({ length: pieces }, (_, n) => steps.map((step) => ({ step, at: n * pieceBytes })))
// Of a few rounds, each kills another piece at another step.
const order = [...deaths.flat().keys()].sort((one, other) => (one % 5) - (other % 5) || one - other)
const killed = new Set(order.slice(0, rounds))

it(`a server killed ${killed.size} times while pieces arrive loses and doubles nothing`, async () => {
  const database = await createTestDatabase()
  const { location } = database
  if (database.kind === 'embedded') await database.close()
  const first = await openApp(location, { runsJobs: false })
  const browser = browse(await createRequest(first.services))
  await browser.start(await first.app.listen({ port: 0, host: '127.0.0.1' }))
  await first.close()
  for (const { step, at } of deaths.flat().filter((_, n) => killed.has(n))) {
    const { address, closed } = await startChild({ location, step, at })
    for (;;) {
      const here = await browser.receivedBytes(address)
      if (here === undefined || here > at) throw new Error(`${step} at ${at} was passed already: ${here}`)
      if (!(await browser.send(address, here))) break
    }
    const [, signal] = await closed
    expect(signal, `${step} at ${at}`).toBe('SIGKILL')
  }
  const { app, services, close } = await openApp(location, { runsJobs: false })
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    for (let here = await browser.receivedBytes(address); here !== undefined; ) {
      expect((await browser.send(address, here))?.status, `the piece at ${here}`).toBe(200)
      here = await browser.receivedBytes(address)
    }
    await expectOneWholeDocument(services)
  } finally {
    await close()
    await database.dispose()
  }
})
