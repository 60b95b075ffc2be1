import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export const findBusiness = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('businesses as b')
    .select(['b.name', 'b.status', 'b.verified'])
    .select((eb) =>
      eb
        .selectFrom('team_members as m')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('m.business_id', '=', 'b.id')
        .where('m.status', '=', 'active')
        .as('active_users'),
    )
    .where('b.id', '=', businessId)
    .executeTakeFirstOrThrow()

export interface ReviewCounts {
  received: number
  pending: number
  verified: number
  rejected: number
}

export const countedByStatus = sql`
  count(*) as received,
  count(*) filter (where status = 'pending') as pending,
  count(*) filter (where status = 'verified') as verified,
  count(*) filter (where status = 'rejected') as rejected`

export async function countReceived(tx: Transaction, businessId: string): Promise<ReviewCounts> {
  const { rows } = await sql<ReviewCounts>`
    select ${countedByStatus} from received_shares where business_id = ${businessId}`.execute(tx)
  return rows[0] ?? { received: 0, pending: 0, verified: 0, rejected: 0 }
}

export const listRecent = (tx: Transaction, businessId: string, limit: number) =>
  tx
    .selectFrom('received_shares')
    .select(['id', 'document_name', 'owner_name', 'status', 'shared_at'])
    .where('business_id', '=', businessId)
    .orderBy('shared_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
