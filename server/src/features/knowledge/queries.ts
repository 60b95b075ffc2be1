import type { RulesPreview } from '@exempta/contract/knowledge/rules-files'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type BlankRow = Row<'blank_forms'>

export const listBlanks = (tx: Transaction): Promise<BlankRow[]> =>
  tx.selectFrom('blank_forms').selectAll().orderBy('code').execute()

/** Enough to know what can be filled in. */
export const listBlankCodes = (tx: Transaction): Promise<Pick<BlankRow, 'code'>[]> =>
  tx.selectFrom('blank_forms').select('code').orderBy('code').execute()

export const findBlank = (tx: Transaction, code: string): Promise<BlankRow | undefined> =>
  tx.selectFrom('blank_forms').selectAll().where('code', '=', code).executeTakeFirst()

/** Returns the row that was removed. */
export const deleteBlank = (tx: Transaction, code: string): Promise<BlankRow | undefined> =>
  tx.deleteFrom('blank_forms').where('code', '=', code).returningAll().executeTakeFirst()

export const insertBlank = (tx: Transaction, row: NewRow<'blank_forms'>): Promise<BlankRow> =>
  tx.insertInto('blank_forms').values(row).returningAll().executeTakeFirstOrThrow()

export async function lockRules(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rules files', 0))`.execute(tx)
}

const files = (tx: Transaction) =>
  tx
    .selectFrom('rules_files as f')
    .leftJoin('users as u', 'u.id', 'f.uploaded_by')
    .select(['f.id', 'f.version', 'f.title', 'f.publisher', 'f.published_on', 'f.signed_by', 'f.preview'])
    .select(['f.uploaded_at', 'f.activated_at', 'f.is_active', 'u.name as uploader'])

export type RulesFileRow = Awaited<ReturnType<typeof listFiles>>[number] & { content: string }

export const listFiles = (tx: Transaction) =>
  files(tx).orderBy('f.uploaded_at', 'desc').orderBy('f.id', 'desc').execute()

export const findFile = (tx: Transaction, id: string): Promise<RulesFileRow | undefined> =>
  files(tx).select('f.content').where('f.id', '=', id).executeTakeFirst()

export async function listFileIds(tx: Transaction): Promise<string[]> {
  return (await tx.selectFrom('rules_files').select('id').orderBy('id').execute()).map(({ id }) => id)
}

export const countFiles = async (tx: Transaction): Promise<number> => (await listFileIds(tx)).length

/** False if the same rules are there already. */
export async function insertFile(tx: Transaction, row: NewRow<'rules_files'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('rules_files')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function putPreview(tx: Transaction, id: string, preview: RulesPreview | null): Promise<void> {
  await tx
    .updateTable('rules_files')
    .set({ preview: JSON.stringify(preview) })
    .where('id', '=', id)
    .execute()
}

export async function deleteInactiveFile(tx: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('rules_files')
    .where('id', '=', id)
    .where('is_active', '=', false)
    .executeTakeFirst()
  return numDeletedRows > 0
}

export type LearnedRow = Row<'learned_forms'>

export async function lockLearned(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('learned forms', 0))`.execute(tx)
}

export const listLearned = (tx: Transaction): Promise<LearnedRow[]> =>
  tx.selectFrom('learned_forms').selectAll().orderBy('uploaded_at', 'desc').orderBy('id', 'desc').execute()

export const countLearned = async (tx: Transaction): Promise<number> => (await listLearned(tx)).length

export const findLearned = (tx: Transaction, id: string): Promise<LearnedRow | undefined> =>
  tx.selectFrom('learned_forms').selectAll().where('id', '=', id).executeTakeFirst()

export const insertLearned = (tx: Transaction, row: NewRow<'learned_forms'>): Promise<LearnedRow> =>
  tx.insertInto('learned_forms').values(row).returningAll().executeTakeFirstOrThrow()

export const putLearned = (
  tx: Transaction,
  id: string,
  change: Pick<NewRow<'learned_forms'>, 'form' | 'revision' | 'zones' | 'fingerprint' | 'learned_at'>,
): Promise<LearnedRow | undefined> =>
  tx.updateTable('learned_forms').set(change).where('id', '=', id).returningAll().executeTakeFirst()

/** Returns the row that was removed. */
export const deleteLearned = (tx: Transaction, id: string): Promise<LearnedRow | undefined> =>
  tx.deleteFrom('learned_forms').where('id', '=', id).returningAll().executeTakeFirst()
