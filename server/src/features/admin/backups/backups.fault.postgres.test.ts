import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { quickEngine } from '../../../../test/quick-engine.ts'
import { mountSmallDisk } from '../../../../test/small-disk.ts'
import { failureInWords } from '../../../platform/backup/failure-in-words.ts'
import { OwnBackups } from '../../../platform/backup/own-backups.ts'

const fixture = fileURLToPath(new URL('./killed-backup.fixture.ts', import.meta.url))
const disk = mountSmallDisk(20)

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'exempta-backups-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.dispose()
  disk?.remove()
})

const settingsFor = (backupFolder: string) => ({
  dataDir: database.location.dataDir,
  masterKeys: [],
  s3: undefined,
  databaseUrl: database.location.url,
  backupFolder,
  backupBucket: undefined,
  backupPassphrase: 'correct horse battery staple',
})

/** Returns the signal that ended it. */
async function makeScheduled(dieAt?: string, tested: string[] = []): Promise<string | null> {
  const setting = JSON.stringify({
    location: database.location,
    settings: settingsFor(folder),
    dieAt,
    tested,
  })
  const child = spawn(process.execPath, [...quickEngine, fixture, setting], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  expect(signal ?? code, dieAt).toBe(dieAt ? 'SIGKILL' : 0)
  return signal
}

async function made(): Promise<string[]> {
  const { rows } = await database.executeAsOwner(
    `select file_name from backups where status = 'made' order by created_at, id`,
  )
  return (rows as { file_name: string }[]).map(({ file_name }) => file_name)
}

it('a scheduled backup that is killed at any step leaves the former ones whole, and is made by the next attempt', {
  timeout: 600_000,
}, async () => {
  expect(await makeScheduled()).toBeNull()
  const [first = ''] = await made()
  const former = await readFile(join(folder, first))
  for (const [before, step] of ['begun', 'written', 'named'].entries()) {
    expect(await makeScheduled(step), step).toBe('SIGKILL')
    expect(await made(), step).toHaveLength(before + 1)
    expect((await readFile(join(folder, first))).equals(former), step).toBe(true)
    expect(await makeScheduled(), step).toBeNull()
    expect(await made(), step).toHaveLength(before + 2)
  }
  // No half file and no file without a row is left.
  expect((await readdir(folder)).sort()).toEqual((await made()).sort())
  expect(await makeScheduled(undefined, [first]), 'restored').toBeNull()
})

it.skipIf(!disk)(
  'a backup on a full disk fails with the reason, leaves the former ones whole and no half file (needs the right to mount a disk)',
  async () => {
    if (!disk) return
    const backups = new OwnBackups(settingsFor(join(disk.folder, 'backups')))
    const nothing = async () => {}
    await backups.make('first.backup', nothing)
    disk.fill()
    const failure = await backups.make('second.backup', nothing).catch((error: unknown) => error)
    expect(failureInWords(failure)).toBe('The disk is full.')
    expect(await readdir(backups.place)).toEqual(['first.backup'])
    const untested = await backups.test('first.backup').catch((error: unknown) => error)
    expect(failureInWords(untested)).toBe('The disk is full.')
    disk.free()
    expect(await backups.sizeOf('first.backup')).toBeGreaterThan(10_000)
    await backups.make('second.backup', nothing)
    expect(await readdir(backups.place)).toEqual(['first.backup', 'second.backup'])
  },
)
