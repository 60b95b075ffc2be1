import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { AuditVerificationsTable } from '../../../platform/db/schema/audit.ts'

export type VerificationRow = Selectable<AuditVerificationsTable>

export const findLatestVerification = (tx: Transaction): Promise<VerificationRow | undefined> =>
  tx
    .selectFrom('audit_verifications')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What the chain ran through when it was last in order. */
export const findLastGoodHead = (tx: Transaction) =>
  tx
    .selectFrom('audit_verifications')
    .select(['head_position', 'head_hash'])
    .where('state', '=', 'intact')
    .where('head_position', 'is not', null)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertVerification(
  tx: Transaction,
  verification: Insertable<AuditVerificationsTable>,
): Promise<void> {
  await tx.insertInto('audit_verifications').values(verification).execute()
}

/** False when it has been finished already. */
export async function updateVerification(
  tx: Transaction,
  id: string,
  change: Updateable<AuditVerificationsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('audit_verifications')
    .set(change)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}
