import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import type { NewRow } from '../../../../platform/db/schema.ts'

export const insertFilled = (tx: Transaction, rows: readonly NewRow<'filled_certificates'>[]) =>
  tx
    .insertInto('filled_certificates')
    .values([...rows])
    .execute()

/** Of these, the businesses that can receive documents now. */
export const listActive = async (tx: Transaction, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('business_names')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

/** Certificates that were signed together, by the name of their seller. */
export const listBatch = (tx: Transaction, ownerId: string, batchId: string) =>
  tx
    .selectFrom('filled_certificates as f')
    .innerJoin('documents as d', 'd.id', 'f.document_id')
    .leftJoin('business_names as b', 'b.id', 'f.business_id')
    .select(['f.document_id', 'd.name as document_name', 'd.status', 'd.needs_check', 'f.business_id'])
    .select([
      sql<string>`coalesce(b.name, f.seller, '')`.as('seller'),
      sql<boolean>`coalesce(b.status = 'active', false)`.as('is_active'),
      sql<boolean>`exists (select from exemptions e where e.document_id = f.document_id)`.as('is_confirmed'),
      sql<boolean>`exists (select from document_shares s where s.document_id = f.document_id
        and s.business_id = f.business_id and s.status in ('pending', 'verified'))`.as('is_shared'),
    ])
    .where('f.owner_id', '=', ownerId)
    .where('f.batch_id', '=', batchId)
    .orderBy(sql`lower(coalesce(b.name, f.seller, ''))`)
    .orderBy('f.document_id')
    .execute()

export type FilledRow = Awaited<ReturnType<typeof listBatch>>[number]

/** Of a person, in a fixed order. */
export const fillsOf = (tx: Transaction, ownerId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('filled_certificates as f')
    .leftJoin('business_names as b', 'b.id', 'f.business_id')
    .select([
      'f.document_id as documentId',
      'b.name as business',
      'f.seller',
      'f.source_id as sourceDocumentId',
    ])
    .select(['f.form', 'f.signature', 'f.signed_at as signedAt'])
    .where('f.owner_id', '=', ownerId)
    .$if(after !== undefined, (query) => query.where('f.document_id', '>', after ?? ''))
    .orderBy('f.document_id')
    .limit(sql.lit(limit))
    .execute()
