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

/** Returns false if the secret belongs to another answer already. */
export async function insertAnswer(tx: Transaction, row: NewRow<'request_answers'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('request_answers')
    .values(row)
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
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

/** Until this transaction ends, no other upload begins, so that none can take the same room. */
export async function lockOpenAnswers(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('open answers', 0))`.execute(tx)
}

export interface OpenAnswers {
  answers: number
  bytes: number
}

export type OpenScope = 'source' | 'request' | 'all'

/** Which answers share a budget: those of one network, of one request, or all of them. */
export interface OpenFilter {
  sourceHash: Buffer
  requestId: string
  /** The answer that asks for room. */
  except: string | undefined
}

const isOpen = ({ except }: OpenFilter) =>
  sql<boolean>`sent_at is null ${except === undefined ? sql`` : sql`and id <> ${except}`}`

const inScope = (scope: OpenScope, { sourceHash, requestId }: OpenFilter) =>
  ({
    source: sql<boolean>`source_hash = ${sourceHash}`,
    request: sql<boolean>`request_id = ${requestId}`,
    all: sql<boolean>`true`,
  })[scope]

export async function countOpenAnswers(
  tx: Transaction,
  scope: OpenScope,
  filter: OpenFilter,
): Promise<OpenAnswers> {
  return tx
    .selectFrom('request_answers')
    .select(({ fn }) => [
      fn.countAll<number>().as('answers'),
      sql<number>`coalesce(sum(size_bytes), 0)::float8`.as('bytes'),
    ])
    .where(isOpen(filter))
    .where(inScope(scope, filter))
    .executeTakeFirstOrThrow()
}

const openColumns = ['id', 'user_id', 'document_id', 'source_hash', 'size_bytes', 'progress_at'] as const
export type OpenAnswer = Pick<AnswerRow, (typeof openColumns)[number]>

/** Those that made no progress for the longest time come first. */
export async function listOpenAnswers(
  tx: Transaction,
  scope: OpenScope,
  filter: OpenFilter,
): Promise<OpenAnswer[]> {
  return tx
    .selectFrom('request_answers')
    .select(openColumns)
    .where(isOpen(filter))
    .where(inScope(scope, filter))
    .orderBy('progress_at')
    .orderBy('id')
    .execute()
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

/**
 * Returns false and changes nothing while the last code is newer than `sentBefore`. What an earlier code has confirmed
 * doesn't count anymore, so an address is never confirmed by the code of another one.
 */
export async function replaceCode(
  tx: Transaction,
  id: string,
  code: { email: string; code_hash: Buffer; code_sent_at: Date; code_expires_at: Date },
  sentBefore: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('request_answers')
    .set({ ...code, code_attempts: 0, confirmed_at: null })
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
  tx
    .selectFrom('users')
    .select(['name', 'email', 'status', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()

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

/** Guests without a confirmed address, whose answer is gone. */
export async function listLeftGuests(tx: Transaction, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.status = 'guest' and u.email_verified_at is null and u.created_at <= ${before}
      and not exists (select from request_answers a where a.user_id = u.id)
      and not exists (select from business_archives b where u.id in (b.owner_id, b.email_owner_id))
    limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Guests who confirmed an address and have nothing left. */
export async function listEmptyGuests(tx: Transaction, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.status = 'guest' and u.created_at <= ${before}
      and not exists (select from documents d where d.owner_id = u.id)
      and not exists (select from request_answers a where a.user_id = u.id)
      and not exists (select from business_archives b where u.id in (b.owner_id, b.email_owner_id))
    limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Answers without progress, unless we are still working on what was uploaded. */
export async function lockIdleAnswers(tx: Transaction, before: Date, limit: number): Promise<OpenAnswer[]> {
  return tx
    .selectFrom('request_answers as a')
    .select(openColumns)
    .where('sent_at', 'is', null)
    .where('progress_at', '<=', before)
    .where(
      sql<boolean>`not exists (select from documents d where d.id = a.document_id and d.status = 'processing')`,
    )
    .orderBy('progress_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function deleteSentAnswers(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from request_answers where id in (
      select id from request_answers where sent_at <= ${before} limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
