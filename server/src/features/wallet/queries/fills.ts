import type { DocumentStatus } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export const insertFilled = (tx: Transaction, rows: readonly NewRow<'filled_certificates'>[]) =>
  tx
    .insertInto('filled_certificates')
    .values([...rows])
    .execute()

/** Of these, the businesses that can receive documents now. */
export const listActive = async (tx: Transaction, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('business_names')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

export interface FilledRow {
  document_id: string
  document_name: string
  status: DocumentStatus
  needs_check: boolean
  business_id: string
  business_name: string
  is_active: boolean
  is_confirmed: boolean
  is_shared: boolean
}

/** Certificates that were signed together, by the name of their seller. */
export async function listBatch(tx: Transaction, ownerId: string, batchId: string): Promise<FilledRow[]> {
  const { rows } = await sql<FilledRow>`
    select f.document_id, d.name as document_name, d.status, d.needs_check, b.id as business_id,
      b.name as business_name, b.status = 'active' as is_active,
      exists (select from exemptions e where e.document_id = f.document_id) as is_confirmed,
      exists (select from document_shares s where s.document_id = f.document_id
        and s.business_id = f.business_id and s.status in ('pending', 'verified')) as is_shared
    from filled_certificates f
      join documents d on d.id = f.document_id
      join business_names b on b.id = f.business_id
    where f.owner_id = ${ownerId} and f.batch_id = ${batchId}
    order by lower(b.name), b.id`.execute(tx)
  return rows
}

export interface OwnFill {
  documentId: string
  business: string
  sourceDocumentId: string | null
  form: string
  signature: string
  signedAt: Date
}

/** Of a person, in a fixed order. */
export async function fillsOf(
  tx: Transaction,
  ownerId: string,
  after: string | undefined,
  limit: number,
): Promise<OwnFill[]> {
  const { rows } = await sql<OwnFill>`
    select f.document_id as "documentId", b.name as business, f.source_id as "sourceDocumentId", f.form,
      f.signature, f.signed_at as "signedAt"
    from filled_certificates f join business_names b on b.id = f.business_id
    where f.owner_id = ${ownerId} ${after ? sql`and f.document_id > ${after}::uuid` : sql``}
    order by f.document_id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
