import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface ToVerify {
  id: string
  document_id: string
  owner_id: string
  business_id: string
  business_name: string
  document_name: string
  document_version: number
}

/**
 * Pending shares of a document with businesses that let Exempta verify, locked. What a person has reopened is left to
 * people.
 */
export async function lockToVerify(tx: Transaction, documentId: string): Promise<ToVerify[]> {
  const { rows } = await sql<ToVerify>`
    select s.id, s.document_id, s.owner_id, s.business_id, b.name as business_name, d.name as document_name,
      d.version as document_version
    from document_shares s
      join businesses b on b.id = s.business_id
      join documents d on d.id = s.document_id
    where s.document_id = ${documentId} and s.status = 'pending' and b.auto_verifies and b.status = 'active'
      and d.status = 'processed' and not d.needs_check
      and not exists (select from share_events e where e.share_id = s.id and e.act = 'review-reopened')
    order by s.id for update of s for share of d`.execute(tx)
  return rows
}

export async function isAutomatic(tx: Transaction, businessId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('businesses')
    .select('auto_verifies')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  return row.auto_verifies
}

export async function updateAutomatic(
  tx: Transaction,
  businessId: string,
  isOn: boolean,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('businesses')
    .set({ auto_verifies: isOn, updated_at: now })
    .where('id', '=', businessId)
    .execute()
}
