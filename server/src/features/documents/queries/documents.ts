import type { CardSide } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'
import { runLater } from '../../../platform/db/statements/kysely-transaction.ts'

export type DocumentRow = Row<'documents'>
export type NewDocument = NewRow<'documents'>

/**
 * Locks the account row so that no other transaction can add documents for this person; counts and duplicate
 * checks stay valid. Returns undefined if the account no longer exists.
 */
export async function lockOwner(tx: Transaction, ownerId: string) {
  runLater(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`documents of ${ownerId}`}, 0))`)
  return tx
    .selectFrom('users')
    .select(['status', 'role'])
    .where('id', '=', ownerId)
    .forShare()
    .executeTakeFirst()
}

export const countDocuments = (tx: Transaction, ownerId: string) =>
  tx
    .selectFrom('documents')
    .select((select) => [
      select.fn.countAll<number>().as('kept'),
      sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('keptBytes'),
      sql<number>`count(*) filter (where status = 'processing')`.as('waiting'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()

/** The newest document with the same content and card marking that did not fail. */
export const findDuplicate = (
  tx: Transaction,
  ownerId: string,
  contentHash: Buffer,
  cardSide: CardSide | null,
): Promise<DocumentRow | undefined> =>
  tx
    .selectFrom('documents')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('content_hash', '=', contentHash)
    .where('status', '<>', 'failed')
    .where(sql<boolean>`card_side is not distinct from ${cardSide}`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertDocument = (tx: Transaction, document: NewDocument): Promise<DocumentRow> =>
  tx.insertInto('documents').values(document).returningAll().executeTakeFirstOrThrow()

export const findOwnDocument = (
  tx: Transaction,
  ownerId: string,
  id: string,
): Promise<DocumentRow | undefined> =>
  tx
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

export const lockDocument = (tx: Transaction, id: string): Promise<DocumentRow | undefined> =>
  tx.selectFrom('documents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateDocument = (
  tx: Transaction,
  id: string,
  change: RowChange<'documents'>,
): Promise<DocumentRow> =>
  tx.updateTable('documents').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Foreign keys delete its versions, pages and findings. */
export async function deleteDocument(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('documents').where('id', '=', id).execute()
}

/** Counts the attempt before it starts, so that a file that crashes the whole process is counted too. */
export const beginAttempt = (tx: Transaction, id: string): Promise<DocumentRow | undefined> =>
  tx
    .updateTable('documents')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returningAll()
    .executeTakeFirst()

/** Resets the attempts when a page is finished, because they are counted per page. */
export async function beginNextPage(tx: Transaction, id: string): Promise<void> {
  await tx.updateTable('documents').set({ attempts: 1 }).where('id', '=', id).execute()
}

/** Uncounts an attempt that was interrupted from outside and says nothing about the file. */
export async function uncountAttempt(tx: Transaction, id: string): Promise<void> {
  await sql`update documents set attempts = greatest(attempts - 1, 0) where id = ${id}`.execute(tx)
}

export async function noteProgress(
  tx: Transaction,
  id: string,
  { page, pageCount }: { page: number; pageCount: number },
): Promise<void> {
  await tx
    .updateTable('documents')
    .set({ progress_page: page, page_count: pageCount })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .execute()
}
