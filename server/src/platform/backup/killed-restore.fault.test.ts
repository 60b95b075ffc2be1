import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createEmptyPostgres, createTestDatabase, testDatabaseKind } from '../../../test/database.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { quickEngine } from '../../../test/quick-engine.ts'
import { runScript } from '../../../test/run-script.ts'
import { pdfBytes, uploadOne } from '../../../test/uploads.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../db/open-database.ts'
import { finishRestore } from './finish-restore.ts'
import { halfRestored } from './half-restored.ts'
import { upgrade } from './upgrade.ts'

const fixture = fileURLToPath(new URL('./killed-restore.fixture.ts', import.meta.url))
const isPostgres = testDatabaseKind() === 'postgres'
const passphrase = 'correct horse battery staple'

let folder: string
let file: string
let person: TestPerson
let key: string
let source: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exempta-restore-'))
  file = join(folder, 'a.backup')
  source = await startTestApp()
  person = await createPerson(source)
  await uploadOne(source, await signInAs(source, person), { bytes: pdfBytes('kept') })
  const { dataDir, url } = source.database.location
  key = await readFile(join(dataDir, 'master.key'), 'utf8')
  await source.app.close()
  await source.services.jobs.stop()
  await source.services.settings.stop()
  await source.services.rules.stop()
  await source.services.live.stop()
  await source.database.close()
  const settings = { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }), BACKUP_PASSPHRASE: passphrase }
  const { code, output } = await runScript('backup', [file], settings)
  expect(code, output).toBe(0)
})
afterAll(async () => {
  await source.database.dispose()
  await rm(folder, { recursive: true, force: true })
})

interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

/** With a name, it's killed before a file gets that name. */
async function run(way: 'command' | 'page' | 'start', place: Place, dieBefore?: string): Promise<void> {
  const setting = JSON.stringify({ way, file, passphrase, dieBefore, ...place })
  const child = spawn(process.execPath, [...quickEngine, fixture, setting], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  expect(signal ?? code, dieBefore).toBe(dieBefore ? 'SIGKILL' : 0)
}

/** What the next start finds: it makes an installation that nobody uses, has the restored one, or refuses. */
async function start({ dataDir, databaseUrl }: Place): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }, [])
  const database = await openDatabase({ url: databaseUrl, dataDir })
  try {
    await upgrade({ clock: systemClock, database, print: () => {} }, config)
    const { rows } = await database.executeAsOwner('select email from users')
    return (rows as { email: string }[]).map(({ email }) => email)
  } finally {
    await database.close()
  }
}

async function expectRestored(place: Place): Promise<void> {
  expect(await start(place)).toEqual([person.email])
  expect(await readFile(join(place.dataDir, 'master.key'), 'utf8')).toBe(key)
  const filesIn = async (dataDir: string) =>
    (await readdir(join(dataDir, 'files'), { recursive: true }))
      .filter((name) => /\/[^/]{16,}$/.test(name))
      .sort()
  expect(await filesIn(place.dataDir)).toEqual(await filesIn(source.database.location.dataDir))
}

it('a restore by the command that is killed at any step leaves nothing that looks restored, and can be run again', {
  timeout: 600_000,
}, async () => {
  const postgres = isPostgres ? await createEmptyPostgres() : undefined
  const place = { dataDir: join(folder, 'command'), databaseUrl: postgres?.url }
  if (postgres) {
    await run('command', place, 'files')
    expect(await start(place)).toEqual([])
    await run('command', place, 'master.key')
    await expect(start(place)).rejects.toThrow(halfRestored)
  } else {
    await run('command', place, 'db')
    expect(existsSync(join(place.dataDir, 'db'))).toBe(false)
  }
  await run('command', place)
  await expectRestored(place)
  await postgres?.drop()
})

it.skipIf(isPostgres)(
  'a restore on the page that is killed leaves the empty installation whole, until everything is restored and the next start goes on',
  { timeout: 600_000 },
  async () => {
    const place = { dataDir: join(folder, 'page') }
    const empty = await createTestDatabase()
    await empty.close()
    await cp(empty.location.dataDir, place.dataDir, { recursive: true })
    await empty.dispose()
    await run('page', place, 'restore/data/files')
    await finishRestore(place.dataDir)
    expect(existsSync(join(place.dataDir, 'restore'))).toBe(false)
    expect(await start(place)).toEqual([])
    await run('page', place, 'master.key')
    await run('start', place, 'db')
    await finishRestore(place.dataDir)
    expect(existsSync(join(place.dataDir, 'restore'))).toBe(false)
    await expectRestored(place)
  },
)
