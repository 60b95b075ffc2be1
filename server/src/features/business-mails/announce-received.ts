import { limits } from '@exempta/contract/limits'
import { z } from 'zod'
import type { Transaction } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Services } from '../../platform/services.ts'

export const mailNewDocumentsJob = defineJob({
  name: 'mail-new-documents',
  payload: z.object({ businessId: z.uuid() }),
  singleton: 'waiting',
})

/** Members who want it get one mail for all that comes within some minutes: a busy hour fills no mailbox. */
export async function announceReceived(
  { clock, jobs }: Services,
  tx: Transaction,
  businessIds: readonly string[],
): Promise<void> {
  const runAt = new Date(clock.now().getTime() + limits.newDocumentsMailMs)
  for (const businessId of businessIds) {
    await jobs.enqueue(tx, mailNewDocumentsJob, { businessId }, { runAt, singletonKey: businessId })
  }
}
