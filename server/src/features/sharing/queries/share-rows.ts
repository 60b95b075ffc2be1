import type { NewShares } from '@exempta/contract/sharing'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type ShareRow = Row<'document_shares'>

/** The columns needed to record and announce a change to a share. */
export type ShareKey = Pick<
  Row<'document_shares'>,
  'id' | 'document_id' | 'owner_id' | 'business_id' | 'email'
>

const key = ['s.id', 's.document_id', 's.owner_id', 's.business_id', 's.email'] as const

/** Whether the recipient can open the document. */
export const isLiveAt = (now: Date, alias = 's') => {
  const table = sql.ref(alias)
  return sql<boolean>`${table}.status <> 'revoked'
    and (${table}.expires_at is null or ${table}.expires_at > ${now}::timestamptz)`
}

export interface SharedName {
  /** Of the document. */
  id: string
  document: string
  owner: string
}

/** The names of the shared documents and of their owners. */
export function listNames(tx: Transaction, shares: readonly ShareKey[]): Promise<SharedName[]> {
  const ids = [...new Set(shares.map((share) => share.document_id))]
  return tx
    .selectFrom('documents as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .select(['d.id', 'd.name as document', 'u.name as owner'])
    .where('d.id', 'in', ids.length > 0 ? ids : [null])
    .orderBy('d.name')
    .execute()
}

/** Locks the owner's shares, so that counts and comparisons stay valid until the transaction ends. */
export async function lockSharesOf(tx: Transaction, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shares of ${ownerId}`}, 0))`.execute(tx)
}

export type ShareTerms = Pick<NewShares, 'canDownload' | 'notifiesOnFirstView' | 'hasWatermark'> & {
  message: string | null
  expiresAt: Date | null
}

export interface NewShare {
  id: string
  documentId: string
  /** A business id or an email address. */
  recipient: string
  linkId?: string | undefined
}

/**
 * Handles any number of pairs in one statement. Live shares are left alone and not returned; rejected,
 * revoked and expired ones become pending again under their old id.
 */
export async function upsertShares(
  tx: Transaction,
  ownerId: string,
  kind: 'business' | 'email',
  shares: readonly NewShare[],
  terms: ShareTerms,
  now: Date,
): Promise<ShareKey[]> {
  const recipient = kind === 'business' ? sql`business_id` : sql`email`
  const { rows } = await sql<ShareKey>`
    insert into document_shares as s (
      id, document_id, owner_id, ${recipient}, link_id, message, expires_at, can_download, has_watermark,
      tells_first_view, shared_at, created_at, updated_at)
    select n.id, n."documentId", ${ownerId}, n.recipient, n."linkId", ${terms.message}::text,
      ${terms.expiresAt}::timestamptz, ${terms.canDownload}::boolean, ${terms.hasWatermark}::boolean,
      ${terms.notifiesOnFirstView}::boolean, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb)
      as n (id uuid, "documentId" uuid, recipient ${kind === 'business' ? sql`uuid` : sql`citext`}, "linkId" uuid)
    on conflict (document_id, ${recipient}) do update set
      status = 'pending', account_id = excluded.account_id, link_id = excluded.link_id, message = excluded.message,
      expires_at = excluded.expires_at, can_download = excluded.can_download,
      has_watermark = excluded.has_watermark, tells_first_view = excluded.tells_first_view,
      shared_at = excluded.shared_at, updated_at = excluded.updated_at, revoked_at = null, reviewed_at = null,
      reviewed_by = null, reject_reason = null, first_viewed_at = null, end_told_at = null, end_noted_at = null
    where s.status in ('rejected', 'revoked') or s.expires_at <= ${now}::timestamptz
    returning s.id, s.document_id, s.owner_id, s.business_id, s.email::text as email`.execute(tx)
  return rows
}

/** Returns the addresses for which at least one of the documents is not currently shared. */
export async function addressesToInvite(
  tx: Transaction,
  ownerId: string,
  documentIds: readonly string[],
  emails: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select e.email from unnest(${[...emails]}::text[]) e (email)
    where (
      select count(*) from document_shares s
      where s.owner_id = ${ownerId} and s.email = e.email::citext
        and s.document_id = any(${[...documentIds]}::uuid[]) and ${isLiveAt(now)}
    ) < ${documentIds.length}`.execute(tx)
  return rows.map(({ email }) => email)
}

/** Revokes the live ones among these shares. */
export async function revokeLive(
  tx: Transaction,
  ownerId: string,
  ids: readonly string[] | 'all',
  now: Date,
): Promise<ShareKey[]> {
  return revoking(tx, now)
    .where('s.owner_id', '=', ownerId)
    .$if(ids !== 'all', (query) => query.where(sql<boolean>`s.id = any(${[...ids]}::uuid[])`))
    .execute()
}

/** Ends what is live, with the columns to announce it. */
const revoking = (tx: Transaction, now: Date) =>
  tx
    .updateTable('document_shares as s')
    .set({
      status: 'revoked',
      revoked_at: now,
      updated_at: now,
      reviewed_at: null,
      reviewed_by: null,
      reject_reason: null,
    })
    .where(isLiveAt(now))
    .returning(key)

/**
 * Ends every live share with a business that is being deleted and returns them with their owners, so that the
 * caller can notify them.
 */
export async function revokeLiveWith(tx: Transaction, businessId: string, now: Date): Promise<ShareKey[]> {
  return revoking(tx, now).where('s.business_id', '=', businessId).execute()
}

export async function countOwn(tx: Transaction, ownerId: string, ids: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('document_shares')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return count
}

export const listLiveOf = (tx: Transaction, documentId: string, now: Date): Promise<ShareKey[]> =>
  tx
    .selectFrom('document_shares as s')
    .select(key)
    .where('s.document_id', '=', documentId)
    .where(isLiveAt(now))
    .execute()

/** Of these documents, the ones whose owner confirmed what they say. */
export async function listConfirmed(tx: Transaction, documentIds: readonly string[]): Promise<string[]> {
  if (documentIds.length === 0) return []
  const rows = await tx
    .selectFrom('exemptions')
    .select('document_id')
    .where('document_id', 'in', documentIds)
    .execute()
  return rows.map((row) => row.document_id)
}

/** Waits for reviews in progress, so that none of an older version is missed. */
export async function lockSharesOfDocument(tx: Transaction, documentId: string): Promise<void> {
  await tx
    .selectFrom('document_shares')
    .select('id')
    .where('document_id', '=', documentId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Sets the verified shares of a document back to pending. */
export async function returnVerified(tx: Transaction, documentId: string, now: Date): Promise<ShareKey[]> {
  return tx
    .updateTable('document_shares as s')
    .set({ status: 'pending', reviewed_at: null, reviewed_by: null, updated_at: now })
    .where('s.document_id', '=', documentId)
    .where('s.status', '=', 'verified')
    .returning(key)
    .execute()
}
