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

test('nobody banks the turns of the time they had nothing to do', async () => {
  const { send, finish } = await prepare()
  await send('a', 20)
  await finish(20)
  await send('b', 5)
  await send('a')
  expect(await finish(6)).toBe('bbabbb')
})
