import type { BusinessMails, BusinessProfileChange } from '@exempta/contract/business-profile'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { BusinessesTable } from '../../../platform/db/schema/businesses.ts'

export type BusinessRow = Selectable<BusinessesTable>

export const findBusiness = (tx: Transaction, businessId: string): Promise<BusinessRow> =>
  tx.selectFrom('businesses').selectAll().where('id', '=', businessId).executeTakeFirstOrThrow()

/** Until the transaction ends, nobody else changes the profile. */
export const lockBusiness = (tx: Transaction, businessId: string): Promise<BusinessRow> =>
  tx.selectFrom('businesses').selectAll().where('id', '=', businessId).forUpdate().executeTakeFirstOrThrow()

export const updateBusiness = (
  tx: Transaction,
  businessId: string,
  { type, taxId, version, ...change }: BusinessProfileChange,
  isVerified: boolean,
  now: Date,
): Promise<BusinessRow> =>
  tx
    .updateTable('businesses')
    .set({
      ...change,
      tax_id: taxId,
      business_type: type,
      verified: isVerified,
      profile_version: version + 1,
      updated_at: now,
    })
    .where('id', '=', businessId)
    .returningAll()
    .executeTakeFirstOrThrow()

export const findMails = (tx: Transaction, userId: string): Promise<BusinessMails> =>
  tx
    .selectFrom('business_users')
    .select([
      'mails_new_documents as newDocuments',
      'mails_document_updates as documentUpdates',
      'mails_weekly_summary as weeklySummary',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

export async function updateMails(
  tx: Transaction,
  userId: string,
  mails: BusinessMails,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('business_users')
    .set({
      mails_new_documents: mails.newDocuments,
      mails_document_updates: mails.documentUpdates,
      mails_weekly_summary: mails.weeklySummary,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .execute()
}

/** Their open pages show the name of the business. */
export async function listMemberIds(tx: Transaction, businessId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('business_users')
    .select('user_id')
    .where('business_id', '=', businessId)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
