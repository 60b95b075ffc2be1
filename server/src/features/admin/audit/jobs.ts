import type { Head } from '../../../platform/audit/queries.ts'
import { verifyAnchored } from '../../../platform/audit/verify-audit.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { handle, type JobContext, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { findLastGoodHead, updateVerification, type VerificationRow } from './queries.ts'
import { verifyAuditLogJob } from './verification.ts'

const batchesBetweenReports = 20
const noEntry = 'none'

type VerifyServices = Pick<Services, 'clock' | 'database' | 'files' | 'secrets'>

export const auditLogJobHandlers = (services: VerifyServices): JobHandler[] => [
  handle(verifyAuditLogJob, ({ verificationId }, context) =>
    runVerification(services, verificationId, context),
  ),
]

async function runVerification(
  services: VerifyServices,
  id: string,
  { signal, isLastAttempt }: JobContext,
): Promise<void> {
  const { clock, database } = services
  const update = (change: Partial<VerificationRow>) =>
    database.transact(systemActor, (tx) => updateVerification(tx, id, change))
  if (!(await update({ state: 'running', checked: 0 }))) return
  let batches = 0
  try {
    const report = await verifyAnchored(services, await lastGoodHeads(), async (checked) => {
      signal.throwIfAborted()
      if (++batches % batchesBetweenReports === 0) await update({ checked })
    })
    const { head, firstBad } = report
    await update({
      state: firstBad ? 'damaged' : 'intact',
      checked: report.sealed,
      unsealed: report.unsealed,
      head_position: head?.position ?? null,
      head_hash: head?.hash ?? null,
      bad_entry_id: firstBad && firstBad.entryId !== noEntry ? firstBad.entryId : null,
      problem: firstBad?.problem ?? null,
      finished_at: clock.now(),
    })
  } catch (error) {
    if (isLastAttempt) await update({ state: 'failed', finished_at: clock.now() })
    throw error
  }

  async function lastGoodHeads(): Promise<Head[]> {
    const row = await database.transact(systemActor, findLastGoodHead, { readOnly: true })
    if (!row || row.head_position === null || row.head_hash === null) return []
    return [{ position: row.head_position, hash: row.head_hash }]
  }
}
