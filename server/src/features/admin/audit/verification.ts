import type { AuditVerification } from '@exempta/contract/admin/audit'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { Services } from '../../../platform/services.ts'
import { findLatestVerification, insertVerification, type VerificationRow } from './queries.ts'

const asVerification = (row: VerificationRow): AuditVerification => ({
  id: row.id,
  state: row.state,
  requestedAt: row.requested_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  checked: row.checked,
  unsealed: row.unsealed,
  head:
    row.head_position !== null && row.head_hash !== null
      ? { position: row.head_position, hash: row.head_hash }
      : null,
  firstBad: row.problem === null ? null : { entryId: row.bad_entry_id, problem: row.problem },
})

export async function getVerification({ database }: Services, call: Call): Promise<AuditVerification | null> {
  const row = await database.transact(personOf(call), findLatestVerification, { readOnly: true })
  return row ? asVerification(row) : null
}

/** Starts a verification of the chain, or returns the one in progress. */
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
    // Another administrator started one at the same moment.
    if (!sent) throw new AppError('conflict')
  })
  return getVerification(services, call)
}

/** Runs for long on a chain that has grown for years. */
export const verifyAuditLogJob = defineJob({
  name: 'verify-audit-log',
  payload: z.object({ verificationId: z.uuid() }),
  singleton: 'waiting',
  retry: { limit: 2, delaySeconds: 5, maxDelaySeconds: 60 },
  expireSeconds: 6 * 3600,
})
