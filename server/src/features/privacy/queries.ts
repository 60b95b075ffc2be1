import type { PrivacySettings } from '@exempta/contract/privacy'
import type { Transaction } from '../../platform/db/database.ts'
import type { Row } from '../../platform/db/schema.ts'

export type ExportRow = Row<'data_exports'>

export const findNewestExport = (tx: Transaction, userId: string): Promise<ExportRow | undefined> =>
  tx
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findOwnExport = (
  tx: Transaction,
  userId: string,
  exportId: string,
): Promise<ExportRow | undefined> =>
  tx
    .selectFrom('data_exports')
    .selectAll()
    .where('id', '=', exportId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Returns undefined while another export is being prepared. */
export const insertExport = (tx: Transaction, userId: string, now: Date): Promise<ExportRow | undefined> =>
  tx
    .insertInto('data_exports')
    .values({ user_id: userId, requested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Returns the person, if the export still waits to be prepared and the account still exists. */
export const findWaitingExport = (tx: Transaction, exportId: string) =>
  tx
    .selectFrom('data_exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('business_users as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.status', '=', 'active'),
    )
    .select(['u.id as personId', 'u.role', 'm.business_id as businessId'])
    .where('e.id', '=', exportId)
    .where('e.status', '=', 'preparing')
    .where('u.status', '=', 'active')
    .executeTakeFirst()

/** Returns false if the export is no longer waiting. */
export async function finishExport(
  tx: Transaction,
  exportId: string,
  end: { status: 'ready'; expires_at: Date } | { status: 'failed' },
): Promise<boolean> {
  const row = await tx
    .updateTable('data_exports')
    .set(end)
    .where('id', '=', exportId)
    .where('status', '=', 'preparing')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listExportsOf(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('data_exports').select('id').where('user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

export async function listExpiredExports(tx: Transaction, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('data_exports')
    .select('id')
    .where('status', '=', 'ready')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteExport(tx: Transaction, exportId: string): Promise<void> {
  await tx.deleteFrom('data_exports').where('id', '=', exportId).execute()
}

/** Fails exports whose job was lost, so that the person can ask again. */
export async function failStuckExports(tx: Transaction, askedBefore: Date): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('status', '=', 'preparing')
    .where('requested_at', '<=', askedBefore)
    .execute()
}

/** From now on nobody can log in to the account. */
export async function markForErasure(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ status: 'inactive', updated_at: now })
    .where('id', '=', userId)
    .execute()
  await tx
    .insertInto('account_erasures')
    .values({ user_id: userId, requested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isMarkedForErasure(tx: Transaction, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account_erasures')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function listWaitingErasures(tx: Transaction, askedBefore: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('account_erasures')
    .select('user_id')
    .where('requested_at', '<=', askedBefore)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Deletes the account and everything that refers to it. Returns its address, or undefined if it is already
 * gone.
 */
export async function deleteUser(tx: Transaction, userId: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('users').where('id', '=', userId).returning('email').executeTakeFirst()
  return row?.email
}

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

/** Emails to the person without their texts, which may contain links that open the account. */
export const listEmailsTo = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('mails')
    .select(['recipient', 'subject', 'status', 'created_at as createdAt', 'sent_at as sentAt'])
    .where('account_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
