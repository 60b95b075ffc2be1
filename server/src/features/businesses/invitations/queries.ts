import type { MemberRole } from '@exempta/contract/businesses'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type InvitationRow = Row<'business_invitations'>

export interface NewInvitation {
  businessId: string
  email: string
  role: MemberRole
  invitedBy: string
  expiresAt: Date
  /** Whether the inviter sees the link instead of the invited person getting it by email. */
  isLinkShown: boolean
}

/** There is one invitation per business and address; a newer one replaces it. */
export function upsertInvitation(
  tx: Transaction,
  { businessId, email, ...invitation }: NewInvitation,
  now: Date,
): Promise<InvitationRow> {
  const chosen = {
    role: invitation.role,
    invited_by: invitation.invitedBy,
    invited_at: now,
    expires_at: invitation.expiresAt,
    is_link_shown: invitation.isLinkShown,
  }
  return tx
    .insertInto('business_invitations')
    .values({ business_id: businessId, email, ...chosen })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'email'])
        .doUpdateSet((eb) => ({ ...chosen, account_id: eb.ref('excluded.account_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const listInvitationsOf = (tx: Transaction, businessId: string): Promise<InvitationRow[]> =>
  tx
    .selectFrom('business_invitations')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('invited_at', 'desc')
    .orderBy('id')
    .execute()

export async function countInvitations(tx: Transaction, businessId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('business_invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  return count
}

/** The person with this address and where they work. */
export const findInvitee = (tx: Transaction, email: string) =>
  tx
    .selectFrom('users as u')
    .leftJoin('business_users as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.role', 'u.status', 'm.business_id as businessId'])
    .select((eb) => eb('u.email_verified_at', 'is not', null).as('isEmailVerified'))
    .where('u.email', '=', email)
    .executeTakeFirst()

/** Returns undefined if it is unknown or expired, or if its business accepts no members. */
export const findOpenInvitation = (tx: Transaction, id: string | null, now: Date) =>
  tx
    .selectFrom('business_invitations as i')
    .innerJoin('businesses as b', 'b.id', 'i.business_id')
    .select(['i.id', 'i.email', 'i.role', 'i.is_link_shown as isLinkShown'])
    .select(['b.id as businessId', 'b.name as businessName'])
    .where('i.id', '=', id)
    .where('i.expires_at', '>', now)
    .where('b.status', '!=', 'inactive')
    .executeTakeFirst()

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>

/** Returns false if it does not exist. */
export async function deleteInvitation(tx: Transaction, businessId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('business_invitations')
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns its id, if there was one. */
export async function deleteInvitationOf(
  tx: Transaction,
  { businessId, email }: { businessId: string; email: string },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('business_invitations')
    .where('business_id', '=', businessId)
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Also deletes their links. */
export async function deleteInvitationsTo(tx: Transaction, personId: string): Promise<void> {
  await sql`
    with gone as (
      delete from business_invitations where account_id = ${personId} returning id)
    delete from one_time_links where subject_id in (select id from gone)`.execute(tx)
}

export const listInvitationsTo = (tx: Transaction, personId: string) =>
  tx
    .selectFrom('business_invitations as i')
    .innerJoin('businesses as b', 'b.id', 'i.business_id')
    .select(['b.name as business', 'i.role', 'i.invited_at as invitedAt', 'i.expires_at as expiresAt'])
    .where('i.account_id', '=', personId)
    .execute()

export async function deleteOldInvitations(tx: Transaction, endedBefore: Date): Promise<void> {
  await tx.deleteFrom('business_invitations').where('expires_at', '<=', endedBefore).execute()
}

export const findPerson = (tx: Transaction, userId: string) =>
  tx.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()
