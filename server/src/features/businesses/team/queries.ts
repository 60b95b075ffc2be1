import type { MemberRole } from '@exempta/contract/businesses'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type MemberRow = Row<'team_members'>

export type MemberPosition = readonly [addedAt: string, id: string]

/** Lists members of the actor's own business. */
export function memberPage(
  tx: Transaction,
  businessId: string,
  before: MemberPosition | undefined,
  limit: number,
): Promise<MemberRow[]> {
  let query = tx
    .selectFrom('team_members')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('date_added', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (before) {
    query = query.where(sql<boolean>`(date_added, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return query.execute()
}

export const findMemberOf = (
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<MemberRow | undefined> =>
  tx
    .selectFrom('business_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.business_id', 'm.user_id', 'u.name', 'u.email'])
    .select(['m.role', 'm.status', 'm.date_added', 'm.last_active'])
    .where('m.id', '=', id)
    .where('m.business_id', '=', businessId)
    .executeTakeFirst()

export async function updateRole(tx: Transaction, id: string, role: MemberRole, now: Date): Promise<void> {
  await tx.updateTable('business_users').set({ role, updated_at: now }).where('id', '=', id).execute()
}

export async function deleteMember(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('business_users').where('id', '=', id).execute()
}
