import { customerLimits } from '@exempta/contract/customers/limits'
import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { forgetMoved } from './queries/merging.ts'

const mergesAtOnce = 500

const clearMergesJob = defineJob({
  name: 'clear-customer-merges',
  payload: z.object({}),
  singleton: 'both',
  cron: '27 4 * * *',
})

/** Forgets what moved in merges that can't be undone anymore: it's a copy of what records said. */
export async function clearMerges({ clock, database }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - customerLimits.mergeUndoMs)
  await inBatches(mergesAtOnce, (size) =>
    database.transact(systemActor, (tx) => forgetMoved(tx, before, size)),
  )
}

export const customerJobHandlers = (services: Services): JobHandler[] => [
  handle(clearMergesJob, () => clearMerges(services)),
]
