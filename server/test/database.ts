/**
 * A fresh, migrated database for one test file. `TEST_DATABASE` names the kind (`embedded`, the default, or
 * `postgres`); for the latter `TEST_POSTGRES_URL` is the address of a server where databases may be made.
 */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { holdLock } from '../../scripts/development/hold-lock.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Database, DatabaseOptions } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/open-database.ts'
import { readProductSchema } from '../src/platform/db/schema-source.ts'
import type { JobHandler } from '../src/platform/jobs/handle.ts'
import { createJobs } from '../src/platform/jobs/jobs.ts'
import { createLog } from '../src/platform/log.ts'

const maker = new URL('../src/platform/db/embedded/open-engine.ts', import.meta.url)
const keptFolders = fileURLToPath(new URL('../../.cache/test-databases/', import.meta.url))

export type DatabaseKind = Database['kind']

export interface TestDatabase extends Database {
  /** What to give to `openDatabase` to open the same database from elsewhere. */
  readonly location: { url?: string; dataDir: string }
  /** Closes the database and removes every trace of it. */
  dispose(): Promise<void>
}

export interface TestDatabaseOptions extends Omit<DatabaseOptions, 'url' | 'dataDir'> {
  kind?: DatabaseKind
  /** Jobs whose queues are there already. */
  queuesOf?: readonly JobHandler[]
}

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { kind = testDatabaseKind(), queuesOf = [], ...limits } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'exempta-test-'))
  const location = kind === 'postgres' ? { dataDir, url: await createFromTemplate(queuesOf) } : { dataDir }
  if (kind === 'embedded') await copyTemplate(dataDir, queuesOf)
  const database = await openDatabase({ ...limits, ...location })
  return Object.assign(database, {
    location,
    async dispose() {
      await database.close()
      if (location.url) await dropDatabase(location.url)
      await rm(dataDir, { recursive: true, force: true })
    },
  })
}

export function testDatabaseKind(): DatabaseKind {
  const kind = process.env.TEST_DATABASE ?? 'embedded'
  if (kind !== 'embedded' && kind !== 'postgres') {
    throw new Error(`TEST_DATABASE must be embedded or postgres, not ${kind}.`)
  }
  return kind
}

export function testPostgresUrl(): string {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('TEST_POSTGRES_URL must name a PostgreSQL server for tests.')
  return url
}

/**
 * Folders of databases kept for later runs: an empty one per version of the engine, since making it takes
 * seconds, from it a migrated one per state of the schema, and from that one with queues.
 */
async function copyTemplate(dataDir: string, queuesOf: readonly JobHandler[]): Promise<void> {
  const empty = await keptFolder(`empty-${await engineKey()}`, async (draft) => {
    await (await openDatabase({ dataDir: draft })).close()
  })
  const migrated = await keptFolder(`migrated-${await templateKey()}`, async (draft) => {
    copyDatabase(empty, draft)
    await migrateAndClose({ dataDir: draft })
  })
  if (queuesOf.length === 0) return copyDatabase(migrated, dataDir)
  const withQueues = await keptFolder(`queues-${await templateKey(queuesOf)}`, async (draft) => {
    copyDatabase(migrated, draft)
    await migrateAndClose({ dataDir: draft }, queuesOf)
  })
  copyDatabase(withQueues, dataDir)
}

/** The first that needs it makes it, while the others wait. */
async function keptFolder(name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const folder = join(keptFolders, name)
  if (existsSync(folder)) return folder
  const release = await holdLock(`${folder}.lock`)
  try {
    if (existsSync(folder)) return folder
    const draft = await mkdtemp(`${folder}-`)
    await make(draft)
    await rename(draft, folder)
    return folder
  } finally {
    await release()
  }
}

// A thousand small files: the synchronous copy takes a third of the time.
function copyDatabase(from: string, to: string): void {
  cpSync(join(from, 'db'), join(to, 'db'), { recursive: true })
}

/** Makes a database from the migrated template, which the first test file of a run makes under a lock. */
async function createFromTemplate(queuesOf: readonly JobHandler[]): Promise<string> {
  const template = `exempta_template_${await templateKey(queuesOf)}`
  const name = `exempta_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(async (admin) => {
    // Copying needs the template to itself, so makers and copiers take turns.
    await admin.query(`select pg_advisory_lock(hashtext('${template}'))`)
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      await admin.query(`drop database if exists ${template}_draft with (force)`)
      await admin.query(`create database ${template}_draft`)
      await migrateAndClose({ dataDir: tmpdir(), url: urlOf(`${template}_draft`) }, queuesOf)
      await admin.query(`alter database ${template}_draft rename to ${template}`)
    }
    // Copying files takes a fifth of the time of copying through the log.
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return urlOf(name)
}

export interface EmptyPostgres {
  url: string
  drop(): Promise<void>
}

/** A database without anything in it, owned by a login that is no superuser. */
export async function createEmptyPostgres(): Promise<EmptyPostgres> {
  const name = `exempta_empty_${randomUUID().replaceAll('-', '')}`
  await asAdmin(async (admin) => {
    await admin.query(`create role ${name} login createrole`)
    await admin.query(`create database ${name} owner ${name}`)
  })
  const url = new URL(urlOf(name))
  url.username = name
  return {
    url: url.href,
    async drop() {
      await dropDatabase(url.href)
      await asAdmin((admin) => admin.query(`drop role ${name}`))
    },
  }
}

async function dropDatabase(url: string): Promise<void> {
  await asAdmin((admin) => admin.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`))
}

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: testPostgresUrl() })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf(databaseName: string): string {
  const url = new URL(testPostgresUrl())
  url.pathname = `/${databaseName}`
  return url.href
}

async function migrateAndClose(
  options: DatabaseOptions,
  queuesOf: readonly JobHandler[] = [],
): Promise<void> {
  const database = await openDatabase(options)
  try {
    await migrate(database)
    const jobs = createJobs({ database, clock: systemClock, log: createLog('silent') })
    await jobs.start(queuesOf)
    await jobs.stop()
  } finally {
    await database.close()
  }
}

/** Changes with every file of the schema, with the engine and with what is known of a job before it runs. */
async function templateKey(queuesOf: readonly JobHandler[] = []): Promise<string> {
  const hash = createHash('sha256').update(await engineKey())
  for (const { job } of queuesOf) hash.update(JSON.stringify({ ...job, payload: undefined }))
  hash.update(JSON.stringify(await readProductSchema()))
  return hash.digest('hex').slice(0, 16)
}

/** Changes with the engine, whose files may not fit another version, and with the way an empty folder is made. */
async function engineKey(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [import.meta.resolve('@electric-sql/pglite'), maker.href]) {
    hash.update(await readFile(fileURLToPath(file)))
  }
  return hash.digest('hex').slice(0, 16)
}
