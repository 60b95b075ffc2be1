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
  let page = tx.selectFrom('administered_documents').selectAll()
  if (ownerId) page = page.where('owner_id', '=', ownerId)
  if (status) page = page.where('status', '=', sql.lit(status))
  if (before) {
    page = page.where(sql<boolean>`(created_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const findDocument = (tx: Transaction, id: string): Promise<AdministeredDocumentRow | undefined> =>
  tx.selectFrom('administered_documents').selectAll().where('id', '=', id).executeTakeFirst()

export async function sharePage(
  tx: Transaction,
  { ownerId, businessId }: { ownerId?: string | undefined; businessId?: string | undefined },
  before: Position | undefined,
  limit: number,
): Promise<AdministeredShareRow[]> {
  let page = tx.selectFrom('administered_shares').selectAll()
  if (ownerId) page = page.where('owner_id', '=', ownerId)
  if (businessId) page = page.where('business_id', '=', businessId)
  if (before) {
    page = page.where(sql<boolean>`(shared_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('shared_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}
