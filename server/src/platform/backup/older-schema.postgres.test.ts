import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptyPostgres, type EmptyPostgres } from '../../../test/database.ts'
import { installRelease, migrationsOfRelease } from '../../../test/release-fixture.ts'
import { readConfig } from '../../config.ts'
import { start } from '../../start.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { findMigration } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { readProductSchema } from '../db/schema-source.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'
import { masterKeySource } from '../storage/open-file-store.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const passphrase = 'correct horse battery staple'
const folder = await mkdtemp(join(tmpdir(), 'exempta-older-'))
const databases: EmptyPostgres[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function location(name: string) {
  const database = await createEmptyPostgres()
  databases.push(database)
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, name),
    PORT: '0',
    LOG_LEVEL: 'silent',
  }
  const config = readConfig(settings, [])
  return { ...config, keySource: masterKeySource(config) }
}

const peopleIn = async (database: Database) =>
  (await database.executeAsOwner('select email from users')).rows as { email: string }[]

test('a backup of an older release keeps its schema until the program is started on it', async () => {
  const source = await location('source')
  const database = await openDatabase({ url: source.databaseUrl, dataDir: source.dataDir })
  await installRelease(database)
  const jobs = createJobs({ database, clock: systemClock, log: createLog('silent') })
  await jobs.start([])
  await jobs.stop()
  await database.executeAsOwner(
    `insert into users (email, name, role, created_at, updated_at)
     values ('ada@lakeside.example', 'Ada', 'user', now(), now())`,
  )
  const file = join(folder, 'older.backup')
  await makeBackup(database, source, file, passphrase)
  await database.close()

  const target = await location('target')
  await restoreBackup(file, passphrase, target)
  const restored = await openDatabase({ url: target.databaseUrl, dataDir: target.dataDir })
  expect(await findMigration(restored)).toBe(migrationsOfRelease().at(-1)?.name)
  expect(await peopleIn(restored)).toEqual([{ email: 'ada@lakeside.example' }])

  const program = await start(target, () => {}, { servesPages: false })
  // Right after the start, a busy machine may still refuse.
  const isReady = async () => (await fetch(`${program.address}/api/ready`)).status
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
  await program.stop()
  expect(await findMigration(restored)).toBe((await readProductSchema()).migrations.at(-1)?.name)
  expect(await peopleIn(restored)).toEqual([{ email: 'ada@lakeside.example' }])
  await restored.close()
})

test('a backup from before 0.2.0 is refused with the release that can restore it', async () => {
  const source = await location('oldest')
  const database = await openDatabase({ url: source.databaseUrl, dataDir: source.dataDir })
  await installRelease(database, (name) => name < '0140')
  const jobs = createJobs({ database, clock: systemClock, log: createLog('silent') })
  await jobs.start([])
  await jobs.stop()
  const file = join(folder, 'oldest.backup')
  await makeBackup(database, source, file, passphrase)
  await database.close()
  await expect(restoreBackup(file, passphrase, await location('refused'))).rejects.toThrow(
    'This backup was made by a version older than 0.2.0. Restore it with 0.2.0, then upgrade.',
  )
})
