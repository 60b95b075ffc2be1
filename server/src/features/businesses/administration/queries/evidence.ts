import type { Transaction } from '../../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../../platform/db/schema.ts'

export type EvidenceRow = Row<'business_evidence'> & { administrator: string | null }

const evidence = (tx: Transaction) =>
  tx
    .selectFrom('business_evidence as e')
    .leftJoin('users as u', 'u.id', 'e.added_by')
    .selectAll('e')
    .select('u.name as administrator')

/** A business has few: the limit is checked when one is added. */
export const listEvidence = (tx: Transaction, businessId: string): Promise<EvidenceRow[]> =>
  evidence(tx)
    .where('e.business_id', '=', businessId)
    .orderBy('e.added_at', 'desc')
    .orderBy('e.id', 'desc')
    .execute()

export const findEvidence = (
  tx: Transaction,
  { id, evidenceId }: { id: string; evidenceId: string },
): Promise<EvidenceRow | undefined> =>
  evidence(tx).where('e.business_id', '=', id).where('e.id', '=', evidenceId).executeTakeFirst()

export const listEvidenceBy = (tx: Transaction, personId: string) =>
  tx
    .selectFrom('business_evidence')
    .select(['id', 'business_id', 'note', 'file_name', 'added_at'])
    .where('added_by', '=', personId)
    .orderBy('added_at')
    .execute()

export async function insertEvidence(tx: Transaction, row: NewRow<'business_evidence'>): Promise<void> {
  await tx.insertInto('business_evidence').values(row).execute()
}

export async function deleteEvidence(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('business_evidence').where('id', '=', id).execute()
}
