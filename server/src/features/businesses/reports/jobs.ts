import { z } from 'zod'
import { systemActor } from '../../../platform/db/actor.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { countNotedDays } from './queries/received-days.ts'

const daysAtOnce = 50

const countReceivedDaysJob = defineJob({
  name: 'count-received-days',
  payload: z.object({}),
  singleton: 'both',
  cron: '*/5 * * * *',
})

/** Counts every day that something has changed in since it was counted. */
export const countReceivedDays = ({ database }: Services): Promise<void> =>
  inBatches(daysAtOnce, (size) => database.transact(systemActor, (tx) => countNotedDays(tx, size)))

export const businessReportJobHandlers = (services: Services): JobHandler[] => [
  handle(countReceivedDaysJob, () => countReceivedDays(services)),
]
