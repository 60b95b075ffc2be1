import { z } from 'zod'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Services } from '../../platform/services.ts'
import { closeAccess, type Proof, refuseLastAdministrator, withProof } from '../accounts/index.ts'
import { refuseLastManager } from '../businesses/index.ts'
import { revokeSharesOf } from '../sharing/index.ts'
import { markForErasure } from './queries.ts'

export const eraseAccountJob = defineJob({
  name: 'erase-account',
  payload: z.object({ personId: z.uuid() }),
  singleton: 'both',
  expireSeconds: 3600,
})

/**
 * Closes the account with all sessions and links at once and queues its erasure. The caller checks
 * permission.
 */
export async function closeAccount(
  services: Services,
  tx: Transaction,
  call: Call,
  personId: string,
): Promise<void> {
  const at = services.clock.now()
  await markForErasure(tx, personId, at)
  await services.jobs.enqueue(tx, eraseAccountJob, { personId }, { singletonKey: personId })
  await recordAudit(tx, call, { at, action: 'account.delete', target: { kind: 'person', id: personId } })
  await revokeSharesOf(services, tx, call, personId)
  await closeAccess(tx, personId)
}

/** Deletes the caller's own account after checking the password and, with two-factor on, a code. */
export async function deleteAccount(services: Services, call: Call, proof: Proof): Promise<void> {
  await withProof(services, call, proof, async (tx, { id }) => {
    await refuseLastAdministrator(tx, id)
    await refuseLastManager(tx, id)
    await closeAccount(services, tx, call, id)
  })
}
