import type { ShareAct } from '@exempta/contract/shares'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface OwnShareAct {
  id: string
  shareId: string
  act: ShareAct
  at: Date
  reason: string | null
}

/** What happened to the person's own shares, and what the person did with others', oldest first. */
export async function actsAround(
  tx: Transaction,
  personId: string,
  after: OwnShareAct | undefined,
  limit: number,
): Promise<OwnShareAct[]> {
  const { rows } = await sql<OwnShareAct>`
    select e.id, e.share_id as "shareId", e.act, e.at, e.reason
    from share_events e
    where (e.person_id = ${personId}
        or e.share_id in (select s.id from document_shares s where s.owner_id = ${personId}))
      ${after ? sql`and (e.at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by e.at, e.id limit ${limit}`.execute(tx)
  return rows
}

/** What others share with an address that the person has confirmed. */
export const listSharedWithAddressOf = (tx: Transaction, personId: string) =>
  tx
    .selectFrom('document_shares as s')
    .innerJoin('users as sender', 'sender.id', 's.owner_id')
    .select([
      'sender.name as sender',
      's.message',
      's.status',
      's.shared_at as sharedAt',
      's.expires_at as expiresAt',
      's.view_count as viewCount',
    ])
    .where('s.account_id', '=', personId)
    .orderBy('s.shared_at')
    .execute()
