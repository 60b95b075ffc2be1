import type { BusinessEmailPreferences, BusinessProfileChange } from '@exempta/contract/businesses/profile'
import type { Transaction } from '../../../platform/db/database.ts'
import type { BusinessRow } from '../queries.ts'

export const updateBusiness = (
  tx: Transaction,
  businessId: string,
  { type, taxId, version, tradeNames, ...change }: BusinessProfileChange,
  isVerified: boolean,
  now: Date,
): Promise<BusinessRow> =>
  tx
    .updateTable('businesses')
    .set({
      ...change,
      tax_id: taxId,
      business_type: type,
      ...(tradeNames && { trade_names: [...new Set(tradeNames)] }),
      verified: isVerified,
      profile_version: version + 1,
      updated_at: now,
    })
    .where('id', '=', businessId)
    .returningAll()
    .executeTakeFirstOrThrow()

export const findEmailPreferences = (tx: Transaction, userId: string): Promise<BusinessEmailPreferences> =>
  tx
    .selectFrom('business_users')
    .select([
      'mails_new_documents as newDocuments',
      'mails_document_updates as documentUpdates',
      'mails_weekly_summary as weeklySummary',
      'mails_expirations as expirations',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

export async function updateEmailPreferences(
  tx: Transaction,
  userId: string,
  preferences: BusinessEmailPreferences,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('business_users')
    .set({
      mails_new_documents: preferences.newDocuments,
      mails_document_updates: preferences.documentUpdates,
      mails_weekly_summary: preferences.weeklySummary,
      mails_expirations: preferences.expirations,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .execute()
}
