import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/**
 * Pending shares of a document with businesses that let Exempta verify, or that added it by themselves, locked. What a
 * person has reopened is left to people.
 */
export const lockToVerify = (tx: Transaction, documentId: string, { isAdded }: { isAdded: boolean }) =>
  tx
    .selectFrom('document_shares as s')
    .innerJoin('businesses as b', 'b.id', 's.business_id')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .select(['s.id', 's.document_id', 's.owner_id', 'b.id as business_id', 'b.name as business_name'])
    .select(['d.name as document_name', 'd.version as document_version'])
    .where('s.document_id', '=', documentId)
    .where('s.status', '=', 'pending')
    .$if(!isAdded, (query) => query.where('b.auto_verifies', '=', true))
    .where('b.status', '=', 'active')
    .where('d.status', '=', 'processed')
    .where('d.needs_check', '=', false)
    .where(
      sql<boolean>`not exists (select from share_events e where e.share_id = s.id and e.act = 'review-reopened')`,
    )
    .orderBy('s.id')
    .forUpdate('s')
    .forShare('d')
    .execute()

export type ToVerify = Awaited<ReturnType<typeof lockToVerify>>[number]

/** Undefined unless it is an account that is in use; a guest never is. */
export const findSender = (tx: Transaction, ownerId: string) =>
  tx
    .selectFrom('users')
    .select(['email', 'email_verified_at as confirmedAt'])
    .where('id', '=', ownerId)
    .where('status', '=', 'active')
    .where('role', '=', 'user')
    .executeTakeFirst()

/**
 * Other certificates that the business has from the same person, and from people with a confirmed address of the domain.
 * Reviews by rules and by API keys aren't a person's.
 */
export const certificatesFrom = (
  tx: Transaction,
  { owner_id, business_id, document_id }: ToVerify,
  domain: string | undefined,
) =>
  tx
    .selectFrom('users as u')
    .innerJoin('document_shares as s', 's.owner_id', 'u.id')
    .innerJoin('exemptions as e', 'e.document_id', 's.document_id')
    .select(['s.id as shareId', 'u.id as ownerId', 'e.purchaser'])
    // By a person, after the sender's address was confirmed.
    .select(
      sql<boolean>`s.status = 'verified' and s.reviewed_by is not null and not s.reviewed_by_rules
        and s.reviewed_at >= u.email_verified_at and u.status = 'active'`.as('isVerifiedByTeam'),
    )
    .where(sql<boolean>`(u.id = ${owner_id} or lower(split_part(u.email::text, '@', 2)) = ${domain ?? null})`)
    .where('u.email_verified_at', 'is not', null)
    .where('s.business_id', '=', business_id)
    .where('s.document_id', '<>', document_id)
    .where('s.status', '<>', 'revoked')
    .execute()

export type KnownCertificate = Awaited<ReturnType<typeof certificatesFrom>>[number]

export async function isAutomatic(tx: Transaction, businessId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('businesses')
    .select('auto_verifies')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  return row.auto_verifies
}

export async function updateAutomatic(
  tx: Transaction,
  businessId: string,
  isOn: boolean,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('businesses')
    .set({ auto_verifies: isOn, updated_at: now })
    .where('id', '=', businessId)
    .execute()
}
