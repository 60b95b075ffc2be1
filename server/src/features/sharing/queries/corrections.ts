import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { isLiveAt, type ShareKey, type ShareRow } from './share-rows.ts'

/** The shares of an own document that their recipients can open now. */
export const listCorrectable = (tx: Transaction, ownerId: string, documentId: string, now: Date) =>
  tx
    .selectFrom('document_shares as s')
    .leftJoin('business_names as b', 'b.id', 's.business_id')
    .select(['s.id', 's.document_id', 's.owner_id', 's.business_id', 's.email', 's.status'])
    .select('b.status as business_status')
    .where('s.owner_id', '=', ownerId)
    .where('s.document_id', '=', documentId)
    .where(isLiveAt(now))
    .orderBy('s.id')
    .execute()

/**
 * Returns how many of the shares now wait for the document. A share keeps the correction it waits for, unless that one
 * failed.
 */
export async function insertCorrections(
  tx: Transaction,
  { documentId, ownerId, shareIds }: { documentId: string; ownerId: string; shareIds: readonly string[] },
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    insert into share_corrections (share_id, document_id, owner_id, requested_at)
    select id, ${documentId}, ${ownerId}, ${now}::timestamptz from unnest(${[...shareIds]}::uuid[]) id
    on conflict (share_id) do update
      set document_id = excluded.document_id, requested_at = excluded.requested_at
      where exists (
        select from documents d where d.id = share_corrections.document_id and d.status = 'failed')
    returning share_id`.execute(tx)
  return rows.length
}

const waitingFor = (tx: Transaction, documentId: string) =>
  tx
    .selectFrom('share_corrections as c')
    .innerJoin('document_shares as s', 's.id', 'c.share_id')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .leftJoin('business_names as b', 'b.id', 's.business_id')
    .select(['s.id', 's.document_id', 's.owner_id', 's.business_id', 's.email', 's.status', 's.reviewed_at'])
    .select(['s.expires_at', 'c.requested_at', 'd.name as old_name', 'd.version as old_version'])
    // The name of the business, or the email address.
    .select(sql<string>`coalesce(b.name, s.email::text)`.as('recipient'))
    .select('b.status as business_status')
    .where('c.document_id', '=', documentId)
    .orderBy('s.id')

/** The shares that wait for this document to replace theirs. */
export const listWaitingShares = (tx: Transaction, documentId: string) => waitingFor(tx, documentId).execute()

export type WaitingShare = Awaited<ReturnType<typeof listWaitingShares>>[number]

/** Until the transaction ends nobody reviews or revokes them, and their documents get no other version. */
export const lockWaitingShares = (tx: Transaction, documentId: string): Promise<WaitingShare[]> =>
  waitingFor(tx, documentId).forUpdate('s').forShare('d').execute()

/** Puts the document in the place of the one that each share has, pending again under the same id. */
export async function replaceDocument(
  tx: Transaction,
  shareIds: readonly string[],
  documentId: string,
  now: Date,
): Promise<(ShareKey & Pick<ShareRow, 'replaced_name' | 'replaced_rejected_at'>)[]> {
  return tx
    .updateTable('document_shares as s')
    .from('documents as d')
    .set((share) => ({
      document_id: documentId,
      replaced_name: share.ref('d.name'),
      replaced_at: now,
      replaced_rejected_at: sql<Date | null>`case s.status when 'rejected' then s.reviewed_at end`,
      status: 'pending',
      shared_at: now,
      updated_at: now,
      reviewed_at: null,
      reviewed_by: null,
      reviewed_by_key: null,
      reject_reason: null,
      first_viewed_at: null,
    }))
    .whereRef('d.id', '=', 's.document_id')
    .where(sql<boolean>`s.id = any(${[...shareIds]}::uuid[])`)
    .returning(['s.id', 's.document_id', 's.owner_id', 's.business_id', 's.email'])
    .returning(['s.replaced_name', 's.replaced_rejected_at'])
    .execute()
}

export async function deleteCorrections(tx: Transaction, documentId: string): Promise<void> {
  await tx.deleteFrom('share_corrections').where('document_id', '=', documentId).execute()
}

/** The document that was sent in place of the given one, if there is one. */
export const listReplacements = (tx: Transaction, ownerId: string, documentId: string) =>
  tx
    .selectFrom('documents as d')
    .select(['d.id', 'd.name'])
    .where('d.owner_id', '=', ownerId)
    .where('d.replaces_id', '=', documentId)
    .where('d.status', '=', 'processed')
    .where('d.needs_check', '=', false)
    // One that still waits for its owner has replaced nothing.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('share_corrections as c').select('c.share_id').whereRef('c.document_id', '=', 'd.id'),
        ),
      ),
    )
    .orderBy('d.created_at', 'desc')
    .limit(1)
    .execute()
