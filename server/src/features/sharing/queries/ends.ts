import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ShareKey } from './share-rows.ts'

/**
 * Takes each link that expires before `until` once. Links made for a shorter time than the notice get no
 * email.
 */
export const takeEndingLinks = (
  tx: Transaction,
  { now, until, noticeMs, limit }: { now: Date; until: Date; noticeMs: number; limit: number },
) =>
  tx
    .with('ending', (query) =>
      query
        .selectFrom('document_shares')
        .select('link_id')
        .distinct()
        .where('expires_at', '>', now)
        .where('expires_at', '<=', until)
        .where('status', '<>', 'revoked')
        .where('end_noted_at', 'is', null)
        .where('end_told_at', 'is', null)
        .where(sql<boolean>`expires_at - shared_at > make_interval(secs => ${noticeMs / 1000})`)
        .limit(limit),
    )
    .with('notified', (query) =>
      query
        .updateTable('document_shares as s')
        .from('ending as e')
        .set({ end_told_at: now })
        .whereRef('s.link_id', '=', 'e.link_id')
        .where('s.status', '<>', 'revoked')
        .where('s.end_told_at', 'is', null)
        .returning(['s.link_id', 's.owner_id', 's.email', 's.expires_at', 's.document_id']),
    )
    .selectFrom('notified as t')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 't.owner_id').on('u.status', '=', 'active'))
    .innerJoin('documents as d', 'd.id', 't.document_id')
    .select((link) => [
      // A share by email has all three; the table checks it.
      link.ref('t.link_id').$notNull().as('link_id'),
      link.ref('t.email').$notNull().as('email'),
      link.ref('t.expires_at').$notNull().as('expires_at'),
    ])
    .select(['t.owner_id', 'u.name as owner_name', 'u.email as owner_email'])
    .select(sql<string[]>`array_agg(d.name order by d.name)`.as('documents'))
    .groupBy(['t.link_id', 't.owner_id', 'u.name', 'u.email', 't.email', 't.expires_at'])
    .orderBy('t.owner_id')
    .orderBy('t.link_id')
    .execute()

/** Takes expired shares whose end is not recorded yet. */
export async function takeEnded(tx: Transaction, now: Date, limit: number): Promise<ShareKey[]> {
  return tx
    .updateTable('document_shares')
    .set({ end_noted_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('document_shares')
        .select('id')
        .where('expires_at', '<=', now)
        .where('status', '<>', 'revoked')
        .where('end_noted_at', 'is', null)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'document_id', 'owner_id', 'business_id', 'email'])
    .execute()
}

/** Deletes links that no share refers to, because their documents were shared again or deleted. */
export async function deleteUnusedLinks(tx: Transaction, endedBefore: Date): Promise<void> {
  await sql`
    delete from mail_share_links l where l.expires_at <= ${endedBefore}::timestamptz
      and not exists (select from document_shares s where s.link_id = l.id)`.execute(tx)
}
