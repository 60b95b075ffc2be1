import type { AuditVerification } from '@exempta/contract/audit-log'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asVerification } from './as-verification.ts'
import { findLatestVerification } from './queries/verifications.ts'

export async function getVerification({ database }: Services, call: Call): Promise<AuditVerification | null> {
  const row = await database.transact(personOf(call), findLatestVerification, { readOnly: true })
  return row ? asVerification(row) : null
}
