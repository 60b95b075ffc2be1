import { readdir, readFile } from 'node:fs/promises'
import {
  Kysely,
  type Migration,
  type MigrationProvider,
  type MigrationResult,
  Migrator,
  PostgresDialect,
  sql,
} from 'kysely'
import type { Database, OwnerClient } from './database.ts'

export const migrationsFolder = new URL('../../../migrations/', import.meta.url)
const fileName = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * Brings the database to the newest schema: all pending files in one transaction, under a lock, so that
 * several processes may start at once. Returns the names of the files that were run.
 */
export async function migrate(database: Database, folder: URL = migrationsFolder): Promise<string[]> {
  return database.runAsOwner(async (client) => {
    const migrator = new Migrator({ db: kyselyOn(client), provider: sqlFiles(folder) })
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

function sqlFiles(folder: URL): MigrationProvider {
  return {
    async getMigrations() {
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
    },
  }
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
