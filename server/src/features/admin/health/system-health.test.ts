import { randomUUID } from 'node:crypto'
import type { FailedJob, SystemHealth } from '@exempta/contract/admin/health'
import { dayMs } from '@exempta/contract/durations'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { fakeSandbox } from '../../../../test/fake-sandbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { EmailRefusedError } from '../../../platform/email/email-transport.ts'
import { sendEmailJob } from '../../../platform/email/queue-email.ts'
import { clearTurns } from '../../../platform/jobs/turns.ts'
import { StoreUnavailableError } from '../../../platform/storage/object-store.ts'
import { limits } from '../limits.ts'
import { judgeDatabase, judgeMailServer, judgeQueue, judgeSandbox, judgeStorage } from './policy.ts'

let test: TestApp
let admin: TestPerson
let cookie: string
beforeAll(async () => {
  test = await startTestApp({ sandbox: fakeSandbox().sandbox })
  admin = await createPerson(test, 'admin')
  cookie = await signInAs(test, admin)
})
afterAll(() => test.close())

const call = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
  test.call({ method, url: `/api/admin/${path}`, headers: { cookie } })
const health = async () => (await call('GET', 'health')).json<SystemHealth>()

/** Adds a job that failed every retry, as the queue stores it. */
async function addDeadJob(job: string, reason: object | null): Promise<string> {
  const id = randomUUID()
  await test.database.executeAsOwner(
    `insert into pgboss.job (id, name, data, source_name, source_id, source_retry_count, source_output, created_on)
     values ($1, 'dead-letter', $3, $2, gen_random_uuid(), 2, $4, clock_timestamp())`,
    [id, job, JSON.stringify({ payload: { mailId: randomUUID() } }), reason && JSON.stringify(reason)],
  )
  return id
}

it('says what is wrong with the mail server, and asks it once in five minutes', async () => {
  expect((await health()).mailServer).toMatchObject({
    state: 'warning',
    isSetUp: false,
    problems: [expect.stringContaining('No mail server is set up')],
    since: test.clock.now().toISOString(),
  })
  let asked = 0
  let answer: () => Promise<{ certificateEndsAt: Date | undefined }>
  const endsAt = new Date(test.clock.now().getTime() + 30 * dayMs)
  answer = async () => ({ certificateEndsAt: endsAt })
  test.services.emailTransport = {
    from: { name: 'Exempta', address: 'mail@exempta.example' },
    send: async () => {},
    check: () => {
      asked += 1
      return answer()
    },
  }
  const good = { state: 'good', isSetUp: true, certificateEndsAt: endsAt.toISOString(), since: null }
  expect((await health()).mailServer).toMatchObject(good)
  answer = async () => {
    throw new EmailRefusedError('no connection', false)
  }
  expect((await health()).mailServer).toMatchObject(good)
  expect(asked).toBe(1)
  test.clock.advance(limits.mailServerAskedMs)
  const began = test.clock.now().toISOString()
  const bad = { state: 'bad', certificateEndsAt: null, since: began }
  expect((await health()).mailServer).toMatchObject(bad)
  test.clock.advance(1000)
  expect((await health()).mailServer).toMatchObject(bad)
  test.services.emailTransport = undefined

  const now = test.clock.now()
  const wordsOf = (leftMs: number) =>
    judgeMailServer({ certificateEndsAt: new Date(now.getTime() + leftMs) }, now).problems.join()
  expect(wordsOf(15 * dayMs)).toBe('')
  expect(wordsOf(3.5 * dayMs)).toContain('expires in 3 days')
  expect(wordsOf(1000)).toContain('expires within a day')
  const expired = judgeMailServer(new EmailRefusedError('certificate expired', false), now)
  expect(expired.problems.join()).toContain('Renew the certificate on the mail server')
})

describe('the page', () => {
  it('shows figures on queue, storage, database, sandbox and server without a secret or an address', async () => {
    await test.database.transact(systemActor, (tx) =>
      test.services.jobs.enqueue(tx, sendEmailJob, { mailId: randomUUID() }),
    )
    const answer = await call('GET', 'health')
    const found = answer.json<SystemHealth>()
    expect(found.queue).toMatchObject({ state: 'good', waiting: 1, running: 0, failed: 0 })
    expect(found.queue.jobs).toMatchObject([{ job: 'send-mail', waiting: 1, running: 0 }])
    expect(found.queue.oldestWaitingMs).toBeGreaterThanOrEqual(0)
    expect(found.storage).toMatchObject({ kind: 'folder', isReachable: true, files: 0, usedBytes: 0 })
    expect(found.storage.freeBytes).toBeGreaterThan(0)
    expect(found.database).toMatchObject({ kind: test.database.kind, version: expect.stringMatching(/^\d+/) })
    expect(found.database.sizeBytes).toBeGreaterThan(1_000_000)
    expect(found.database.migration).toMatch(/^\d{4}-/)
    expect(found.database.pool.most).toBe(test.database.kind === 'embedded' ? 1 : 10)
    expect(found.sandbox).toMatchObject({ state: 'good', most: 2, processes: 0, restarts: 0 })
    expect(found.server.memoryBytes).toBeGreaterThan(0)
    for (const secret of [test.database.location.dataDir, test.database.location.url ?? 'postgres://']) {
      expect(answer.body, secret).not.toContain(secret)
    }
    await test.database.executeAsOwner(`delete from pgboss.job where name = 'send-mail'`)
  })

  it('reports a store or queue that does not answer as bad without hiding the other parts', async () => {
    const failing = new StoreUnavailableError({ cause: new Error('away') })
    const store = vi.spyOn(test.services.files, 'check').mockRejectedValue(failing)
    const queue = vi.spyOn(test.services.jobs, 'depths').mockRejectedValue(new Error('away'))
    try {
      const found = await health()
      expect(found.storage).toMatchObject({ state: 'bad', isReachable: false, freeBytes: null })
      expect(found.queue).toMatchObject({
        state: 'bad',
        problems: [expect.stringContaining('The job queue isn’t responding.')],
      })
      expect(found.database.problems.join(' ')).not.toContain('The database isn’t responding')
    } finally {
      store.mockRestore()
      queue.mockRestore()
    }
  })

  const pool = { most: 10, open: 10, idle: 0, waiting: 1 }
  const idle = { ...pool, idle: 1, waiting: 0 }
  const lacking = [{ name: 'No network', isActive: false, remedy: 'Install bubblewrap.' }]
  const queue = { isKnown: true, failed: 0, oldestWaitingMs: null }
  it.each([
    ['an empty queue', judgeQueue(queue), 'good'],
    [
      'a job just short of old',
      judgeQueue({ ...queue, oldestWaitingMs: limits.queueAgeWarningMs - 1 }),
      'good',
    ],
    ['an old job', judgeQueue({ ...queue, oldestWaitingMs: limits.queueAgeWarningMs }), 'warning'],
    ['a very old job', judgeQueue({ ...queue, oldestWaitingMs: limits.queueAgeBadMs }), 'bad'],
    ['a failed job', judgeQueue({ ...queue, failed: 1 }), 'warning'],
    ['a bucket', judgeStorage({ isReachable: true, freeBytes: null }), 'good'],
    [
      'little room',
      judgeStorage({ isReachable: true, freeBytes: limits.freeSpaceWarningBytes - 1 }),
      'warning',
    ],
    ['no room', judgeStorage({ isReachable: true, freeBytes: limits.freeSpaceBadBytes - 1 }), 'bad'],
    ['a slow database', judgeDatabase({ answerMs: 1000, pool: idle }), 'warning'],
    ['a full pool', judgeDatabase({ answerMs: 1, pool }), 'warning'],
    ['an idle pool', judgeDatabase({ answerMs: 1, pool: idle }), 'good'],
    [
      'callers who wait for the one session',
      judgeDatabase({ answerMs: 1, pool: { most: 1, open: 1, idle: 0, waiting: 3 } }),
      'warning',
    ],
    [
      'files that wait for the sandbox',
      judgeSandbox({ failedStarts: 0, waiting: 2, protections: [] }),
      'warning',
    ],
    ['no database', judgeDatabase({ answerMs: null, pool }), 'bad'],
    [
      'all protections of the sandbox',
      judgeSandbox({
        failedStarts: 0,
        waiting: 0,
        protections: [{ name: 'No network', isActive: true, remedy: null }],
      }),
      'good',
    ],
    ['a missing protection', judgeSandbox({ failedStarts: 0, waiting: 0, protections: lacking }), 'warning'],
    ['failed starts', judgeSandbox({ failedStarts: 1, waiting: 0, protections: [] }), 'bad'],
  ])('judges %s', (_name, { state, problems }, expected) => {
    expect([state, problems.length]).toEqual([expected, expected === 'good' ? 0 : 1])
  })
})

it('lists the sandbox protections and says how to get the missing ones', async () => {
  const condition = test.services.sandbox.condition
  const lacking = { name: 'No network', isActive: false, remedy: 'Install bubblewrap.' }
  const active = { name: 'Hard memory limit', isActive: true, remedy: null }
  const spy = vi
    .spyOn(test.services.sandbox, 'condition', 'get')
    .mockReturnValue({ ...condition, protections: [lacking, active] })
  try {
    expect((await health()).sandbox).toMatchObject({
      state: 'warning',
      problems: [expect.stringContaining('Install bubblewrap.')],
      protections: [lacking, active],
    })
  } finally {
    spy.mockRestore()
  }
})

describe('failed jobs', () => {
  const list = async (query = '') =>
    (await call('GET', `failed-jobs${query}`)).json<{ items: FailedJob[]; nextCursor: string | null }>()

  it('are listed newest first in pages, with a class of error and no data', async () => {
    const ids = [
      await addDeadJob('send-mail', { error: 'TypeError', code: 'EPIPE', message: 'to anna@example.org' }),
      await addDeadJob('send-mail', null),
      await addDeadJob('process-document', { value: 'job expired' }),
    ]
    const first = await list('?limit=2')
    const second = await list(`?limit=2&cursor=${first.nextCursor}`)
    const items = [...first.items, ...second.items]
    expect(items.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(items).toMatchObject([
      { job: 'process-document', attempts: 3, reason: 'The worker stopped answering' },
      { reason: 'No reason was recorded' },
      { job: 'send-mail', reason: 'TypeError, EPIPE' },
    ])
    expect(second.nextCursor).toBeNull()
    expect((await health()).queue).toMatchObject({ state: 'warning', failed: 3 })
  })

  it('are retried or dropped, each once, with an audit row', async () => {
    const { items } = await list()
    const [toDrop, toRetry] = [items[0]?.id ?? '', items[1]?.id ?? '']
    expect((await call('DELETE', `failed-jobs/${toDrop}`)).statusCode).toBe(204)
    expect((await call('POST', `failed-jobs/${toRetry}/retry`)).statusCode).toBe(204)
    expect((await list()).items).toHaveLength(1)
    expect((await health()).queue.jobs).toMatchObject([{ job: 'send-mail', waiting: 1 }])
    expect((await call('DELETE', `failed-jobs/${toDrop}`)).statusCode).toBe(404)
    expect((await call('POST', `failed-jobs/${toRetry}/retry`)).statusCode).toBe(404)
    const by = { actor_id: admin.id, target_kind: 'job' }
    expect(await auditOf(test, toDrop)).toMatchObject([{ ...by, action: 'job.drop' }])
    expect(await auditOf(test, toRetry)).toMatchObject([{ ...by, action: 'job.retry' }])
  })
})

it('stale turns are cleared, and the order of those who wait stays', async () => {
  await test.database.executeAsOwner(`delete from job_turns; insert into job_turns (job, key, turn)
    values ('read', 'a', 1), ('read', 'b', 7), ('read', 'c', 7), ('other', 'd', 2)`)
  await clearTurns(test.database)
  const { rows } = await test.database.executeAsOwner('select key from job_turns order by key')
  expect(rows).toEqual([{ key: 'b' }, { key: 'c' }, { key: 'd' }])
})
