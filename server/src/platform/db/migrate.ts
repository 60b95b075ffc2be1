import type { Database, OwnerClient } from './database.ts'
import {
  type Base,
  type RepeatableFile,
  readProductSchema,
  type SchemaSource,
  type SqlFile,
} from './schema-source.ts'

/** The same as in release 0.2.0, so that processes of both never migrate at the same time. */
const migrationLock = '3853314791062309107'

/**
 * Brings the database to the newest schema: everything that is missing in one transaction, under a lock, so that
 * several processes may start at once. Returns the names of the files that were run. A schema that is newer than
 * these files is left alone: the release before runs on it too. Releases before that one are refused.
 */
export async function migrate(database: Database, source?: SchemaSource): Promise<string[]> {
  const wanted = source ?? (await readProductSchema())
  return database.runAsOwner(async (client) => {
    if (listMissing(wanted, await readApplied(client)).length === 0) return []
    return inLockedTransaction(client, () => bringUpToDate(client, wanted))
  })
}

/** What `migrate` would do to an installation that exists; nothing for an empty database. */
export async function planUpgrade(database: Database, source?: SchemaSource): Promise<string[]> {
  const wanted = source ?? (await readProductSchema())
  const applied = await database.runAsOwner(readApplied)
  return applied.migrations.length === 0 ? [] : listMissing(wanted, applied)
}

function listMissing(wanted: SchemaSource, applied: Applied): string[] {
  refuseDowngrade(wanted, applied)
  return [...listPending(wanted, applied), ...listChanged(wanted, applied)].map(({ name }) => name)
}

/** Where the database says which releases it works with. Its checksum is the oldest one. */
const releasesRow = 'releases'

function refuseDowngrade({ version }: SchemaSource, { files }: Applied): void {
  const releases = files.find(({ name }) => name === releasesRow)
  if (!releases || !isNewer(releases.checksum, version)) return
  throw new MigrationError(
    `Exempta ${releases.version} upgraded this database, and ${version} is too old for it. Start ${releases.checksum} or newer, or restore a backup from before the upgrade.`,
  )
}

/**
 * Makes the tables as of exactly these migrations, for restoring a backup. Views, functions and triggers may belong to
 * newer tables, so they are left to the next start.
 */
export async function migrateTables(database: Database, names: readonly string[]): Promise<void> {
  const source = await readProductSchema()
  const migrations = source.migrations.filter(({ name }) => names.includes(name))
  const tables = { ...source, migrations, schema: [] }
  await database.runAsOwner((client) => inLockedTransaction(client, () => bringUpToDate(client, tables)))
}

/** The newest change of the tables that is in place. */
export async function findMigration(database: Database): Promise<string | undefined> {
  return database.runAsOwner(async (client) => (await readApplied(client)).migrations.at(-1))
}

/** The schema could not be brought up to date; nothing of it was changed. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

async function bringUpToDate(client: OwnerClient, wanted: SchemaSource): Promise<string[]> {
  await client.query(`
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    alter table kysely_migration add if not exists checksum text, add if not exists version text`)
  // What another process did while this one waited counts.
  const applied = await readApplied(client)
  const changed = listChanged(wanted, applied)
  const foundation = changed.filter((file) => wanted.foundation.includes(file))
  await applyAgain(client, foundation, wanted.version)
  const pending = listPending(wanted, applied)
  for (const file of pending) {
    await run(client, file)
    // A base records the migrations that it stands for.
    if (file !== wanted.base) {
      await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
        file.name,
        new Date().toISOString(),
      ])
    }
  }
  // Read again: a migration that replaces a table makes the database forget files, so that they are applied again.
  const schema = listChanged(wanted, await readApplied(client)).filter((file) => wanted.schema.includes(file))
  // Views and functions of the system role are made as that role, which can't make anything at other times.
  if (schema.length > 0) {
    await client.query('grant create on schema public to exempta_system')
    await applyAgain(client, schema, wanted.version)
    await client.query('revoke create on schema public from exempta_system')
  }
  await note(client, { name: releasesRow, checksum: wanted.oldestRelease }, wanted.version)
  return [...foundation, ...pending, ...schema].map(({ name }) => name)
}

/** Migrations that the database doesn't have, oldest first. */
function listPending({ base, migrations }: SchemaSource, applied: Applied): SqlFile[] {
  if (applied.migrations.length === 0) return base ? [base, ...migrations] : migrations
  if (base) refuseOlder(base, applied)
  const names = migrations.map(({ name }) => name)
  const lost = applied.migrations.find(
    (name) => !names.includes(name) && !isPartOf(base, name) && name < (names.at(-1) ?? ''),
  )
  if (lost)
    throw new MigrationError(`The database was migrated with ${lost}, which is missing in this version.`)
  return migrations.filter(({ name }) => !applied.migrations.includes(name))
}

function refuseOlder(base: Base, applied: Applied): void {
  if (applied.migrations.some((name) => name.slice(0, 4) >= base.number)) return
  throw new MigrationError(
    `This installation is older than ${base.release}. Upgrade it to ${base.release} first, then to this version.`,
  )
}

const isPartOf = (base: Base | undefined, name: string) =>
  base !== undefined && name.slice(0, 4) <= base.number

/** Files of views, functions and triggers that the database has otherwise or not at all; none if it is newer. */
function listChanged(wanted: SchemaSource, applied: Applied): RepeatableFile[] {
  const newest = wanted.migrations.at(-1)?.name ?? wanted.base?.number ?? ''
  const hasNewerTables = applied.migrations.some((name) => name > newest && !isPartOf(wanted.base, name))
  const hasNewerFiles = applied.files.some(({ version }) => isNewer(version, wanted.version))
  if (hasNewerTables || hasNewerFiles) return []
  const checksums = new Map(applied.files.map(({ name, checksum }) => [name, checksum]))
  return [...wanted.foundation, ...wanted.schema].filter(
    ({ name, checksum }) => checksums.get(name) !== checksum,
  )
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0
}

async function applyAgain(
  client: OwnerClient,
  files: readonly RepeatableFile[],
  version: string,
): Promise<void> {
  for (const file of files) {
    await run(client, file)
    await note(client, file, version)
  }
}

async function note(
  client: OwnerClient,
  { name, checksum }: Pick<RepeatableFile, 'name' | 'checksum'>,
  version: string,
): Promise<void> {
  await client.query(
    `insert into kysely_migration (name, timestamp, checksum, version) values ($1, $2, $3, $4)
     on conflict (name) do update
     set timestamp = excluded.timestamp, checksum = excluded.checksum, version = excluded.version`,
    [name, new Date().toISOString(), checksum, version],
  )
}

async function run(client: OwnerClient, { name, text }: SqlFile): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`The database could not be migrated at ${name}: ${reason}`, { cause: error })
  }
}

async function inLockedTransaction<T>(client: OwnerClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

interface Applied {
  /** Names, oldest first. */
  migrations: string[]
  files: { name: string; checksum: string; version: string }[]
}

/** Release 0.2.0 recorded names only. It takes the names of files for newer migrations and leaves them alone. */
async function readApplied(client: OwnerClient): Promise<Applied> {
  const { rows: tables } = await client.query(`select to_regclass('kysely_migration') as found`)
  if (!tables[0].found) return { migrations: [], files: [] }
  const { rows } = await client.query(
    `select name, to_jsonb(m) ->> 'checksum' as checksum, to_jsonb(m) ->> 'version' as version
     from kysely_migration m order by name collate "C"`,
  )
  return {
    migrations: rows.filter(({ checksum }) => checksum === null).map(({ name }) => name),
    files: rows.filter(({ checksum }) => checksum !== null),
  }
}
