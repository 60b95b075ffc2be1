import type { BusinessMails, BusinessProfileChange } from '@exempta/contract/businesses/profile'
import type { Transaction } from '../../../platform/db/database.ts'
import type { BusinessRow } from '../queries.ts'

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
