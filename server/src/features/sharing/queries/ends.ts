import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ShareKey } from './share-rows.ts'

export interface EndingLink {
  link_id: string
  owner_id: string
  owner_name: string
  owner_email: string
  email: string
  expires_at: Date
  documents: string[]
}

/**
 * Takes each link that expires before `until` once. Links made for a shorter time than the notice get no
 * email.
 */
export async function takeEndingLinks(
  tx: Transaction,
  { now, until, noticeMs, limit }: { now: Date; until: Date; noticeMs: number; limit: number },
): Promise<EndingLink[]> {
  const { rows } = await sql<EndingLink>`
    with ending as (
      select distinct link_id from document_shares
      where expires_at > ${now}::timestamptz and expires_at <= ${until}::timestamptz
        and status <> 'revoked' and end_noted_at is null and end_told_at is null
        and expires_at - shared_at > make_interval(secs => ${noticeMs / 1000})
      limit ${limit}
    ), notified as (
      update document_shares s set end_told_at = ${now}
      from ending e where s.link_id = e.link_id and s.status <> 'revoked' and s.end_told_at is null
      returning s.link_id, s.owner_id, s.email, s.expires_at, s.document_id
    )
    select t.link_id, t.owner_id, u.name as owner_name, u.email::text as owner_email, t.email::text as email,
      t.expires_at, array_agg(d.name order by d.name) as documents
    from notified t join users u on u.id = t.owner_id and u.status = 'active'
      join documents d on d.id = t.document_id
    group by 1, 2, 3, 4, 5, 6 order by t.owner_id, t.link_id`.execute(tx)
  return rows
}

/** Takes expired shares whose end is not recorded yet. */
export async function takeEnded(tx: Transaction, now: Date, limit: number): Promise<ShareKey[]> {
  const { rows } = await sql<ShareKey>`
    update document_shares set end_noted_at = ${now}
    where id in (
      select id from document_shares
      where expires_at <= ${now}::timestamptz and status <> 'revoked' and end_noted_at is null
      limit ${limit} for update skip locked)
    returning id, document_id, owner_id, business_id, email::text as email`.execute(tx)
  return rows
}

/** Deletes links that no share refers to, because their documents were shared again or deleted. */
export async function deleteUnusedLinks(tx: Transaction, endedBefore: Date): Promise<void> {
  await sql`
    delete from mail_share_links l where l.expires_at <= ${endedBefore}::timestamptz
      and not exists (select from document_shares s where s.link_id = l.id)`.execute(tx)
}
