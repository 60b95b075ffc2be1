import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { systemClock } from '../clock.ts'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { createLog } from '../log.ts'
import { defineJob } from './define-job.ts'
import { handle } from './handle.ts'
import { createJobs, type Jobs } from './jobs.ts'

/** Expires soon, so that the fault test need not wait for the heartbeat of a killed worker to be missed. */
export const write = defineJob({
  name: 'write',
  payload: z.object({ n: z.int() }),
  expireSeconds: 2,
  retry: { limit: 50, delaySeconds: 1, maxDelaySeconds: 1 },
})

/** Each job writes one row in the transaction that ends the job. */
export async function startWriting(
  database: Database,
  { runs, onTaken = () => {} }: { runs: boolean; onTaken?: () => void },
): Promise<Jobs> {
  const handler = handle(write, async ({ n }, { completeWithin }) => {
    onTaken()
    await delay(50 * Math.random())
    await database.transact(systemActor, async (tx) => {
      await database.executeAsOwnerWithin(tx, 'insert into written values ($1)', [n])
      await completeWithin(tx)
    })
  })
  const jobs = createJobs({
    database,
    clock: systemClock,
    log: createLog('silent'),
    pollSeconds: 0.5,
    superviseSeconds: 1,
  })
  await jobs.start([handler])
  if (runs) await jobs.run()
  return jobs
}
