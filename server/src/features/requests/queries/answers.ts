import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'

export type AnswerRow = Row<'request_answers'>

export const findAnswer = (
  tx: Transaction,
  requestId: string,
  tokenHash: Buffer,
): Promise<AnswerRow | undefined> =>
  tx
    .selectFrom('request_answers')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const lockAnswer = (tx: Transaction, id: string): Promise<AnswerRow | undefined> =>
  tx.selectFrom('request_answers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function insertAnswer(tx: Transaction, row: NewRow<'request_answers'>): Promise<void> {
  await tx.insertInto('request_answers').values(row).execute()
}

export async function updateAnswer(
  tx: Transaction,
  id: string,
  change: RowChange<'request_answers'>,
): Promise<void> {
  await tx.updateTable('request_answers').set(change).where('id', '=', id).execute()
}

export async function deleteAnswer(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('request_answers').where('id', '=', id).execute()
}

export async function countUnsent(tx: Transaction, requestId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from request_answers
    where request_id = ${requestId} and sent_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Counts the attempt before the code is compared, so that parallel requests cannot share one attempt. */
export async function countAttempt(
  tx: Transaction,
  id: string,
  attemptsMax: number,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await tx
    .updateTable('request_answers')
    .set((answer) => ({ code_attempts: answer('code_attempts', '+', 1) }))
    .where('id', '=', id)
    .where('code_attempts', '<', attemptsMax)
    .where('code_expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash ?? undefined
}

/** Uses the code up, so that only one of two requests with the right code succeeds. */
export async function takeCode(
  tx: Transaction,
  id: string,
  codeHash: Buffer,
): Promise<AnswerRow | undefined> {
  return tx
    .updateTable('request_answers')
    .set({ code_hash: null, code_expires_at: null })
    .where('id', '=', id)
    .where('code_hash', '=', codeHash)
    .returningAll()
    .executeTakeFirst()
}

/** Returns false and changes nothing while the last code is newer than `sentBefore`. */
export async function replaceCode(
  tx: Transaction,
  id: string,
  code: { email: string; code_hash: Buffer; code_sent_at: Date; code_expires_at: Date },
  sentBefore: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('request_answers')
    .set({ ...code, code_attempts: 0 })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where(({ eb, or }) => or([eb('code_sent_at', 'is', null), eb('code_sent_at', '<=', sentBefore)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Gives a document that was never shared, with what was confirmed about it, to another person. Its content hash is
 * keyed by its first owner, so the new one may upload the same file again.
 */
export async function changeOwner(tx: Transaction, documentId: string, ownerId: string): Promise<void> {
  await tx.updateTable('documents').set({ owner_id: ownerId }).where('id', '=', documentId).execute()
  await tx
    .updateTable('exemptions')
    .set({ owner_id: ownerId })
    .where('document_id', '=', documentId)
    .execute()
  // They are deleted with the guest otherwise.
  await tx
    .updateTable('exemption_states')
    .set({ owner_id: ownerId })
    .where('document_id', '=', documentId)
    .execute()
}

/** Deletes a guest who never confirmed an address and has nothing left. */
export async function deleteEmptyGuest(tx: Transaction, id: string): Promise<void> {
  await sql`
    delete from users u where u.id = ${id} and u.status = 'guest' and u.email_verified_at is null
      and not exists (select from documents d where d.owner_id = u.id)`.execute(tx)
}

export const findPerson = (tx: Transaction, id: string) =>
  tx.selectFrom('users').select(['name', 'email', 'status']).where('id', '=', id).executeTakeFirst()

export async function hasAccount(tx: Transaction, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('status', '<>', 'guest')
    .executeTakeFirst()
  return row !== undefined
}

export async function isShared(tx: Transaction, documentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('document_shares')
    .select('id')
    .where('document_id', '=', documentId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findShareId(
  tx: Transaction,
  documentId: string,
  businessId: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('document_shares')
    .select('id')
    .where('document_id', '=', documentId)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row?.id
}

/** Guests who never confirmed an address: whatever they uploaded was never sent. */
export async function listOldGuests(tx: Transaction, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'guest')
    .where('email_verified_at', 'is', null)
    .where('created_at', '<=', before)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Guests who confirmed an address and have nothing left, because they never sent what they uploaded. */
export async function listEmptyGuests(tx: Transaction, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.status = 'guest' and u.created_at <= ${before}
      and not exists (select from documents d where d.owner_id = u.id)
      and not exists (select from request_answers a where a.user_id = u.id)
    limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export const listOldAnswers = (tx: Transaction, before: Date, limit: number): Promise<AnswerRow[]> =>
  tx
    .selectFrom('request_answers')
    .selectAll()
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
