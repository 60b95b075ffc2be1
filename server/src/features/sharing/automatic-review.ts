import { z } from 'zod'
import type { Transaction } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Services } from '../../platform/services.ts'
import { listConfirmed } from './queries/share-rows.ts'

/** Verifies a certificate for the businesses that let Exempta do so, if it is beyond doubt. */
export const reviewAutomaticallyJob = defineJob({
  name: 'review-automatically',
  payload: z.object({ documentId: z.uuid() }),
})

/** Only confirmed certificates can be beyond doubt, so there is no job for any other document. */
export async function requestAutomaticReview(
  { jobs }: Services,
  tx: Transaction,
  shares: readonly { document_id: string; business_id: string | null }[],
): Promise<void> {
  const shared = shares.filter(({ business_id }) => business_id !== null).map((share) => share.document_id)
  for (const documentId of await listConfirmed(tx, [...new Set(shared)])) {
    await jobs.enqueue(tx, reviewAutomaticallyJob, { documentId })
  }
}
