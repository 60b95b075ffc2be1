import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { receiptLimits } from '../coverage/index.ts'
import { reviewAutomaticallyJob } from '../sharing/index.ts'
import { reviewAutomatically } from './automatic-review.ts'
import { deleteVerificationsBefore } from './queries/verifications.ts'

const verificationsAtOnce = 1000

const clearVerificationsJob = defineJob({
  name: 'clear-verifications',
  payload: z.object({}),
  singleton: 'both',
  cron: '47 3 * * *',
})

/** Look-ups are kept as long as the receipts that rely on them. */
export async function clearVerifications({ clock, database }: Services): Promise<void> {
  const before = clock.now()
  before.setUTCFullYear(before.getUTCFullYear() - receiptLimits.receiptsKeptYears)
  await inBatches(verificationsAtOnce, (size) =>
    database.transact(systemActor, (tx) => deleteVerificationsBefore(tx, before, size)),
  )
}

export const reviewJobHandlers = (services: Services): JobHandler[] => [
  handle(reviewAutomaticallyJob, ({ documentId }) => reviewAutomatically(services, documentId)),
  handle(clearVerificationsJob, () => clearVerifications(services)),
]
