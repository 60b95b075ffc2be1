import { z } from 'zod'
import { systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { limits } from '../limits.ts'
import { shredApplication } from './applications.ts'
import { listApplicationsBefore } from './queries.ts'

const expireApplicationsJob = defineJob({
  name: 'expire-applications',
  payload: z.object({}),
  singleton: 'both',
  cron: '21 4 * * *',
})

const batchSize = 100

/** Deletes résumés after the time that the privacy page promises. */
export async function expireApplications(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - limits.applicationKeptMs)
  await inBatches(batchSize, async (size) => {
    const ids = await services.database.transact(systemActor, (tx) =>
      listApplicationsBefore(tx, before, size),
    )
    for (const id of ids) await shredApplication(services, systemCall, id, 'application.expire')
    return ids.length
  })
}

export const applicationJobHandlers = (services: Services): JobHandler[] => [
  handle(expireApplicationsJob, () => expireApplications(services)),
]
