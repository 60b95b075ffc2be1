/**
 * The schema of release 0.2.0 as it was made at that time, by its 81 migrations, so that tests can upgrade from it.
 * `node server/test/release-fixture.ts` writes the file from the history of the repository.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Database } from '../src/platform/db/database.ts'

const file = new URL('release-0.2.0.json.gz', import.meta.url)
const commit = '70bcd732'

interface Migration {
  name: string
  text: string
}

export function migrationsOfRelease(): Migration[] {
  return JSON.parse(gunzipSync(readFileSync(file)).toString())
}

/** Runs those migrations of the release that `isWanted` names, and records them as the release did. */
export async function installRelease(
  database: Database,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  await database.runAsOwner(async (client) => {
    await client.query('begin')
    await client.query(`
      create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
      create table if not exists kysely_migration_lock
        (id varchar(255) primary key, is_locked integer default 0 not null)`)
    for (const { name, text } of migrationsOfRelease()) {
      if (!isWanted(name)) continue
      await client.query(text)
      await client.query('insert into kysely_migration values ($1, $2)', [name, '2026-11-17T12:00:00.000Z'])
    }
    await client.query('commit')
  })
}

/** A redacted file as release 0.2.0 sealed and stored it, under the master key below. */
export const fileOfRelease: {
  documentId: string
  rendition: string
  version: number
  objectName: string
  masterKeyId: string
  wrappedKey: string
  plain: string
  sealed: string
} = JSON.parse(readFileSync(new URL('release-0.2.0-file.json', import.meta.url), 'utf8'))
export const masterKeyOfRelease = Buffer.alloc(32, 7).toString('base64')

if (import.meta.main) {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' })
  const paths = git('ls-tree', '--name-only', `${commit}:server/migrations`).trim().split('\n')
  const migrations = paths.map((path) => ({
    name: path.replace(/\.sql$/, ''),
    text: git('show', `${commit}:server/migrations/${path}`),
  }))
  writeFileSync(file, gzipSync(JSON.stringify(migrations), { level: 9 }))
}
