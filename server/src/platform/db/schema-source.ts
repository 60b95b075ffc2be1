/**
 * The files that make the schema. Tables are made and changed by numbered migrations, which run once. Views, functions and
 * triggers are in `server/schema`, where each exists once and is applied again when its file changes (0024).
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface SqlFile {
  name: string
  text: string
}

export interface RepeatableFile extends SqlFile {
  checksum: string
}

/** All tables as of a release, for installations that start with a later one. */
export interface Base extends SqlFile {
  /** The number of the last migration that it stands for. */
  number: string
  release: string
}

export interface SchemaSource {
  /** The release that these files belong to. */
  version: string
  /** The oldest release that still works on this schema. */
  oldestRelease: string
  base: Base | undefined
  /** Oldest first. */
  migrations: SqlFile[]
  /** What tables and migrations use, so it comes before them. */
  foundation: RepeatableFile[]
  /** Views, functions and triggers. They come after the tables, in the order of their names. */
  schema: RepeatableFile[]
}

export interface SchemaFolders {
  migrations: URL
  schema: URL
  version: string
  oldestRelease: string
}

/** The release before this one, which keeps working while replicas are replaced (0024). Each release names its own. */
const releaseBefore = '0.2.0'

const serverFolder = new URL('../../../', import.meta.url)
const migrationsFolder = new URL('migrations/', serverFolder)
const schemaFolder = new URL('schema/', serverFolder)

const migrationName = /^\d{4}-[a-z0-9-]+\.sql$/
const baseName = /^(\d{4})-base-of-(\d+\.\d+\.\d+)\.sql$/

export async function readProductSchema(): Promise<SchemaSource> {
  const { version } = JSON.parse(await readFile(new URL('package.json', serverFolder), 'utf8'))
  return readSchema({
    migrations: migrationsFolder,
    schema: schemaFolder,
    version,
    oldestRelease: releaseBefore,
  })
}

export async function readSchema({
  migrations,
  schema,
  version,
  oldestRelease,
}: SchemaFolders): Promise<SchemaSource> {
  const files = (await readdir(migrations)).sort()
  const wrong = files.find((file) => !migrationName.test(file) && !baseName.test(file))
  if (wrong) throw new Error(`Not a name of a migration: ${wrong}`)
  const [foundBase] = files.flatMap((file) => baseName.exec(file) ?? [])
  return {
    version,
    oldestRelease,
    base: foundBase ? await readBase(migrations, foundBase) : undefined,
    migrations: await readAll(
      migrations,
      files.filter((file) => file !== foundBase),
    ),
    foundation: await readRepeatable(new URL('foundation/', schema), 'schema/foundation/'),
    schema: await readRepeatable(schema, 'schema/'),
  }
}

async function readBase(folder: URL, file: string): Promise<Base> {
  const [, number = '', release = ''] = baseName.exec(file) ?? []
  return { name: nameOf(file), text: await readFile(new URL(file, folder), 'utf8'), number, release }
}

async function readRepeatable(folder: URL, prefix: string): Promise<RepeatableFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  return (await readAll(folder, files.sort())).map(({ name, text }) => ({
    name: `${prefix}${name}`,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
  }))
}

function readAll(folder: URL, files: readonly string[]): Promise<SqlFile[]> {
  return Promise.all(
    files.map(async (file) => ({ name: nameOf(file), text: await readFile(new URL(file, folder), 'utf8') })),
  )
}

const nameOf = (file: string) => file.replace(/\.sql$/, '')
