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
