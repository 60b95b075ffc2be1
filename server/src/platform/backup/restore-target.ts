import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../clock.ts'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { lockDataFolder } from '../db/embedded/data-folder-lock.ts'
import { syncPath } from '../db/embedded/sync-folder.ts'
import { migrateTables } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { readProductSchema } from '../db/schema-source.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'
import { jobQueueVersion, listMigrations } from './catalog.ts'
import { isHalfRestored, markRestored } from './half-restored.ts'
import { BackupError, type Head } from './items.ts'
import { isUnused } from './queries.ts'

export interface RestoreTarget {
  database: Database
  /** Makes the loaded data the live installation. */
  finish(): Promise<void>
  /** Closes it. Without `finish`, the embedded database is deleted again. */
  close(): Promise<void>
}

/**
 * An empty database for the restored data. The embedded one is created in a temporary folder and moved into place
 * when it is complete; on PostgreSQL all rows are loaded in one transaction, and the program doesn't start on them before
 * `finish`. An interrupted restore can simply be run again.
 */
export function openRestoreTarget(location: {
  url: string | undefined
  dataDir: string
}): Promise<RestoreTarget> {
  return location.url ? openOnPostgres(location.url, location.dataDir) : openEmbeddedTarget(location.dataDir)
}

async function openEmbeddedTarget(dataDir: string): Promise<RestoreTarget> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(dataDir)
  const draft = join(dataDir, 'restoring')
  try {
    if (existsSync(join(dataDir, 'db'))) {
      throw new BackupError(`${dataDir} already holds a database. Choose an empty folder with DATA_DIR.`)
    }
    await rm(draft, { recursive: true, force: true })
    const database = await openDatabase({ dataDir: draft })
    return {
      database,
      async finish() {
        await markRestored(database)
        await database.close()
        await rename(join(draft, 'db'), join(dataDir, 'db'))
        await syncPath(dataDir)
      },
      async close() {
        await database.close()
        await rm(draft, { recursive: true, force: true })
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function openOnPostgres(url: string, dataDir: string): Promise<RestoreTarget> {
  const database = await openDatabase({ url, dataDir })
  try {
    await refuseUsed(database)
    return { database, finish: () => markRestored(database), close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function refuseUsed(database: Database): Promise<void> {
  const one = async (question: string) => {
    const { rows } = await database.executeAsOwner(`select ${question} as answer`)
    return (rows as { answer: boolean }[])[0]?.answer === true
  }
  const isRunning = `exists (select from pg_stat_activity where datname = current_database()
    and application_name = 'exempta' and pid <> pg_backend_pid())`
  if (await one(isRunning)) {
    throw new BackupError('Exempta is running on the database in DATABASE_URL. Stop it first.')
  }
  if (await isHalfRestored(database)) return
  if (!(await one(`to_regclass('public.kysely_migration') is not null`))) {
    const hasTables = `exists (select from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace)`
    if (!(await one(hasTables))) return
    throw new BackupError('The database in DATABASE_URL contains tables of another application.')
  }
  if (!(await one(`to_regclass('public.stored_files') is not null`))) return
  if (!(await database.transact(systemActor, isUnused))) {
    throw new BackupError(
      'The database in DATABASE_URL is in use: it contains accounts or files. Use an empty one.',
    )
  }
}

/** Makes the tables of the backup in the empty database. The next start brings the schema up to date. */
export async function prepareSchema(database: Database, head: Head): Promise<void> {
  await refuseOtherRelease(head.migrations)
  await migrateTables(database, head.migrations)
  const jobs = createJobs({ database, clock: systemClock, log: createLog('silent') })
  await jobs.start([])
  await jobs.stop()
  await database.runAsOwner(async (client) => {
    if (JSON.stringify(await listMigrations(client)) !== JSON.stringify(head.migrations)) {
      throw new BackupError(
        'The database was set up by a different version than the backup. Use an empty one.',
      )
    }
    if ((await jobQueueVersion(client)) !== head.jobQueueVersion) {
      throw new BackupError(
        'This version’s job queue differs from the one in the backup. Restore with the version that made the backup, then upgrade.',
      )
    }
  })
}

async function refuseOtherRelease(migrations: readonly string[]): Promise<void> {
  const { base, migrations: known } = await readProductSchema()
  const later = migrations.filter((name) => name.slice(0, 4) > (base?.number ?? ''))
  if (later.some((name) => !known.some((migration) => migration.name === name))) {
    throw new BackupError('This backup was made by a newer version of Exempta. Restore it with that version.')
  }
  if (base && !migrations.some((name) => name.slice(0, 4) >= base.number)) {
    throw new BackupError(
      `This backup was made by a version older than ${base.release}. Restore it with ${base.release}, then upgrade.`,
    )
  }
}
