import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { systemActor } from '../db/actor.ts'
import { createLog } from '../log.ts'
import { defineJob } from './define-job.ts'
import { handle } from './handle.ts'
import { createJobs, type Jobs } from './jobs.ts'

let database: TestDatabase
let jobs: Jobs
const clock = movableClock()

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => jobs.stop())
afterAll(() => database.dispose())

test('a job sent in a transaction runs after the commit, at once', async () => {
  const seen: string[] = []
  const job = defineJob({ name: 'first', payload: z.object({ id: z.uuid() }) })
  jobs = createJobs({ database, clock, log: createLog('silent') })
  await jobs.start(
    [
      handle(job, async ({ id }) => {
        seen.push(id)
      }),
    ],
    { runs: true },
  )
  const id = randomUUID()
  await database.transact(systemActor, (tx) => jobs.enqueue(tx, job, { id }, { fairnessKey: 'a' }))
  await expect.poll(() => seen, { interval: 5 }).toEqual([id])
  await database.transact(systemActor, async (tx) => {
    for (let i = 0; i < 20; i++) await jobs.enqueue(tx, job, { id }, { fairnessKey: 'a' })
  })
  await expect.poll(() => seen.length, { interval: 5 }).toEqual(21)
})
