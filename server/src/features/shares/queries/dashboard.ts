import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { isLiveAt } from './share-rows.ts'

/** How many documents some receiver can open. */
export async function countSharedDocuments(tx: Transaction, ownerId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct s.document_id) as count from document_shares s
    where s.owner_id = ${ownerId} and ${isLiveAt(now)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface RecentReceiver {
  id: string
  name: string
  verified: boolean
  last_shared_at: Date
  document_count: number
}

export async function recentReceivers(
  tx: Transaction,
  ownerId: string,
  limit: number,
): Promise<RecentReceiver[]> {
  const { rows } = await sql<RecentReceiver>`
    select b.id, b.name, b.verified, s.last_shared_at, s.document_count
    from (
      select business_id, max(shared_at) as last_shared_at, count(*) as document_count
      from document_shares
      where owner_id = ${ownerId} and business_id is not null and status <> 'revoked'
      group by business_id order by last_shared_at desc, business_id limit ${limit}
    ) s join business_names b on b.id = s.business_id
    order by s.last_shared_at desc, b.id`.execute(tx)
  return rows
}
