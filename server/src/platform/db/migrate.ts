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
    const names = await listMigrations(folder)
    const applied = await listApplied(client)
    const newer = applied.filter((name) => name > (names.at(-1) ?? ''))
    // Kysely's migrator would read the whole schema, which takes a second of each start.
    const isUpToDate = names.join() === applied.filter((name) => !newer.includes(name)).join()
    if (isUpToDate) return []
    const files = await readMigrations(folder, names)
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

/** Their names, oldest first. */
async function listMigrations(folder: URL): Promise<string[]> {
  const files = await readdir(folder)
  const wrong = files.find((file) => !fileName.test(file))
  if (wrong) throw new Error(`Not a name of a migration: ${wrong}`)
  return files.map((file) => file.replace(/\.sql$/, '')).sort()
}

async function readMigrations(folder: URL, names: readonly string[]): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(`${name}.sql`, folder), 'utf8')
    migrations[name] = {
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

/** Oldest first. */
async function listApplied(client: OwnerClient): Promise<string[]> {
  const { rows: tables } = await client.query(`select to_regclass('kysely_migration') as found`)
  if (!tables[0].found) return []
  const { rows } = await client.query('select name from kysely_migration')
  return rows.map(({ name }) => name).sort()
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
