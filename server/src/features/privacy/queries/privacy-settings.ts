import type { PrivacySettings } from '@exempta/contract/privacy'
import type { Transaction } from '../../../platform/db/database.ts'

export async function findRetentionDays(
  tx: Transaction,
  userId: string,
): Promise<PrivacySettings['retentionDays']> {
  const row = await tx
    .selectFrom('privacy_settings')
    .select('retention_days')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.retention_days ?? null
}

export async function upsertRetentionDays(
  tx: Transaction,
  userId: string,
  retentionDays: PrivacySettings['retentionDays'],
  now: Date,
): Promise<void> {
  const chosen = { retention_days: retentionDays, updated_at: now }
  await tx
    .insertInto('privacy_settings')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute()
}

/** What was mailed to the person, without the texts: those may hold what opens the account. */
export const listMailsTo = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('mails')
    .select(['recipient', 'subject', 'status', 'created_at as createdAt', 'sent_at as sentAt'])
    .where('account_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
