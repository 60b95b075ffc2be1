import type { AuditVerification } from '@exempta/contract/audit-log'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { getVerification } from './get-verification.ts'
import { insertVerification } from './queries/verifications.ts'
import { verifyAuditLogJob } from './verify-audit-log-job.ts'

/** Starts a walk along the chain; one that is under way is answered instead. */
export async function requestVerification(services: Services, call: Call): Promise<AuditVerification | null> {
  const person = personOf(call)
  const latest = await getVerification(services, call)
  if (latest && !latest.finishedAt) {
    const isUnderWay = await services.jobs.isUnderWay(verifyAuditLogJob, { verificationId: latest.id })
    if (isUnderWay) return latest
  }
  const at = services.clock.now()
  const id = timeOrderedId(at)
  await services.database.transact(person, async (tx) => {
    await insertVerification(tx, { id, requested_by: person.id, requested_at: at, state: 'waiting' })
    await recordAudit(tx, call, { at, action: 'audit-log.verify' })
    const sent = await services.jobs.enqueue(tx, verifyAuditLogJob, { verificationId: id })
    // Somebody else asked in the same moment.
    if (!sent) throw new AppError('conflict')
  })
  return getVerification(services, call)
}
