import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testDatabaseKind } from '../../../../test/database.ts'
import { compiledEngine } from './engine-stream.ts'
import { openEngine } from './open-engine.ts'

const { fsyncSync } = fs
const badDisk = fileURLToPath(new URL('./failing-disk.fixture.ts', import.meta.url))
let engine: PGlite

function replaceFsync(replacement: typeof fsyncSync): void {
  fs.fsyncSync = replacement
  syncBuiltinESMExports()
}

async function countFsyncs(act: () => Promise<unknown>): Promise<number> {
  let calls = 0
  replaceFsync((descriptor) => {
    calls++
    fsyncSync(descriptor)
  })
  await act()
  replaceFsync(fsyncSync)
  return calls
}

describe.runIf(testDatabaseKind() === 'embedded')('the files of the embedded database', () => {
  const prepared: TestDatabase[] = []
  async function preparedFolder(): Promise<string> {
    const database = await createTestDatabase()
    await database.close()
    prepared.push(database)
    return join(database.location.dataDir, 'db')
  }

  beforeAll(async () => {
    const onLost = (error: unknown) => {
      throw error
    }
    engine = await openEngine({ folder: await preparedFolder(), wasm: compiledEngine(), onLost })
    await engine.exec('create table t (id int)')
  })
  afterEach(() => replaceFsync(fsyncSync))
  afterAll(async () => {
    await engine.close()
    for (const database of prepared) await database.dispose()
  })

  test('every commit reaches the disk before it is acknowledged', async () => {
    for (let id = 0; id < 3; id++) {
      expect(
        await countFsyncs(() => engine.query('insert into t values ($1)', [id])),
        `commit ${id}`,
      ).toBeGreaterThan(0)
    }
  })

  test('reading waits for no disk', async () => {
    await engine.query('select * from t')
    expect(await countFsyncs(() => engine.query('select * from t'))).toBe(0)
  })

  test('a checkpoint writes the tables through as well', async () => {
    await engine.query('insert into t select generate_series(1, 1000)')
    expect(await countFsyncs(() => engine.exec('checkpoint'))).toBeGreaterThan(1)
  })

  test('a commit that does not reach the disk is not acknowledged, and ends the engine', async () => {
    const { stdout } = spawnSync(process.execPath, [badDisk, await preparedFolder()], { encoding: 'utf8' })
    expect(stdout).toBe('acknowledged lost ')
  })

  test('the stock engine, for comparison, never waits for the disk', async () => {
    const stock = await PGlite.create(await preparedFolder())
    await stock.exec('create table t (id int)')
    expect(await countFsyncs(() => stock.query('insert into t values (1)'))).toBe(0)
    await stock.close()
  })
})
