import { sql } from 'kysely'
import type { MemberActor, PersonActor } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { isLiveAt } from '../../sharing/index.ts'
import { type DocumentRow, findOwnDocument } from './documents.ts'

export interface LinkViewer {
  actor: PersonActor
  /** The networks this person may connect from; null if there is no restriction. */
  allowedRanges: string[] | null
}

/** The person a link was made for, with their current rights; undefined unless the account is active. */
export async function findViewer(tx: Transaction, personId: string): Promise<LinkViewer | undefined> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('business_users', (join) =>
      join.onRef('business_users.user_id', '=', 'users.id').on('business_users.status', '=', 'active'),
    )
    .select(['users.id', 'users.role', 'business_users.business_id'])
    .select(sql<string[] | null>`exempta_allowed_ranges(users.role, business_users.business_id)`.as('ranges'))
    .where('users.id', '=', personId)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
  if (!row) return undefined
  const { id, role, business_id: businessId, ranges } = row
  return { actor: { kind: 'person', id, role, ...(businessId && { businessId }) }, allowedRanges: ranges }
}

/** A processed document that the viewer may see now. */
export interface VisibleDocument {
  document: DocumentRow
  /** The share that gives a business access; undefined for the owner. */
  share?: { id: string; canDownload: boolean; isFirstViewPending: boolean }
}

export async function findVisibleDocument(
  tx: Transaction,
  viewer: MemberActor,
  id: string,
  now: Date,
): Promise<VisibleDocument | undefined> {
  if (viewer.businessId) return findReceivedDocument(tx, viewer.businessId, id, now)
  const document = await findOwnDocument(tx, viewer.id, id)
  return document?.status === 'processed' ? { document } : undefined
}

/** A document and a business have at most one share. */
async function findReceivedDocument(
  tx: Transaction,
  businessId: string,
  id: string,
  now: Date,
): Promise<VisibleDocument | undefined> {
  const row = await tx
    .selectFrom('document_shares as s')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .selectAll('d')
    .select(['s.id as shareId', 's.can_download as canDownload', 's.first_viewed_at as firstViewedAt'])
    .where('s.document_id', '=', id)
    .where('s.business_id', '=', businessId)
    .where(isLiveAt(now))
    .where('d.status', '=', 'processed')
    .where('d.needs_check', '=', false)
    .executeTakeFirst()
  if (!row) return undefined
  const { shareId, canDownload, firstViewedAt, ...document } = row
  return { document, share: { id: shareId, canDownload, isFirstViewPending: firstViewedAt === null } }
}
