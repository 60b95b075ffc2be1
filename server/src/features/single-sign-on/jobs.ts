import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { deleteOver } from './queries.ts'

const clearAttemptsJob = defineJob({
  name: 'clear-company-logins',
  payload: z.object({}),
  singleton: 'both',
  cron: '27 * * * *',
})

/** Deletes logins that were never finished, and logout tokens that have expired anyway. */
const clearAttempts = ({ clock, database }: Services): Promise<void> =>
  database.transact(systemActor, (tx) => deleteOver(tx, clock.latest()))

export const singleSignOnJobHandlers = (services: Services): JobHandler[] => [
  handle(clearAttemptsJob, () => clearAttempts(services)),
]
