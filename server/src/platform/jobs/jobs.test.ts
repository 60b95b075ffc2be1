import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bossDatabase, bossDatabaseWithin } from './boss-database.ts'
import { defineJob } from './define-job.ts'
import { GiveUpError, handle } from './handle.ts'
import { type JobBench, openJobBench, patiently } from './job-bench.fixture.ts'
import { listQueueNames } from './queue-figures.ts'
import { prepareQueues } from './queues.ts'
import type { JobProgress } from './turns.ts'

let bench: JobBench
beforeAll(async () => {
  bench = await openJobBench()
})
afterEach(() => bench.clear())
afterAll(() => bench.dispose())

const count = defineJob({ name: 'count', payload: z.object({ n: z.int() }) })
const quickRetry = { limit: 2, delaySeconds: 1, maxDelaySeconds: 1 }

function counting() {
  const seen: number[] = []
  return { seen, handler: handle(count, async ({ n }) => void seen.push(n)) }
}

test('a job runs once, after its transaction committed, woken rather than polled', async () => {
  const { seen, handler } = counting()
  const jobs = await bench.start([handler], { pollSeconds: 600 })
  await bench.transact(async (tx) => {
    for (const n of [1, 2, 3]) await jobs.enqueue(tx, count, { n })
  })
  await expect.poll(() => seen, patiently).toEqual([1, 2, 3])
})

test('a job of a transaction that was rolled back never runs', async () => {
  const { seen, handler } = counting()
  const jobs = await bench.start([handler])
  const failing = bench.transact(async (tx) => {
    await jobs.enqueue(tx, count, { n: 1 })
    throw new Error('the act fails')
  })
  await expect(failing).rejects.toThrow('the act fails')
  await bench.transact((tx) => jobs.enqueue(tx, count, { n: 2 }))
  await expect.poll(() => seen, patiently).toEqual([2])
  expect(await bench.database.executeAsOwner(`select from pgboss.job where name = 'count'`)).toMatchObject({
    rowCount: 1,
  })
})

test('a process without the worker role sends and does not run', async () => {
  const idle = counting()
  const sender = await bench.start([idle.handler], { runs: false })
  await bench.transact((tx) => sender.enqueue(tx, count, { n: 1 }))
  expect(await sender.depths()).toEqual([
    { job: 'count', waiting: 1, running: 0, oldestWaitingMs: expect.any(Number) },
  ])
  const { seen, handler } = counting()
  await bench.start([handler])
  await expect.poll(() => seen, patiently).toEqual([1])
  expect(idle.seen).toEqual([])
})

test('several processes may start at once where no queue is there yet', async () => {
  const { seen, handler } = counting()
  const tick = handle(defineJob({ name: 'tick', payload: z.object({}), cron: '0 0 1 1 *' }), async () => {})
  const [sender] = await Promise.all([
    bench.start([handler, tick], { runs: false }),
    bench.start([handler, tick]),
    bench.start([handler, tick]),
  ])
  await bench.transact((tx) => sender.enqueue(tx, count, { n: 1 }))
  await expect.poll(() => seen, patiently).toEqual([1])
})

test('a queue that another process has just created takes jobs in a transaction', async () => {
  const { database } = bench
  const atStart = await listQueueNames(database)
  const boss = new PgBoss({
    db: bossDatabase(database),
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    supervise: false,
    schedule: false,
  })
  await boss.start()
  const late = defineJob({ name: 'late', payload: z.object({}) })
  await bench.start([handle(late, async () => {})], { runs: false })
  await prepareQueues(boss, [late], atStart)
  const id = await bench.transact((tx) => boss.send('late', {}, { db: bossDatabaseWithin(database, tx) }))
  expect(id).toEqual(expect.any(String))
  await boss.stop({ graceful: false, close: false })
})

test('a payload is refused when it is not what the job takes, or is data rather than ids', async () => {
  const note = defineJob({ name: 'note', payload: z.object({ text: z.string() }) })
  const jobs = await bench.start([handle(note, async () => {})], { runs: false })
  await bench.transact(async (tx) => {
    await expect(jobs.enqueue(tx, note, { text: 5 } as never)).rejects.toThrow(z.ZodError)
    await expect(jobs.enqueue(tx, note, { text: 'x'.repeat(3000) })).rejects.toThrow('send ids, not data')
  })
  expect(() => defineJob({ name: `x'; drop`, payload: z.object({}) })).toThrow('Not a name of a job')
})

test('a failing job is tried again with a wait, then goes to the dead letters and can be sent again', async () => {
  const attempts: number[] = []
  let isMended = false
  const job = defineJob({ name: 'shaky', payload: z.object({ n: z.int() }), retry: quickRetry })
  const handler = handle(job, async (_payload, { attempt }) => {
    attempts.push(attempt)
    if (!isMended) throw new TypeError('secret words of a person')
  })
  const jobs = await bench.start([handler])
  await bench.transact((tx) => jobs.enqueue(tx, job, { n: 7 }))
  await expect.poll(() => jobs.listDead(10), patiently).toHaveLength(1)
  expect(attempts).toEqual([1, 2, 3])
  const [dead] = await jobs.listDead(10)
  expect(dead).toMatchObject({ job: 'shaky', attempts: 3, reason: { error: 'TypeError' } })
  expect(JSON.stringify(dead)).not.toContain('secret words')

  isMended = true
  const redrive = (id: string) => bench.transact((tx) => jobs.redrive(tx, id))
  expect(await redrive(randomUUID())).toBe(false)
  expect(await redrive(dead?.id ?? '')).toBe(true)
  await expect.poll(() => attempts, patiently).toEqual([1, 2, 3, 1])
  expect(await jobs.listDead(10)).toEqual([])
})

test('what another try cannot cure goes to the dead letters at once: a payload of another version, giving up', async () => {
  const seen: string[] = []
  const older = defineJob({ name: 'versioned', payload: z.object({ old: z.string() }) })
  const newer = defineJob({ name: 'versioned', payload: z.object({ id: z.uuid() }) })
  const hopeless = defineJob({ name: 'hopeless', payload: z.object({}) })
  const sender = await bench.start([handle(older, async () => {}), handle(hopeless, async () => {})], {
    runs: false,
  })
  await bench.transact(async (tx) => {
    await sender.enqueue(tx, older, { old: 'private text' })
    await sender.enqueue(tx, hopeless, {})
  })
  const jobs = await bench.start([
    handle(newer, async ({ id }) => void seen.push(id)),
    handle(hopeless, async () => {
      throw new GiveUpError('no use')
    }),
  ])
  await expect.poll(() => jobs.listDead(10), patiently).toHaveLength(2)
  expect((await jobs.listDead(10)).map(({ attempts }) => attempts)).toEqual([1, 1])
  expect(seen).toEqual([])
  expect(bench.logged()).toContain('job given up')
  expect(bench.logged()).not.toContain('private text')
})

test('a job for later waits for business time', async () => {
  const { seen, handler } = counting()
  const jobs = await bench.start([handler])
  const inAnHour = new Date(bench.clock.now().getTime() + 3_600_000)
  await bench.transact(async (tx) => {
    await jobs.enqueue(tx, count, { n: 2 }, { runAt: inAnHour })
    await jobs.enqueue(tx, count, { n: 1 }, { runAt: new Date(0) })
  })
  await expect.poll(() => seen, patiently).toEqual([1])
  const { rows } = await bench.database.executeAsOwner(
    `select extract(epoch from start_after - created_on)::int8 as wait from pgboss.job where state = 'created'`,
  )
  expect(rows).toEqual([{ wait: 3600 }])
  bench.clock.advance(3_600_000)
  await bench.makeDue()
  await expect.poll(() => seen, patiently).toEqual([1, 2])
})

test('a schedule sends its job; one that is no longer defined ends', async () => {
  const ticks: string[] = []
  const tick = defineJob({ name: 'tick', payload: z.object({}), cron: '* * * * *' })
  const first = await bench.start([handle(tick, async (_payload, { id }) => void ticks.push(id))], {
    superviseSeconds: 1,
  })
  await expect.poll(() => ticks.length, patiently).toBe(1)
  await first.stop()
  await bench.start([handle(count, async () => {})])
  expect(await bench.database.executeAsOwner('select from pgboss.schedule')).toMatchObject({ rowCount: 0 })
})

test('a singleton key holds one waiting job', async () => {
  const single = defineJob({ name: 'single', payload: z.object({}), singleton: 'waiting' })
  const jobs = await bench.start([handle(single, async () => {})], { runs: false })
  const ids = await bench.transact(async (tx) => [
    await jobs.enqueue(tx, single, {}, { singletonKey: 'a' }),
    await jobs.enqueue(tx, single, {}, { singletonKey: 'a' }),
    await jobs.enqueue(tx, single, {}, { singletonKey: 'b' }),
  ])
  expect(ids.map(Boolean)).toEqual([true, false, true])
  const changed = defineJob({ name: 'single', payload: z.object({}) })
  await expect(bench.start([handle(changed, async () => {})], { runs: false })).rejects.toThrow('new name')
})

test('changed settings of a job reach its queue', async () => {
  await bench.start([handle(count, async () => {})], { runs: false })
  const slower = defineJob({ ...count, expireSeconds: 77 })
  await bench.start([handle(slower, async () => {})], { runs: false })
  const { rows } = await bench.database.executeAsOwner(
    `select expire_seconds from pgboss.queue where name = 'count'`,
  )
  expect(rows).toEqual([{ expire_seconds: 77 }])
})

test('progress reaches whoever listens', async () => {
  const reports: JobProgress[] = []
  const handler = handle(count, async (_payload, { report }) => {
    report({ fraction: 0.5, step: 'reading' })
    report({ fraction: 1 })
  })
  const jobs = await bench.start([handler])
  const stopListening = jobs.onProgress((report) => reports.push(report))
  const id = await bench.transact((tx) => jobs.enqueue(tx, count, { n: 1 }))
  await expect.poll(() => reports.length, patiently).toBe(2)
  expect(reports[0]).toEqual({
    job: 'count',
    id,
    payload: { n: 1 },
    progress: { fraction: 0.5, step: 'reading' },
  })
  stopListening()
})
