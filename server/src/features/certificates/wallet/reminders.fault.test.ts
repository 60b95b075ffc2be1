import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { dayMs } from '@exempta/contract/durations'
import { knowledgeVersion } from '@exempta/knowledge/rules'
import { expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { quickEngine } from '../../../../test/quick-engine.ts'
import { openDatabase } from '../../../platform/db/open-database.ts'
import { limits } from './queries/reminders.ts'
import type { ChildOptions } from './reminded.fixture.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 3)
const days = 400
const start = '2026-01-01T15:00:00Z'
/** Days after the start on which the certificates expire: over the end of the year, and some on the same day. */
const ends = [95, 150, 200, 200, 364, 365, 380]
const fixture = fileURLToPath(new URL('./reminded.fixture.ts', import.meta.url))

const dayAfter = (count: number) => new Date(Date.parse(start) + count * dayMs).toISOString().slice(0, 10)

/** One owner for each certificate, all of which one business has. */
async function fill(database: TestDatabase): Promise<string> {
  const at = new Date(Date.parse(start) - dayMs)
  const one = async (text: string, values: unknown[]) =>
    ((await database.executeAsOwner(text, values)).rows[0] as { id: string }).id
  const businessId = await one(
    `insert into businesses (name, email, status, verified, date_registered, created_at, updated_at)
     values ('Maple', 'maple@example.org', 'active', true, $1, $1, $1) returning id`,
    [at],
  )
  for (const [at_, end] of ends.entries()) {
    const ownerId = await one(
      `insert into users (name, email, role, status, created_at, updated_at)
       values ('Owner', $1, 'user', 'active', $2, $2) returning id`,
      [`owner-${at_}@example.org`, at],
    )
    const documentId = await one(
      `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
         version, created_at, updated_at)
       values ($1, $2, 'form.pdf', 'application/pdf', 'processed', 1, sha256(''), false, 1, 1, $3, $3) returning id`,
      [randomUUID(), ownerId, at],
    )
    await database.executeAsOwner(
      `insert into exemptions (document_id, owner_id, version, pages, purchaser, is_blanket, has_signature,
         expires_on, confirmed_at)
       values ($1, $2, 1, '{1}', $3, true, true, $4, $5)`,
      [documentId, ownerId, `Buyer ${at_}`, dayAfter(end), at],
    )
    await database.executeAsOwner(`insert into exemption_states (document_id, state) values ($1, 'OH')`, [
      documentId,
    ])
    const shareId = await one(
      `insert into document_shares (id, document_id, owner_id, business_id, can_download, has_watermark,
         tells_first_view, shared_at, created_at, updated_at)
       values ($1, $2, $3, $4, true, false, false, $5, $5, $5) returning id`,
      [randomUUID(), documentId, ownerId, businessId, at],
    )
    const customerId = await one(
      `insert into coverage_customers (id, business_id, owner_id, name, email)
       values ($1, $2, $3, $4, 'buyer@example.org') returning id`,
      [randomUUID(), businessId, ownerId, `Buyer ${at_}`],
    )
    await database.executeAsOwner(
      `insert into coverage_index (share_id, state, business_id, owner_id, customer_id, customer_name, verdict,
         ends_on, judge_again_at, knowledge_version)
       values ($1, 'OH', $2, $3, $4, $5, 'covered', $6, 'infinity', $7)`,
      [shareId, businessId, ownerId, customerId, `Buyer ${at_}`, dayAfter(end), knowledgeVersion],
    )
  }
  return businessId
}

/** Returns the last day that was finished, and whether the process was killed. */
async function run(options: ChildOptions): Promise<{ last: number; isKilled: boolean }> {
  const child = spawn(process.execPath, [...quickEngine, fixture, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const [code, signal] = await once(child, 'close')
  const finished = output.split('\n').slice(0, -1).map(Number)
  if (signal !== 'SIGKILL') expect(code, `from day ${options.from}`).toBe(0)
  return { last: finished.at(-1) ?? options.from - 1, isKilled: signal === 'SIGKILL' }
}

it('sends each step once over 400 days, however often the process is killed', async () => {
  const database = await createTestDatabase()
  const businessId = await fill(database)
  const { location } = database
  if (database.kind === 'embedded') await database.close()
  // The days on which something is sent, and each end of the transactions of such a day.
  const sending = [...new Set(ends.flatMap((end) => limits.reminderDays.map((step) => end - step)))]
  const kills = sending
    .sort((one, other) => one - other)
    .filter((_, at) => at % Math.ceil(sending.length / (5 * rounds)) === 0)
    .map((day, at) => ({ day, point: 3 + (at % 10) }))
  let from = 0
  let killed = 0
  for (const dieOn of [...kills, undefined]) {
    const { last, isKilled } = await run({ location, start, from, until: days, ...(dieOn && { dieOn }) })
    if (isKilled) killed += 1
    from = last + 1
    if (from === days) break
  }
  expect(from).toBe(days)
  expect(killed).toBe(kills.length)
  const after = database.kind === 'embedded' ? await openDatabase(location) : database
  try {
    await expectOnceEach(after, businessId)
  } finally {
    if (after !== database) await after.close()
    await database.dispose()
  }
})

async function expectOnceEach(database: Pick<TestDatabase, 'executeAsOwner'>, businessId: string) {
  const subjects = async (recipient: string) => {
    const { rows } = await database.executeAsOwner(
      'select subject from mails where recipient = $1 order by created_at',
      [recipient],
    )
    return (rows as { subject: string }[]).map(({ subject }) => subject)
  }
  const inWords = (step: number) => (step === 0 ? 'expires today' : `expires in ${step} days`)
  for (const [at, end] of ends.entries()) {
    const expected = limits.reminderDays.map((step) => `Your Ohio certificate ${inWords(step)}`)
    expect(await subjects(`owner-${at}@example.org`), `the one that expires after ${end} days`).toEqual(
      expected,
    )
  }
  const { rows } = await database.executeAsOwner(
    `select title from notifications where audience = $1 order by created_at`,
    [`business:${businessId}`],
  )
  const titles = (rows as { title: string }[]).map(({ title }) => title)
  const endings = new Set(ends).size
  expect(titles, 'to the business').toHaveLength(2 * endings)
  expect(titles.filter((title) => title.startsWith('2 certificates'))).toHaveLength(2)
  const { rows: sent } = await database.executeAsOwner(
    'select count(*)::integer as count from notifications where audience like $1',
    ['person:%'],
  )
  expect(sent).toEqual([{ count: ends.length * limits.reminderDays.length }])
}
