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

export interface CountedShare {
  owner_id: string
  document_id: string
  version: number
}

/** Views and downloads are counted separately; both are the last time that the recipient opened the document. */
export async function countOpening(
  tx: Transaction,
  shareId: string,
  act: 'viewed' | 'downloaded',
  now: Date,
): Promise<CountedShare | undefined> {
  const { rows } = await sql<CountedShare>`
    update document_shares s set last_viewed_at = ${now},
      view_count = view_count + ${act === 'viewed' ? 1 : 0},
      download_count = download_count + ${act === 'downloaded' ? 1 : 0}
    from documents d where s.id = ${shareId} and d.id = s.document_id
    returning s.owner_id, s.document_id, d.version`.execute(tx)
  return rows[0]
}

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

export interface ViewedShare {
  owner_id: string
  owner_email: string
  document_id: string
  document_name: string
  recipient: string
  is_business: boolean
  first_viewed_at: Date | null
}

/** Undefined unless the owner asked to be notified, for this share or for all. */
export async function findViewedShare(tx: Transaction, shareId: string): Promise<ViewedShare | undefined> {
  const { rows } = await sql<ViewedShare>`
    select s.owner_id, u.email::text as owner_email, d.id as document_id, d.name as document_name, s.first_viewed_at,
      coalesce(b.name, s.email::text) as recipient, s.business_id is not null as is_business
    from document_shares s
    join users u on u.id = s.owner_id
    join documents d on d.id = s.document_id
    left join businesses b on b.id = s.business_id
    left join notification_preferences p on p.user_id = s.owner_id
    where s.id = ${shareId} and u.status = 'active'
      and (s.tells_first_view or 'first-view' = any(p.mailed_outcomes))`.execute(tx)
  return rows[0]
}
