import type { DocumentType } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

/** A link that opens at least one document now. */
export interface LiveLink {
  id: string
  email: string
  ownerId: string
  sender: string
  expiresAt: Date
}

/** Requires an active owner, a link that has not expired and at least one document that is still shared. */
const isLive = (now: Date) => sql<boolean>`(
  u.status = 'active' and l.expires_at > ${now} and exists (
    select from document_shares s join documents d on d.id = s.document_id
    where s.link_id = l.id and s.status <> 'revoked' and s.expires_at > ${now} and d.status = 'processed'
      and not d.needs_check))`

export const findLiveLink = (tx: Transaction, tokenHash: Buffer, now: Date): Promise<LiveLink | undefined> =>
  tx
    .selectFrom('mail_share_links as l')
    .innerJoin('users as u', 'u.id', 'l.owner_id')
    .select(['l.id', 'l.email', 'l.owner_id as ownerId', 'u.name as sender', 'l.expires_at as expiresAt'])
    .where('l.token_hash', '=', tokenHash)
    .where(isLive(now))
    .executeTakeFirst()

/** The business that the link's address belongs to: that of the account which has confirmed the address. */
export const findRecipientBusiness = async (tx: Transaction, linkId: string) =>
  (await tx
    .selectFrom('document_shares as s')
    .innerJoin('business_users as m', 'm.user_id', 's.account_id')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select(['b.name', 'b.verified as isVerified'])
    .where('s.link_id', '=', linkId)
    .where('m.status', '=', 'active')
    .where('b.status', '=', 'active')
    .limit(1)
    .executeTakeFirst()) ?? null

/** The viewer who confirmed the link's address, with the link's current state. */
export const findViewer = (tx: Transaction, tokenHash: Buffer, linkId: string, now: Date) =>
  tx
    .selectFrom('mail_share_viewers as v')
    .innerJoin('mail_share_links as l', 'l.id', 'v.link_id')
    .innerJoin('users as u', 'u.id', 'l.owner_id')
    .select(['v.id', 'v.created_at as since', 'l.id as linkId', 'l.email', 'u.name as sender'])
    .select(['l.expires_at as expiresAt', isLive(now).as('isLive')])
    .where('v.token_hash', '=', tokenHash)
    .where('v.link_id', '=', linkId)
    .where('v.expires_at', '>', now)
    .executeTakeFirst()

export interface SharedDocument {
  shareId: string
  id: string
  name: string
  type: DocumentType
  version: number
  pageCount: number
  sizeBytes: number
  canDownload: boolean
  hasWatermark: boolean
  message: string | null
}

const liveShares = (tx: Transaction, linkId: string, now: Date) =>
  tx
    .selectFrom('document_shares as s')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .innerJoin('document_versions as v', (join) =>
      join.onRef('v.document_id', '=', 'd.id').onRef('v.version', '=', 'd.version'),
    )
    .select(['s.id as shareId', 'd.id', 'd.name', 'd.type', 'd.version', 's.message'])
    .select(['s.can_download as canDownload', 's.has_watermark as hasWatermark'])
    .select([sql<number>`d.page_count`.as('pageCount'), sql<number>`v.size_bytes`.as('sizeBytes')])
    .where('s.link_id', '=', linkId)
    .where('s.status', '<>', 'revoked')
    .where('s.expires_at', '>', now)
    .where('d.status', '=', 'processed')
    .where('d.needs_check', '=', false)

export const listSharedDocuments = (tx: Transaction, linkId: string, now: Date): Promise<SharedDocument[]> =>
  liveShares(tx, linkId, now).orderBy(sql`lower(d.name)`).orderBy('d.id').execute()

export const findSharedDocument = (
  tx: Transaction,
  linkId: string,
  documentId: string,
  now: Date,
): Promise<SharedDocument | undefined> =>
  liveShares(tx, linkId, now).where('d.id', '=', documentId).executeTakeFirst()

export type PageRow = Row<'document_pages'>

export const listPages = (tx: Transaction, documentId: string, version: number): Promise<PageRow[]> =>
  tx
    .selectFrom('document_pages')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .orderBy('page')
    .execute()

/** Returns undefined and changes nothing while the last code is newer than `sentBefore`. */
export async function replaceCode(
  tx: Transaction,
  code: NewRow<'mail_share_codes'>,
  sentBefore: Date,
): Promise<boolean> {
  const { sent_at, code_hash, expires_at } = code
  const row = await tx
    .insertInto('mail_share_codes')
    .values(code)
    .onConflict((conflict) =>
      conflict
        .column('link_id')
        .doUpdateSet({ code_hash, sent_at, expires_at, attempts: 0 })
        .where('mail_share_codes.sent_at', '<=', sentBefore),
    )
    .returning('link_id')
    .executeTakeFirst()
  return row !== undefined
}

export const findCodeSentAt = async (tx: Transaction, linkId: string): Promise<Date | undefined> => {
  const row = await tx
    .selectFrom('mail_share_codes')
    .select('sent_at')
    .where('link_id', '=', linkId)
    .executeTakeFirst()
  return row?.sent_at
}

/** Counts the attempt before the code is compared, so that parallel requests cannot share one attempt. */
export async function countAttempt(
  tx: Transaction,
  linkId: string,
  attemptsMax: number,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await tx
    .updateTable('mail_share_codes')
    .set((code) => ({ attempts: code('attempts', '+', 1) }))
    .where('link_id', '=', linkId)
    .where('attempts', '<', attemptsMax)
    .where('expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash
}

/** Uses the code up, so that only one of two requests with the right code succeeds. */
export async function takeCode(tx: Transaction, linkId: string, codeHash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('mail_share_codes')
    .where('link_id', '=', linkId)
    .where('code_hash', '=', codeHash)
    .returning('link_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertViewer(tx: Transaction, viewer: NewRow<'mail_share_viewers'>): Promise<void> {
  await tx.insertInto('mail_share_viewers').values(viewer).execute()
}

export async function deleteViewer(tx: Transaction, tokenHash: Buffer, linkId: string): Promise<void> {
  await tx
    .deleteFrom('mail_share_viewers')
    .where('token_hash', '=', tokenHash)
    .where('link_id', '=', linkId)
    .execute()
}

/**
 * Whether a stamped file may be stored for this viewer. Locks the share, viewer and version until the
 * transaction ends, so that whoever ends one of them later finds the stamped file and destroys it.
 */
export async function lockStampedShare(
  tx: Transaction,
  { shareId, viewerId, version }: { shareId: string; viewerId: string; version: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from document_shares s
    join documents d on d.id = s.document_id
    join mail_share_viewers v on v.link_id = s.link_id
    where s.id = ${shareId} and s.status <> 'revoked' and s.end_noted_at is null
      and d.version = ${version} and not d.needs_check and v.id = ${viewerId}
    for share`.execute(tx)
  return rows.length > 0
}

/** Returns true the first time. */
export async function noteOpening(tx: Transaction, viewerId: string, shareId: string): Promise<boolean> {
  const row = await tx
    .insertInto('mail_share_openings')
    .values({ viewer_id: viewerId, share_id: shareId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('share_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteExpiredCodesAndViewers(tx: Transaction, now: Date): Promise<void> {
  await tx.deleteFrom('mail_share_codes').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('mail_share_viewers').where('expires_at', '<=', now).execute()
}
