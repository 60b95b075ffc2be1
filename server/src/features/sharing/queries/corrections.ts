import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { isLiveAt, type ShareKey, type ShareRow } from './share-rows.ts'

export interface CorrectableShare extends ShareKey {
  status: ShareRow['status']
  /** Null for an email recipient. */
  business_status: string | null
}

/** The shares of an own document that their recipients can open now. */
export async function listCorrectable(
  tx: Transaction,
  ownerId: string,
  documentId: string,
  now: Date,
): Promise<CorrectableShare[]> {
  const { rows } = await sql<CorrectableShare>`
    select s.id, s.document_id, s.owner_id, s.business_id, s.email::text as email, s.status,
      b.status as business_status
    from document_shares s left join business_names b on b.id = s.business_id
    where s.owner_id = ${ownerId} and s.document_id = ${documentId} and ${isLiveAt(now)}
    order by s.id`.execute(tx)
  return rows
}

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

export interface WaitingShare extends ShareKey {
  status: ShareRow['status']
  reviewed_at: Date | null
  expires_at: Date | null
  requested_at: Date
  old_name: string
  old_version: number
  /** The name of the business, or the email address. */
  recipient: string
  business_status: string | null
}

const waitingFor = (documentId: string) => sql`
  select s.id, s.document_id, s.owner_id, s.business_id, s.email::text as email, s.status, s.reviewed_at,
    s.expires_at, c.requested_at, d.name as old_name, d.version as old_version,
    coalesce(b.name, s.email::text) as recipient, b.status as business_status
  from share_corrections c
    join document_shares s on s.id = c.share_id
    join documents d on d.id = s.document_id
    left join business_names b on b.id = s.business_id
  where c.document_id = ${documentId}
  order by s.id`

/** The shares that wait for this document to replace theirs. */
export async function listWaitingShares(tx: Transaction, documentId: string): Promise<WaitingShare[]> {
  const { rows } = await sql<WaitingShare>`${waitingFor(documentId)}`.execute(tx)
  return rows
}

/** Until the transaction ends nobody reviews or revokes them, and their documents get no other version. */
export async function lockWaitingShares(tx: Transaction, documentId: string): Promise<WaitingShare[]> {
  const { rows } = await sql<WaitingShare>`
    ${waitingFor(documentId)} for update of s for share of d`.execute(tx)
  return rows
}

/** Puts the document in the place of the one that each share has, pending again under the same id. */
export async function replaceDocument(
  tx: Transaction,
  shareIds: readonly string[],
  documentId: string,
  now: Date,
): Promise<(ShareKey & Pick<ShareRow, 'replaced_name' | 'replaced_rejected_at'>)[]> {
  const { rows } = await sql<ShareKey & Pick<ShareRow, 'replaced_name' | 'replaced_rejected_at'>>`
    update document_shares s set
      document_id = ${documentId}, replaced_name = d.name, replaced_at = ${now}::timestamptz,
      replaced_rejected_at = case s.status when 'rejected' then s.reviewed_at end,
      status = 'pending', shared_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, reviewed_at = null,
      reviewed_by = null, reviewed_by_key = null, reject_reason = null, first_viewed_at = null
    from documents d
    where d.id = s.document_id and s.id = any(${[...shareIds]}::uuid[])
    returning s.id, s.document_id, s.owner_id, s.business_id, s.email::text as email, s.replaced_name,
      s.replaced_rejected_at`.execute(tx)
  return rows
}

export async function deleteCorrections(tx: Transaction, documentId: string): Promise<void> {
  await tx.deleteFrom('share_corrections').where('document_id', '=', documentId).execute()
}

/** The documents of this person that replace the given one, or wait to. */
export const listReplacements = (tx: Transaction, ownerId: string, documentId: string) =>
  tx
    .selectFrom('documents')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .where('replaces_id', '=', documentId)
    .where('status', '=', 'processed')
    .where('needs_check', '=', false)
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute()
