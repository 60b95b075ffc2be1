import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/**
 * Returns true for the first opening since the document was last shared; of several at once only one gets true.
 */
export async function markFirstView(tx: Transaction, shareId: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('document_shares')
    .set({ first_viewed_at: now })
    .where('id', '=', shareId)
    .where('first_viewed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Views and downloads are counted separately; both are the last time that the recipient opened the document. */
export const countOpening = (tx: Transaction, shareId: string, act: 'viewed' | 'downloaded', now: Date) =>
  tx
    .updateTable('document_shares as s')
    .from('documents as d')
    .set((share) => ({
      last_viewed_at: now,
      view_count: share('s.view_count', '+', act === 'viewed' ? 1 : 0),
      download_count: share('s.download_count', '+', act === 'downloaded' ? 1 : 0),
    }))
    .where('s.id', '=', shareId)
    .whereRef('d.id', '=', 's.document_id')
    .returning(['s.owner_id', 's.document_id', 'd.version'])
    .executeTakeFirst()

export async function hasViewedSince(
  tx: Transaction,
  shareId: string,
  viewerId: string,
  since: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom('share_events')
    .select('id')
    .where('share_id', '=', shareId)
    .where('at', '>', since)
    .where((row) => row.or([row('person_id', '=', viewerId), row('key_id', '=', viewerId)]))
    .where('act', 'in', ['viewed', 'downloaded'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined unless the owner asked to be notified, for this share or for all. */
export const findViewedShare = (tx: Transaction, shareId: string) =>
  tx
    .selectFrom('document_shares as s')
    .innerJoin('users as u', 'u.id', 's.owner_id')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .leftJoin('businesses as b', 'b.id', 's.business_id')
    .leftJoin('notification_preferences as p', 'p.user_id', 's.owner_id')
    .select(['s.owner_id', 'u.email as owner_email', 'd.id as document_id', 'd.name as document_name'])
    .select(['s.first_viewed_at', sql<string>`coalesce(b.name, s.email::text)`.as('recipient')])
    .select(sql<boolean>`s.business_id is not null`.as('is_business'))
    .where('s.id', '=', shareId)
    .where('u.status', '=', 'active')
    .where(sql<boolean>`(s.tells_first_view or 'first-view' = any(p.mailed_outcomes))`)
    .executeTakeFirst()
