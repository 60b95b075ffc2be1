import type { DocumentStatus } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type AdministeredDocumentRow = Row<'administered_documents'>
export type AdministeredShareRow = Row<'administered_shares'>
type Position = readonly [at: string, id: string]

export async function documentPage(
  tx: Transaction,
  { ownerId, status }: { ownerId?: string | undefined; status?: DocumentStatus | undefined },
  before: Position | undefined,
  limit: number,
): Promise<AdministeredDocumentRow[]> {
  const { rows } = await sql<AdministeredDocumentRow>`
    select * from administered_documents where true
      ${ownerId ? sql`and owner_id = ${ownerId}` : sql``}
      ${status ? sql`and status = ${sql.lit(status)}` : sql``}
      ${before ? sql`and (created_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by created_at desc, id desc limit ${limit}`.execute(tx)
  return rows
}

export const findDocument = (tx: Transaction, id: string): Promise<AdministeredDocumentRow | undefined> =>
  tx.selectFrom('administered_documents').selectAll().where('id', '=', id).executeTakeFirst()

export async function sharePage(
  tx: Transaction,
  { ownerId, businessId }: { ownerId?: string | undefined; businessId?: string | undefined },
  before: Position | undefined,
  limit: number,
): Promise<AdministeredShareRow[]> {
  const { rows } = await sql<AdministeredShareRow>`
    select * from administered_shares where true
      ${ownerId ? sql`and owner_id = ${ownerId}` : sql``}
      ${businessId ? sql`and business_id = ${businessId}` : sql``}
      ${before ? sql`and (shared_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by shared_at desc, id desc limit ${limit}`.execute(tx)
  return rows
}
