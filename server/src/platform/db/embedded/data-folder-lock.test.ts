import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, testDatabaseKind } from '../../../../test/database.ts'
import { DataFolderInUseError } from '../errors.ts'
import { openDatabase } from '../open-database.ts'
import { lockDataFolder } from './data-folder-lock.ts'

const holder = new URL('./lock-holder.fixture.ts', import.meta.url)
let folder: string

describe.runIf(testDatabaseKind() === 'embedded')('the data folder', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'exempta-lock-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('is refused to a second one in the same process, in one clear sentence', () => {
    const unlock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
    expect(() => lockDataFolder(folder)).toThrow(/^Another running Exempta is using the data folder .+\.$/)
    unlock()
    lockDataFolder(folder)()
  })

  test('is refused while another process has it, and free the moment that one is killed', async () => {
    const other = fork(holder, [folder])
    await once(other, 'message')
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
    other.kill('SIGKILL')
    await once(other, 'exit')
    lockDataFolder(folder)()
  })

  test('is held by an open database, also while that one reopens, and given back on closing', async () => {
    const database = await createTestDatabase()
    await expect(openDatabase(database.location)).rejects.toThrow(DataFolderInUseError)
    const stuck = database.transact({ kind: 'anonymous' }, () => new Promise(() => {}), { timeoutMs: 50 })
    await expect(stuck).rejects.toThrow()
    await expect(openDatabase(database.location)).rejects.toThrow(DataFolderInUseError)
    await database.close()
    await (await openDatabase(database.location)).close()
    await database.dispose()
  })
})
