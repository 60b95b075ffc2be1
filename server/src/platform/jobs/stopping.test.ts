import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from './define-job.ts'
import { handle, type JobContext } from './handle.ts'
import { type JobBench, openJobBench, patiently } from './job-bench.fixture.ts'

let bench: JobBench
beforeAll(async () => {
  bench = await openJobBench()
})
afterEach(() => bench.clear())
afterAll(() => bench.dispose())

const long = defineJob({
  name: 'long',
  payload: z.object({}),
  retry: { limit: 1, delaySeconds: 1, maxDelaySeconds: 1 },
})

function deferred<T = void>() {
  return Promise.withResolvers<T>()
}

test('a running job ends within the grace period', async () => {
  const started = deferred()
  const release = deferred()
  const worker = await bench.start(
    [
      handle(long, async (_payload, { signal }) => {
        started.resolve()
        await release.promise
        signal.throwIfAborted()
      }),
    ],
    { graceMs: 30_000 },
  )
  await bench.transact((tx) => worker.enqueue(tx, long, {}))
  await started.promise
  const stopped = worker.stop()
  release.resolve()
  await stopped
  expect(await statesOf('long')).toEqual(['completed'])
})

test('a job that stops on the signal returns to the queue without counting the attempt, and the next worker does it', async () => {
  const started = deferred()
  const worker = await bench.start([
    handle(long, async (_payload, { signal }) => {
      started.resolve()
      await delay(600_000, undefined, { signal })
    }),
  ])
  await bench.transact((tx) => worker.enqueue(tx, long, {}))
  await started.promise
  await worker.stop()
  expect(await statesOf('long')).toEqual(['retry'])

  const contexts: JobContext[] = []
  await bench.start([handle(long, async (_payload, context) => void contexts.push(context))])
  await expect.poll(() => statesOf('long'), patiently).toEqual(['completed'])
  expect(contexts).toMatchObject([{ attempt: 2, isLastAttempt: false }])
})

test('a job that ignores the signal returns to the queue too, and its late end changes nothing', async () => {
  const started = deferred()
  const release = deferred()
  const lateTry = deferred<string>()
  const worker = await bench.start([
    handle(long, async (_payload, { completeWithin }) => {
      started.resolve()
      await release.promise
      await bench.transact(completeWithin).then(
        () => lateTry.resolve('completed'),
        (error) => lateTry.resolve(error.message),
      )
      throw new Error('late failure')
    }),
  ])
  await bench.transact((tx) => worker.enqueue(tx, long, {}))
  await started.promise
  await worker.stop()

  const second = deferred()
  const secondStarted = deferred()
  await bench.start([
    handle(long, async () => {
      secondStarted.resolve()
      await second.promise
    }),
  ])
  await secondStarted.promise
  release.resolve()
  expect(await lateTry.promise).toBe('The job was lost to another worker.')
  expect(await statesOf('long')).toEqual(['active'])
  second.resolve()
  await expect.poll(() => statesOf('long'), patiently).toEqual(['completed'])
})

test('a job that takes longer than it may is aborted and taken again', async () => {
  const aborted = deferred()
  const attempts: number[] = []
  const slow = defineJob({
    name: 'slow',
    payload: z.object({}),
    expireSeconds: 1,
    retry: { limit: 1, delaySeconds: 1, maxDelaySeconds: 1 },
  })
  const worker = await bench.start([
    handle(slow, async (_payload, { attempt, signal }) => {
      attempts.push(attempt)
      if (attempt > 1) return
      signal.addEventListener('abort', () => aborted.resolve())
      await aborted.promise
    }),
  ])
  await bench.transact((tx) => worker.enqueue(tx, slow, {}))
  await aborted.promise
  await expect.poll(() => attempts, patiently).toEqual([1, 2])
})

test('work and its end commit together, or neither does', async () => {
  const once = defineJob({ name: 'once', payload: z.object({}) })
  await bench.database.executeAsOwner('create table effects (n int)')
  await bench.database.executeAsOwner('grant all on effects to exempta_system')
  let tries = 0
  const worker = await bench.start([
    handle(once, async (_payload, { completeWithin }) => {
      tries++
      await bench.transact(async (tx) => {
        await bench.database.executeAsOwnerWithin(tx, 'insert into effects values (1)')
        await completeWithin(tx)
        if (tries === 1) throw new Error('before the commit')
      })
      throw new Error('after the commit')
    }),
  ])
  await bench.transact((tx) => worker.enqueue(tx, once, {}))
  await expect.poll(() => statesOf('once'), patiently).toEqual(['retry'])
  await bench.makeDue()
  await expect.poll(() => statesOf('once'), patiently).toEqual(['completed'])
  expect(await bench.database.executeAsOwner('select from effects')).toMatchObject({ rowCount: 1 })
})

async function statesOf(name: string): Promise<string[]> {
  const { rows } = await bench.database.executeAsOwner(
    'select state::text from pgboss.job where name = $1 order by created_on',
    [name],
  )
  return rows.map((row) => (row as { state: string }).state)
}
