import type { BusinessStatus, MemberRole, MemberStatus } from '@exempta/contract/businesses'
import type { Transaction } from '../../platform/db/database.ts'
import type { Row } from '../../platform/db/schema.ts'

export type BusinessRow = Row<'businesses'>

/** How a person belongs to a business. */
export interface Member {
  businessId: string
  businessName: string
  businessStatus: BusinessStatus
  role: MemberRole
  status: MemberStatus
}

export const findBusiness = (tx: Transaction, id: string): Promise<BusinessRow | undefined> =>
  tx.selectFrom('businesses').selectAll().where('id', '=', id).executeTakeFirst()

/** Until the transaction ends, nobody else can change or delete the business or its team. */
export const lockBusiness = (tx: Transaction, id: string): Promise<BusinessRow | undefined> =>
  tx.selectFrom('businesses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function listMemberIds(tx: Transaction, businessId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('business_users')
    .select('user_id')
    .where('business_id', '=', businessId)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export interface NewBusiness {
  name: string
  email: string
  /** Defaults to pending: a new business waits for an administrator. */
  status?: BusinessStatus
  isVerified?: boolean
}

export async function insertBusiness(
  tx: Transaction,
  { name, email, status = 'pending', isVerified = false }: NewBusiness,
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('businesses')
    .values({
      name,
      email,
      status,
      verified: isVerified,
      date_registered: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertMember(
  tx: Transaction,
  member: { businessId: string; userId: string; role: MemberRole },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('business_users')
    .values({
      business_id: member.businessId,
      user_id: member.userId,
      role: member.role,
      date_added: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Returns undefined if the person has no business, or none that the actor may see. */
export const findMember = (tx: Transaction, userId: string): Promise<Member | undefined> =>
  tx
    .selectFrom('business_users as m')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select([
      'b.id as businessId',
      'b.name as businessName',
      'b.status as businessStatus',
      'm.role',
      'm.status',
    ])
    .where('m.user_id', '=', userId)
    .executeTakeFirst()

/** The rest of the membership, for the personal data export. */
export const findMembership = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('business_users')
    .select(['date_added as addedAt', 'last_active as lastActiveAt'])
    .select(['mails_new_documents as mailsNewDocuments', 'mails_document_updates as mailsDocumentUpdates'])
    .select('mails_weekly_summary as mailsWeeklySummary')
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Returns the business that the person manages, if any, and locks its row. */
export async function lockBusinessManagedBy(tx: Transaction, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('business_users as m')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select('b.id')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'manager')
    .where('m.status', '=', 'active')
    .forUpdate('b')
    .executeTakeFirst()
  return row?.id
}

export async function hasOtherManager(tx: Transaction, businessId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('business_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.id')
    .where('m.business_id', '=', businessId)
    .where('m.user_id', '!=', userId)
    .where('m.role', '=', 'manager')
    .where('m.status', '=', 'active')
    .where('u.status', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the person is the one who can log in with a password while the business requires its company account. */
export async function isEmergencyManager(
  tx: Transaction,
  businessId: string,
  userId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('sign_on_providers')
    .select('id')
    .where('id', '=', businessId)
    .where('is_required', '=', true)
    .where('emergency_user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
