import { z } from 'zod'
import { systemActor } from '../../../platform/db/actor.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { countNotedDays } from './queries.ts'

const daysAtOnce = 50

const countAddedDaysJob = defineJob({
  name: 'count-added-days',
  payload: z.object({}),
  singleton: 'both',
  cron: '*/5 * * * *',
})

/** Counts every day that something has changed in since it was counted. */
export const countAddedDays = ({ database }: Services): Promise<void> =>
  inBatches(daysAtOnce, (size) => database.transact(systemActor, (tx) => countNotedDays(tx, size)))

export const adminDashboardJobHandlers = (services: Services): JobHandler[] => [
  handle(countAddedDaysJob, () => countAddedDays(services)),
]
