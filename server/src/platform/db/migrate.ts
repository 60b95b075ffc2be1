import { readdir, readFile } from 'node:fs/promises'
import { Kysely, type Migration, type MigrationResult, Migrator, PostgresDialect, sql } from 'kysely'
import type { Database, OwnerClient } from './database.ts'

export const migrationsFolder = new URL('../../../migrations/', import.meta.url)
const fileName = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * Brings the database to the newest schema: all pending files in one transaction, under a lock, so that
 * several processes may start at once. Returns the names of the files that were run. A schema that is newer than
 * these files is left alone: the release before runs on it too.
 */
export async function migrate(database: Database, folder: URL = migrationsFolder): Promise<string[]> {
  return database.runAsOwner(async (client) => {
    const files = await readMigrations(folder)
    const newer = await listNewer(client, Object.keys(files).sort().at(-1) ?? '')
    const migrations = { ...files, ...Object.fromEntries(newer.map((name) => [name, leftAlone])) }
    const migrator = new Migrator({
      db: kyselyOn(client),
      provider: { getMigrations: async () => migrations },
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw migrationError(error, results)
    return results.map(({ migrationName }) => migrationName)
  })
}

/** The newest change of the schema that is in place. */
export async function findMigration(database: Database): Promise<string | undefined> {
  const { rows } = await database.executeAsOwner(
    'select name from kysely_migration order by name desc limit 1',
  )
  return (rows as { name: string }[])[0]?.name
}

/** The schema could not be brought up to date; nothing of it was changed. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

function migrationError(error: unknown, results: MigrationResult[]): MigrationError {
  const failed = results.find(({ status }) => status === 'Error')
  const place = failed ? ` at ${failed.migrationName}` : ''
  const reason = error instanceof Error ? error.message : String(error)
  return new MigrationError(`The database could not be migrated${place}: ${reason}`, { cause: error })
}

async function readMigrations(folder: URL): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const file of await readdir(folder)) {
    if (!fileName.test(file)) throw new Error(`Not a name of a migration: ${file}`)
    const text = await readFile(new URL(file, folder), 'utf8')
    migrations[file.replace(/\.sql$/, '')] = {
      up: (db) =>
        sql
          .raw(text)
          .execute(db)
          .then(() => {}),
    }
  }
  return migrations
}

/** Never run: the migrator only wants to know of it. */
const leftAlone: Migration = { up: async () => {} }

async function listNewer(client: OwnerClient, last: string): Promise<string[]> {
  const { rows: tables } = await client.query(`select to_regclass('kysely_migration') as found`)
  if (!tables[0].found) return []
  const { rows } = await client.query('select name from kysely_migration where name > $1', [last])
  return rows.map(({ name }) => name)
}

/** Kysely's migrator needs a pool; it gets the one session that is lent out for the migration. */
function kyselyOn(client: OwnerClient): Kysely<unknown> {
  const session = {
    query: (text: string, values: readonly unknown[]) => client.query(text, [...values]),
    release() {},
  }
  return new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: async () => session as never, end: async () => {} },
    }),
  })
}
