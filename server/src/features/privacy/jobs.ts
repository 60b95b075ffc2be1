import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { Services } from '../../platform/services.ts'
import { eraseAccount, resumeErasures } from './erase-account.ts'
import { eraseAccountJob } from './erasure.ts'
import { prepareExportJob, removeExport } from './exports.ts'
import { limits } from './limits.ts'
import { prepareExport } from './prepare-export.ts'
import { failStuckExports, listExpiredExports } from './queries.ts'

const batchSize = 100

/** Deletes expired exports, one batch per transaction. */
export async function sweepExports(services: Services): Promise<void> {
  const { clock, database } = services
  const now = clock.now()
  const stuckSince = new Date(now.getTime() - limits.dataExportPreparingMs)
  await database.transact(systemActor, (tx) => failStuckExports(tx, stuckSince))
  await inBatches(batchSize, (size) =>
    database.transact(systemActor, async (tx) => {
      const over = await listExpiredExports(tx, now, size)
      for (const id of over) await removeExport(services, tx, id)
      return over.length
    }),
  )
}

const sweepPrivacyJob = defineJob({
  name: 'sweep-privacy',
  payload: z.object({}),
  singleton: 'both',
  cron: '23 * * * *',
})

export const privacyJobHandlers = (services: Services, personalData: PersonalData): JobHandler[] => [
  handle(prepareExportJob, ({ exportId }, job) =>
    prepareExport(services, personalData.contributors, exportId, job),
  ),
  handle(eraseAccountJob, ({ personId }, job) => eraseAccount(services, personalData, personId, job)),
  handle(sweepPrivacyJob, async () => {
    await sweepExports(services)
    await resumeErasures(services)
  }),
]
