/**
 * On PostgreSQL the rows of a restore are committed before they're compared and before the keys are saved. Until that is
 * done, a schema with this name is in the database: the program doesn't start on it, and the restore can be repeated.
 */
import type { Database, OwnerClient } from '../db/database.ts'

const schema = 'exempta_restoring'

export const halfRestored =
  'A restore or a move into this database was interrupted. Run its command again, or use another, empty database.'

/** In the transaction that loads the rows. */
export async function markHalfRestored(client: OwnerClient): Promise<void> {
  await client.query(`create schema if not exists ${schema}`)
}

export async function markRestored(database: Database): Promise<void> {
  await database.executeAsOwner(`drop schema if exists ${schema}`)
}

export async function isHalfRestored(database: Database): Promise<boolean> {
  const { rows } = await database.executeAsOwner(`select to_regnamespace('${schema}') is not null as answer`)
  return (rows as { answer: boolean }[])[0]?.answer === true
}
