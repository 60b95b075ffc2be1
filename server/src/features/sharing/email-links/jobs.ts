import { z } from 'zod'
import { systemActor } from '../../../platform/db/actor.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteExpiredCodesAndViewers } from './queries.ts'

const sweepEmailSharesJob = defineJob({
  name: 'sweep-mail-shares',
  payload: z.object({}),
  singleton: 'both',
  cron: '47 * * * *',
})

/** Deletes expired codes and viewer sessions, which no longer open anything. */
export const sweepEmailShares = ({ clock, database }: Services): Promise<void> =>
  database.transact(systemActor, (tx) => deleteExpiredCodesAndViewers(tx, clock.latest()))

export const emailShareJobHandlers = (services: Services): JobHandler[] => [
  handle(sweepEmailSharesJob, () => sweepEmailShares(services)),
]
