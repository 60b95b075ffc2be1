/**
 * A soak: the real program at its default limits, attacked in every way we know, while people go on using it. It takes
 * SOAK_MINUTES: two hours in `npm run test:long`, a few seconds in `npm test`. By itself:
 *   SOAK_MINUTES=120 npx vitest run --project server-postgres server/src/abuse.fault.postgres.test.ts
 */
import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Browser, uploadDocument } from '../test/abuse/honest-users.ts'
import { runSoak, type SoakScene } from '../test/abuse/soak.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { linkIn, readEmails } from '../test/mailbox.ts'
import { type ServerProcess, startServerProcess } from '../test/server-process.ts'
import { prepareAccount } from './features/accounts/index.ts'
import { systemClock } from './platform/clock.ts'
import { systemActor } from './platform/db/actor.ts'
import type { Services } from './platform/services.ts'

const minutes = Number(process.env.SOAK_MINUTES)
/** A few seconds show neither whether memory grows nor whether a slow machine would have served everybody. */
const isLong = minutes >= 10
const growthMaxMb = { residentMb: 96, heapMb: 48 }
const setUpMs = 10 * 60_000

const metricsToken = 'operator-token-0123456789'
const password = 'correct horse battery'
const attackerCount = 3
const ownerCount = 3
const guestCount = 2

let database: TestDatabase
let server: ServerProcess
const stopped = new AbortController()
/** What the log says about answers of 500. */
const problems: string[] = []

beforeAll(async () => {
  database = await createTestDatabase({ kind: 'postgres' })
  server = await startServerProcess({
    DATABASE_URL: database.location.url ?? '',
    DATA_DIR: database.location.dataDir,
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'error',
  })
  server.child.once('exit', () => stopped.abort())
  server.child.stdout?.on('data', (lines) => {
    if (String(lines).includes('unexpected error') && problems.length < 10) problems.push(String(lines))
  })
})
afterAll(async () => {
  await server?.end('SIGTERM')
  await database?.dispose()
})

it('survives mixed abuse, answers none of it with 500, and goes on serving people', {
  timeout: minutes * 60_000 + setUpMs,
}, async () => {
  const { pid } = server.child
  const figures = await runSoak(await makeScene(), minutes)
  process.stdout.write(`${JSON.stringify({ soak: { minutes, pid, ...figures } })}\n`)
  const { exitCode, signalCode } = server.child
  expect({ pid: server.child.pid, exitCode, signalCode, complaints: server.complaints }).toEqual({
    pid,
    exitCode: null,
    signalCode: null,
    complaints: [],
  })
  expect(figures.serverErrors, problems.join('')).toEqual([])
  expect(figures.honest.failures).toEqual([])
  expect(figures.honest.calls).toBeGreaterThan(0)
  if (!isLong) return
  const { afterWarmUp, atEnd } = figures.memory
  expect(atEnd.residentMb - afterWarmUp.residentMb).toBeLessThan(growthMaxMb.residentMb)
  expect(atEnd.heapMb - afterWarmUp.heapMb).toBeLessThan(growthMaxMb.heapMb)
})

async function makeScene(): Promise<SoakScene> {
  const port = Number(new URL(server.origin).port)
  const origin = server.origin
  const emails = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${kind}-${at}@example.org`)
  const owners = emails('owner', ownerCount)
  const strangers = emails('attacker', attackerCount)
  for (const email of [...owners, ...strangers]) await createAccount(email, 'user')
  const managerId = await createAccount('manager@example.org', 'business')
  const businessId = await createBusinessOf(managerId)
  const attackers = await Promise.all(
    strangers.map((email, at) => makeAttacker({ port, origin, email, source: `127.0.3.${at + 1}` })),
  )
  const manager = new Browser({
    ...{ port, origin, password, email: 'manager@example.org', source: '127.0.3.100' },
    ...{ signal: stopped.signal, onStatus: () => {} },
  })
  await manager.logIn()
  const location = await created<{ id: string }>(
    manager.post('/api/business/locations', { name: 'Elgin', state: 'IL' }),
  )
  const standing = await created<{ link: string }>(
    manager.post(`/api/business/locations/${location.id}/request`),
  )
  const requestToken = standing.link.split('/').at(-1) ?? ''
  const binderId = await makeBinder(manager)
  const audit = await invite(manager, binderId, 'auditor@example.org')
  const abused = await invite(manager, binderId, 'curious@example.org')
  const curious = new Browser({
    ...{ port, origin, password, email: abused.email, source: '127.0.3.101' },
    ...{ signal: stopped.signal, onStatus: () => {} },
  })
  const enterAudit = async () => {
    const { token } = abused
    await curious.post('/api/audit/codes', { token })
    const code = await codeFor(abused.email)
    await curious.enter(curious.post('/api/audit/viewers', { token, code }))
  }
  await enterAudit()
  return {
    port,
    origin,
    metricsToken,
    guest: {
      requestToken,
      audit: {
        ...abused,
        get cookie() {
          return curious.cookie
        },
      },
    },
    visitor: { requestToken, audit, codeFor },
    enterAudit,
    stopped: stopped.signal,
    attackers,
    honest: [
      ...owners.map((email) => ({ email, password, kind: 'owner' as const })),
      { email: 'manager@example.org', password, kind: 'business' },
      ...Array.from({ length: guestCount }, () => ({ email: '', password, kind: 'guest' as const })),
      { email: audit.email, password, kind: 'auditor' },
    ],
    businessId,
  }
}

async function createAccount(email: string, role: 'user' | 'business'): Promise<string> {
  const create = await prepareAccount({ name: email, email, password, role })
  return database.transact(systemActor, (tx) => create({ clock: systemClock } as Services, tx))
}

async function createBusinessOf(managerId: string): Promise<string> {
  const { rows } = await database.executeAsOwner(
    `with made as (
       insert into businesses (name, email, status, verified, date_registered, created_at, updated_at)
       values ('Maple Street Supply', 'business@example.org', 'active', true, now(), now(), now()) returning id)
     insert into business_users (business_id, user_id, role, status, date_added, created_at, updated_at)
     select id, $1, 'manager', 'active', now(), now(), now() from made returning business_id as id`,
    [managerId],
  )
  return (rows[0] as { id: string }).id
}

/** An attacker has an account like anybody else, and a document in it. */
async function makeAttacker(account: { port: number; origin: string; email: string; source: string }) {
  const browser = new Browser({ ...account, password, signal: stopped.signal, onStatus: () => {} })
  await browser.logIn()
  const { viewUrl } = await uploadDocument(browser)
  return { browser, viewUrl }
}

const created = async <Body>(answer: ReturnType<Browser['post']>): Promise<Body> =>
  JSON.parse(String((await answer).body))

/** Empty, like that of a shop that has sold nothing yet. */
async function makeBinder(manager: Browser): Promise<string> {
  const period = { state: 'NY', from: '2026-01-01', to: '2026-01-31' }
  const { id } = await created<{ id: string }>(manager.sendForm('/api/binders', period))
  await manager.post(`/api/binders/${id}/make`)
  const statusOf = async () => (await manager.json<{ status: string }>(`/api/binders/${id}`)).status
  await vi.waitFor(async () => expect(await statusOf()).toBe('ready'), { timeout: 60_000, interval: 500 })
  return id
}

async function invite(manager: Browser, binderId: string, email: string) {
  const endsOn = new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10)
  const { id } = await created<{ id: string }>(
    manager.post(`/api/binders/${binderId}/auditors`, { email, endsOn }),
  )
  return { grantId: id, email, token: linkIn(await newestEmail(email)).split('/audit/')[1] ?? '' }
}

async function newestEmail(email: string) {
  const newest = (await readEmails({ services: { database } }, email)).at(-1)
  if (!newest) throw new Error(`Nothing was emailed to ${email}`)
  return newest
}

const codeFor = async (email: string) => /\b\d{6}\b/.exec((await newestEmail(email)).text)?.[0] ?? ''
