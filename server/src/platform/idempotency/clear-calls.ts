import { z } from 'zod'
import { systemActor } from '../db/actor.ts'
import { inBatches } from '../db/in-batches.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import { limits } from '../limits.ts'
import type { Services } from '../services.ts'
import { deleteCallsBefore } from './queries.ts'

const batchSize = 1000

const clearCallsJob = defineJob({
  name: 'clear-idempotent-calls',
  payload: z.object({}),
  singleton: 'both',
  cron: '23 * * * *',
})

type ClearServices = Pick<Services, 'clock' | 'database'>

export const clearCallsHandler = (services: ClearServices): JobHandler =>
  handle(clearCallsJob, () => clearCalls(services))

/** Stored answers contain data, so they are deleted as soon as their keys expire. */
export async function clearCalls({ clock, database }: ClearServices): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.idempotencyKeptMs)
  await inBatches(batchSize, (size) =>
    database.transact(systemActor, (tx) => deleteCallsBefore(tx, before, size)),
  )
}
