/** The whole program over lines that break: it refuses what needs the missing part, and is back by itself. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Document } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { blankPdf } from '../test/blank-pdf.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { startS3Server, type TestS3Server } from '../test/s3-server.ts'
import { type ServerProcess, startServerProcess } from '../test/server-process.ts'
import { TcpProxy } from '../test/tcp-proxy.ts'
import { awaitDatabase } from './await-database.ts'
import { prepareAccount } from './features/accounts/index.ts'
import { systemClock } from './platform/clock.ts'
import { systemActor } from './platform/db/actor.ts'
import type { Services } from './platform/services.ts'

// The long form keeps each part away for a minute.
const outageMs = Number(process.env.FAULT_ROUNDS) > 10 ? 60_000 : 0
// An answer is due after three seconds; a busy machine gets more, and what hangs would take fifteen.
const patienceMs = 10_000

const account = {
  name: 'Owner',
  email: 'owner@example.org',
  password: 'correct horse battery',
  role: 'user',
} as const

let database: TestDatabase
let s3: TestS3Server
let server: ServerProcess
let databaseUrl: string
let databaseLine: TcpProxy
let storeLine: TcpProxy
let cookie: string

beforeAll(async () => {
  database = await createTestDatabase({ kind: 'postgres' })
  const create = await prepareAccount(account)
  await database.transact(systemActor, (tx) => create({ clock: systemClock } as Services, tx))
  s3 = await startS3Server()
  const url = new URL(database.location.url ?? '')
  databaseLine = await TcpProxy.to(Number(url.port))
  storeLine = await TcpProxy.to(Number(new URL(s3.address.endpoint).port))
  url.hostname = '127.0.0.1'
  url.port = String(databaseLine.port)
  databaseUrl = url.href
  server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: database.location.dataDir,
    S3_ENDPOINT: `http://127.0.0.1:${storeLine.port}`,
    S3_BUCKET: s3.address.bucket,
    S3_ACCESS_KEY_ID: s3.address.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.address.secretAccessKey,
    SANDBOX_PROCESSES: '1',
  })
  const signedIn = await ask('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  })
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
})
afterAll(async () => {
  await server?.end('SIGTERM')
  databaseLine?.cut()
  storeLine?.cut()
  await s3?.stop()
  await database?.dispose()
})

afterEach(async () => {
  await databaseLine.restore()
  await storeLine.restore()
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.origin}${path}`, {
    ...init,
    headers: { origin: server.origin, cookie, ...init.headers },
    signal: AbortSignal.timeout(patienceMs),
  })

/** What was acknowledged so far. */
const kept: string[] = []

let made = 0
function upload(): Promise<Response> {
  const body = new FormData()
  body.append('document', new Blob([new Uint8Array(blankPdf(String(++made)))]), 'certificate.pdf')
  return ask('/api/documents', { method: 'POST', body })
}

async function uploadAndProcess(): Promise<string> {
  const { files } = (await (await upload()).json()) as { files: UploadedFile[] }
  const [file] = files
  if (file?.outcome !== 'accepted') throw new Error(`Not accepted: ${JSON.stringify(files)}`)
  const { id } = file.document
  const status = async () => ((await (await ask(`/api/documents/${id}`)).json()) as Document).status
  await vi.waitFor(async () => expect(await status()).toBe('processed'), { timeout: 120_000, interval: 250 })
  return id
}

const statusOf = async (path: string) => {
  const answer = await ask(path)
  await answer.arrayBuffer()
  return answer.status
}

async function expectRefused(asking: Promise<Response>): Promise<void> {
  const answer = await asking
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(await answer.json()).toMatchObject({ code: 'unavailable' })
}

/** What was acknowledged is there, the person still signed in, and a document gets through from end to end. */
async function expectBack(): Promise<void> {
  await vi.waitFor(async () => expect(await statusOf('/api/ready')).toBe(200), {
    timeout: 60_000,
    interval: 250,
  })
  kept.push(await uploadAndProcess())
  const { items } = (await (await ask('/api/documents')).json()) as { items: Document[] }
  expect(items.map((item) => item.id)).toEqual(kept.toReversed())
  expect(server.child.exitCode).toBeNull()
}

it('answers while the database is slower than usual', async () => {
  kept.push(await uploadAndProcess())
  databaseLine.slow(10)
  expect(await statusOf('/api/documents')).toBe(200)
  await databaseLine.restore()
})

it.each<[string, () => void]>([
  ['is gone', () => databaseLine.cut()],
  ['hangs', () => databaseLine.hang()],
  ['takes too long', () => databaseLine.slow(5000)],
])('refuses in time while the database %s, and is back after it', async (_, fail) => {
  fail()
  await Promise.all([expectRefused(ask('/api/documents')), expectRefused(upload())])
  await expectRefused(ask('/api/ready'))
  expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
  expect(await statusOf('/user/documents')).toBe(200)
  await delay(outageMs)
  await Promise.all([expectRefused(ask('/api/documents')), expectRefused(upload())])
  await databaseLine.restore()
  await expectBack()
})

it('keeps reading and refuses writes while the database is read-only', async () => {
  const { pathname } = new URL(database.location.url ?? '')
  const name = pathname.slice(1)
  const admin = new pg.Client({ connectionString: database.location.url })
  await admin.connect()
  const switchTo = async (state: 'on' | 'off') => {
    await admin.query(`alter database ${name} set default_transaction_read_only = ${state}`)
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
      [name],
    )
  }
  await admin.query('set default_transaction_read_only = off')
  onTestFinished(async () => {
    await switchTo('off')
    await admin.end()
  })
  await switchTo('on')
  await vi.waitFor(async () => expect(await statusOf('/api/documents')).toBe(200), { timeout: 30_000 })
  await expectRefused(upload())
  await switchTo('off')
  await expectBack()
})

it.each<[string, () => void]>([
  ['is gone', () => storeLine.cut()],
  ['hangs', () => storeLine.hang()],
])('refuses files in time while the store %s, and nothing else', async (_, fail) => {
  fail()
  await expectRefused(upload())
  await expectRefused(ask(`/api/documents/${kept[0]}/file`))
  expect(await statusOf('/api/documents')).toBe(200)
  await delay(outageMs)
  await expectRefused(upload())
  await storeLine.restore()
  await expectBack()
})

it('waits at its start for a database that is not there yet', async () => {
  databaseLine.cut()
  const statuses: string[] = []
  const opened = await awaitDatabase({ url: databaseUrl, dataDir: '' }, (line) => {
    statuses.push(line)
    void databaseLine.restore()
  })
  await opened.close()
  expect(statuses).toEqual([expect.stringContaining('Retrying')])
})
