import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from './define-job.ts'
import { handle } from './handle.ts'
import { type JobBench, openJobBench, patiently } from './job-bench.fixture.ts'

let bench: JobBench
beforeAll(async () => {
  bench = await openJobBench()
})
afterEach(() => bench.clear())
afterAll(() => bench.dispose())

const scan = defineJob({ name: 'scan', payload: z.object({ owner: z.string() }) })

async function prepare() {
  const order: string[] = []
  const handler = handle(scan, async ({ owner }) => void order.push(owner))
  const sender = await bench.start([handler], { runs: false })
  const send = (owner: string, times = 1) =>
    bench.transact(async (tx) => {
      for (let at = 0; at < times; at++) await sender.enqueue(tx, scan, { owner }, { fairnessKey: owner })
    })
  const finish = async (jobs: number) => {
    const before = order.length
    const worker = await bench.start([handler])
    await expect.poll(() => order.length, patiently).toBe(before + jobs)
    await worker.stop()
    return order.splice(0).join('')
  }
  return { send, finish, placeOf: (owner: string) => sender.placeOf(scan, { owner }) }
}

test("one person's hundred jobs do not delay another person's one", async () => {
  const { send, finish } = await prepare()
  await send('a', 100)
  await send('b')
  await send('c', 2)
  expect(await finish(103)).toMatch(/^abcaca{98}$/)
})

test('a job knows its place in the line, as long as it waits', async () => {
  const { send, finish, placeOf } = await prepare()
  await send('a', 3)
  await send('b')
  await send('c')
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(placeOf))).toEqual([1, 2, 3, undefined])
  expect(await finish(5)).toBe('abcaa')
  expect(await placeOf('a')).toBeUndefined()
})

test('jobs sent from many transactions at once take turns all the same', async () => {
  const { send, finish } = await prepare()
  await Promise.all(Array.from({ length: 30 }, () => send('a')))
  await send('b')
  expect((await finish(31)).slice(0, 3)).toContain('b')
})

test('a newcomer is next, before what the person at work still has waiting; the rest of a job stays first of its own', async () => {
  const order: string[] = []
  const begun = Promise.withResolvers<void>()
  const newcomerIsThere = Promise.withResolvers<void>()
  const long = defineJob({ name: 'long', payload: z.object({ name: z.string() }) })
  const handler = handle(long, async ({ name }, context) => {
    order.push(name)
    if (order.length > 1) return
    begun.resolve()
    await newcomerIsThere.promise
    expect(await context.othersWait()).toBe(true)
    await bench.transact((tx) => context.goOnLaterWithin(tx))
  })
  const jobs = await bench.start([handler])
  const send = (name: string) =>
    bench.transact((tx) => jobs.enqueue(tx, long, { name }, { fairnessKey: name[0] as string }))
  await send('a1')
  await begun.promise
  await send('a2')
  await send('a3')
  await send('b1')
  await send('b2')
  newcomerIsThere.resolve()
  await expect.poll(() => order.length, patiently).toBe(6)
  expect(order.join(' ')).toBe('a1 b1 b2 a1 a2 a3')
})

test('a job knows whether others wait, not whether its own do', async () => {
  const seen: boolean[] = []
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const handler = handle(scan, async (_, context) => {
    begun.resolve()
    await go.promise
    seen.push(await context.othersWait())
  })
  const jobs = await bench.start([handler])
  const send = () => bench.transact((tx) => jobs.enqueue(tx, scan, { owner: 'a' }, { fairnessKey: 'a' }))
  await send()
  await begun.promise
  await send()
  go.resolve()
  await expect.poll(() => seen, patiently).toEqual([false, false])
})

test('a key does not save up turns while it has no jobs', async () => {
  const { send, finish } = await prepare()
  await send('a', 20)
  await finish(20)
  await send('b', 5)
  await send('a')
  expect(await finish(6)).toBe('bbabbb')
})
