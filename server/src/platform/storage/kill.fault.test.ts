import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { storeKinds } from '../../../test/file-store.ts'
import { quickEngine } from '../../../test/quick-engine.ts'
import { startS3Server, type TestS3Server } from '../../../test/s3-server.ts'
import { observedClock } from '../clock.ts'
import { systemActor } from '../db/actor.ts'
import { openDatabase } from '../db/open-database.ts'
import { limits } from './limits.ts'
import { openFileStore, openObjectStore } from './open-file-store.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 3)
const longestRunMs = 600
const writer = fileURLToPath(new URL('./killed-writer.fixture.ts', import.meta.url))

type Location = TestDatabase['location']

/** Returns the documents whose files the writer had acknowledged before it died. */
async function writeUntilKilled(
  location: Location,
  s3: TestS3Server | undefined,
  name: string,
  dieAt?: string,
): Promise<string[]> {
  const setting = JSON.stringify({ location, s3: s3?.address, dieAt })
  const child = spawn(process.execPath, [...quickEngine, writer, setting], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const closed = once(child, 'close')
  if (!dieAt) {
    await Promise.race([once(child.stdout, 'data'), closed])
    await delay(Math.random() * longestRunMs)
    child.kill('SIGKILL')
  }
  const [, signal] = await closed
  expect(signal, name).toBe('SIGKILL')
  return output.split('\n').slice(0, -1)
}

/** Every row has its file, intact; after the sweep every ciphertext has its row, and nothing else is left. */
async function expectWhole(
  location: Location,
  s3: TestS3Server | undefined,
  acknowledged: string[],
  name?: string,
) {
  const database = await openDatabase(location)
  const settings = { dataDir: location.dataDir, masterKeys: [], s3: s3?.address }
  const nextWeek = observedClock(() => new Date(Date.now() + 7 * limits.orphanFileMs))
  const files = await openFileStore({ database, clock: nextWeek }, settings)
  const rows = await database.transact(systemActor, (tx) =>
    tx.selectFrom('stored_files').select(['document_id', 'object_name', 'size_bytes']).execute(),
  )
  expect(
    acknowledged.filter((id) => !rows.some((row) => row.document_id === id)),
    name,
  ).toEqual([])
  for (const { document_id: documentId, size_bytes: sizeBytes } of rows) {
    const { stream } = await files.get({ documentId, rendition: 'original', version: 1 })
    expect((await buffer(stream)).equals(Buffer.alloc(sizeBytes, documentId)), documentId).toBe(true)
  }

  const removed = await files.sweepOrphans()
  const store = await openObjectStore(database, settings)
  const left: string[] = []
  for await (const object of store.list('')) left.push(object)
  expect(left.sort(), name).toEqual(rows.map(({ object_name }) => object_name).sort())
  if (!s3) {
    const space = (await readdir(join(location.dataDir, 'files')))[0] ?? ''
    expect(await readdir(join(location.dataDir, 'files', space, 'unfinished')), name).toEqual([])
  }
  await Promise.all([store.close(), files.close()])
  await database.close()
  return { removed, rows: rows.length }
}

describe.each(storeKinds)('a writer to %s that is killed', (kind) => {
  async function onFreshDatabase(work: (location: Location, s3: TestS3Server | undefined) => Promise<void>) {
    const database = await createTestDatabase()
    if (database.kind === 'embedded') await database.close()
    const s3 = kind === 'S3' ? await startS3Server() : undefined
    await work(database.location, s3)
    await s3?.stop()
    await database.dispose()
  }

  test('at each step leaves orphans for the sweep, and a file only after the commit', async () => {
    await onFreshDatabase(async (location, s3) => {
      for (const step of ['writing', 'written', 'published', 'committed']) {
        expect(await writeUntilKilled(location, s3, step, step), step).toEqual([])
      }
      // A bucket shows nothing of an upload that did not end.
      expect(await expectWhole(location, s3, [])).toEqual({ removed: s3 ? 2 : 3, rows: 1 })
    })
  })

  test(`at any moment, ${rounds} times, loses nothing that it acknowledged`, async () => {
    await onFreshDatabase(async (location, s3) => {
      const acknowledged: string[] = []
      for (let round = 0; round < rounds; round++) {
        const name = `round ${round}`
        const written = await writeUntilKilled(location, s3, name)
        expect(written, name).not.toEqual([])
        acknowledged.push(...written)
        await expectWhole(location, s3, acknowledged, name)
      }
    })
  })
})
