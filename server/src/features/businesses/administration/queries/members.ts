import type { MemberRole, MemberStatus } from '@exempta/contract/businesses'
import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import type { Row } from '../../../../platform/db/schema.ts'

export type MemberRow = Row<'administered_members'>
export type MemberPosition = readonly [addedAt: string, id: string]

export async function memberPage(
  tx: Transaction,
  businessId: string,
  before: MemberPosition | undefined,
  limit: number,
): Promise<MemberRow[]> {
  let page = tx.selectFrom('administered_members').selectAll().where('business_id', '=', businessId)
  if (before) {
    page = page.where(sql<boolean>`(date_added, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('date_added', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const findMember = (
  tx: Transaction,
  where: { id: string } | { user_id: string },
): Promise<MemberRow | undefined> =>
  tx
    .selectFrom('administered_members')
    .selectAll()
    .where((eb) => eb.and(where))
    .executeTakeFirst()

/** Call while the business is locked. */
export const findMemberOf = (tx: Transaction, businessId: string, id: string) =>
  tx
    .selectFrom('business_users')
    .select(['id', 'user_id', 'role', 'status', 'version'])
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst()

export async function saveMember(
  tx: Transaction,
  id: string,
  change: { role: MemberRole } | { status: MemberStatus },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('business_users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** The person with this address and where they work. */
export const findByAddress = (tx: Transaction, email: string) =>
  tx
    .selectFrom('users as u')
    .leftJoin('business_users as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.role', 'u.status', 'u.email_verified_at', 'm.business_id'])
    .where('u.email', '=', email)
    .executeTakeFirst()
