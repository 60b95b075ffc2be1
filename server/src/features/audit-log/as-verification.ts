import type { AuditVerification } from '@exempta/contract/audit-log'
import type { VerificationRow } from './queries/verifications.ts'

export const asVerification = (row: VerificationRow): AuditVerification => ({
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
