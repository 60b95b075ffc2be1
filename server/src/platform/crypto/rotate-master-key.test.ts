import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase, testDatabaseKind } from '../../../test/database.ts'
import { quickEngine } from '../../../test/quick-engine.ts'
import { systemClock } from '../clock.ts'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import type { FileStore } from '../storage/file-store.ts'
import { openFileStore } from '../storage/open-file-store.ts'
import { UnknownMasterKeyError } from './errors.ts'
import { environmentKeys, keyFile } from './master-key.ts'
import { openMasterKeys } from './master-keys.ts'
import { rotateMasterKey } from './rotate-master-key.ts'
import { createSealedSecrets } from './sealed-secrets.ts'

const clock = systemClock
let database: TestDatabase
let dataDir: string

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = database.location.dataDir
})
afterAll(() => database.dispose())
beforeEach(async () => {
  await database.transact(systemActor, async (tx) => {
    await tx.deleteFrom('stored_files').execute()
    await tx.deleteFrom('master_keys').execute()
  })
  await rm(join(dataDir, 'master.key'), { force: true })
})

const openFiles = (masterKeys: readonly string[] = [], on: Database = database) =>
  openFileStore({ database: on, clock }, { dataDir, masterKeys, s3: undefined })

const source = () => keyFile(join(dataDir, 'master.key'))
const keysInFile = async () => (await source().load()).map(({ id }) => id)
const keysInUse = async () => {
  const { rows } = await database.executeAsOwner(
    'select id, (select count(*) from file_keys where master_key_id = id) as files from master_keys order by version',
  )
  return rows as { id: string; files: number }[]
}

async function store(files: FileStore, content: string, on: Database = database): Promise<string> {
  const documentId = randomUUID()
  const draft = await files.put({ documentId, rendition: 'original', version: 1 }, Buffer.from(content))
  await on.transact(systemActor, (tx) => files.publish(tx, draft))
  return documentId
}

const read = async (files: FileStore, documentId: string) =>
  String(await buffer((await files.get({ documentId, rendition: 'original', version: 1 })).stream))

async function storeSeveral(files: FileStore, count: number): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (let at = 0; at < count; at++) stored.set(await store(files, `file ${at}`), `file ${at}`)
  return stored
}

async function expectReadable(files: FileStore, stored: Map<string, string>): Promise<void> {
  for (const [documentId, content] of stored) expect(await read(files, documentId), content).toBe(content)
}

describe('rotation of the key file', () => {
  test('wraps every key anew, leaves one key, and running servers notice by themselves', async () => {
    const files = await openFiles()
    const stored = await storeSeveral(files, 25)
    const [old] = await keysInFile()
    const progress: number[] = []
    const onProgress = (done: number) => progress.push(done)
    expect(await rotateMasterKey({ database, clock, source: source(), batchSize: 10, onProgress })).toBe(25)
    expect(progress).toEqual([10, 20, 25, 25])

    const [current, ...others] = await keysInFile()
    expect(others).toEqual([])
    expect(current).not.toBe(old)
    expect(await keysInUse()).toEqual([{ id: current, files: 25 }])
    await expectReadable(files, stored)
    expect(await read(files, await store(files, 'later'))).toBe('later')
    await expectReadable(await openFiles(), stored)
  })

  test('seals every secret anew, for its owner as before', async () => {
    const masterKeys = await openMasterKeys({ database, clock }, source())
    const secrets = createSealedSecrets(masterKeys)
    const now = clock.now()
    const names = await database.transact(systemActor, async (tx) => {
      const people = [1, 2, 3].map(
        (at) => ({ name: 'Anna', email: `anna-${at}@example.org`, role: 'user' }) as const,
      )
      const rows = people.map((person) => ({ ...person, created_at: now, updated_at: now }))
      const made = await tx.insertInto('users').values(rows).returning('id').execute()
      return made.map(({ id }) => ({ ownerId: id, purpose: 'authenticator' }) as const)
    })
    await database.transact(systemActor, async (tx) => {
      for (const name of names) await secrets.put(tx, name, Buffer.from(name.ownerId))
    })
    expect(await rotateMasterKey({ database, clock, source: source(), batchSize: 2 })).toBe(3)
    const [current, ...others] = await keysInFile()
    expect(others).toEqual([])
    expect((await keysInUse()).map(({ id }) => id)).toEqual([current])
    await database.transact(systemActor, async (tx) => {
      for (const name of names) expect(String(await secrets.get(tx, name)), name.ownerId).toBe(name.ownerId)
      await tx
        .deleteFrom('users')
        .where(
          'id',
          'in',
          names.map(({ ownerId }) => ownerId),
        )
        .execute()
    })
  })

  test('goes on under servers that read and write all the while', async () => {
    const files = await openFiles()
    const stored = await storeSeveral(files, 12)
    let isOver = false
    const serve = async () => {
      while (!isOver) {
        stored.set(await store(files, 'meanwhile'), 'meanwhile')
        await expectReadable(files, new Map([...stored].slice(-5)))
      }
    }
    const serving = Promise.all([serve(), serve()])
    await rotateMasterKey({ database, clock, source: source(), batchSize: 3 })
    isOver = true
    await serving
    expect(await keysInUse()).toMatchObject([{ files: stored.size }])
    await expectReadable(files, stored)
  })

  const onPostgres = test.runIf(testDatabaseKind() === 'postgres')
  onPostgres('waits for a transaction that still wraps by the old key', async () => {
    const files = await openFiles()
    const draft = await files.put(
      { documentId: randomUUID(), rendition: 'original', version: 1 },
      Buffer.from('slow'),
    )
    const published = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const slow = database.transact(systemActor, async (tx) => {
      await files.publish(tx, draft)
      published.resolve()
      await mayCommit.promise
    })
    await published.promise
    const rotating = rotateMasterKey({ database, clock, source: source() })
    await vi.waitFor(async () => {
      const { rows } = await database.executeAsOwner(
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      )
      expect(rows).toHaveLength(1)
    })
    expect(await keysInUse()).toMatchObject([{ files: 0 }])
    mayCommit.resolve()
    await Promise.all([slow, rotating])
    expect(await keysInUse()).toMatchObject([{ files: 1 }])
    expect(await read(files, draft.file.documentId)).toBe('slow')
  })

  // A rotation of six files in batches of three: check, choose, two batches, an empty one, retire, drop.
  const transactions = 7
  const crashes = Array.from({ length: transactions }, (_, at) => at).flatMap((at) =>
    (['before', 'after'] as const).map((when) => ({ at, when })),
  )
  test.each(crashes)(
    'cut off $when transaction $at, it is finished by the next run',
    async ({ at, when }) => {
      const files = await openFiles()
      const stored = await storeSeveral(files, 6)
      const crashing = { database: crashingAt(database, at, when), clock, source: source(), batchSize: 3 }
      await expect(rotateMasterKey(crashing)).rejects.toThrow('crash')

      await expectReadable(files, stored)
      await expectReadable(await openFiles(), stored)
      const [newest, ...older] = await keysInFile()
      await rotateMasterKey({ database, clock, source: source(), batchSize: 3 })
      const [current, ...others] = await keysInFile()
      expect(others).toEqual([])
      if (older.length > 0) expect(current).toBe(newest)
      expect(await keysInUse()).toEqual([{ id: current, files: 6 }])
      await expectReadable(files, stored)
    },
  )

  test('cut off between key file and database, the new key is used and not forgotten', async () => {
    const files = await openFiles()
    const stored = await storeSeveral(files, 2)
    const { save, ...rest } = source()
    const dying = {
      ...rest,
      save: async (keys: Parameters<NonNullable<typeof save>>[0]) => {
        await save?.(keys)
        throw new Error('crash')
      },
    }
    await expect(rotateMasterKey({ database, clock, source: dying })).rejects.toThrow('crash')
    const [pending, old] = await keysInFile()
    expect(await keysInUse()).toEqual([{ id: old, files: 2 }])
    stored.set(await store(await openFiles(), 'meanwhile'), 'meanwhile')
    await rotateMasterKey({ database, clock, source: source() })
    expect(await keysInUse()).toEqual([{ id: pending, files: 3 }])
    await expectReadable(files, stored)
  })

  test('two at the same time do no harm', async () => {
    const files = await openFiles()
    const stored = await storeSeveral(files, 6)
    const rotate = () => rotateMasterKey({ database, clock, source: source(), batchSize: 2 })
    await Promise.all([rotate(), rotate()])
    expect(await keysInUse()).toEqual([{ id: (await keysInFile())[0], files: 6 }])
    await expectReadable(files, stored)
    await expectReadable(await openFiles(), stored)
  })
})

describe('rotation of MASTER_KEY', () => {
  const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]

  test('goes from MASTER_KEY_PREVIOUS to MASTER_KEY', async () => {
    const oldServer = await openFiles([first])
    const stored = await storeSeveral(oldServer, 5)
    const newServer = await openFiles([second, first])
    stored.set(await store(newServer, 'before'), 'before')
    await expectReadable(oldServer, stored)

    expect(await rotateMasterKey({ database, clock, source: environmentKeys([second, first]) })).toBe(6)
    await expectReadable(newServer, stored)
    await expectReadable(await openFiles([second]), stored)
    await expect(openFiles([first])).rejects.toThrow('does not belong to this database')
    await expect(read(oldServer, [...stored.keys()][0] ?? '')).rejects.toThrow(UnknownMasterKeyError)
    expect(await rotateMasterKey({ database, clock, source: environmentKeys([second, first]) })).toBe(0)
  })

  test('says what to set when there is no new key', async () => {
    await openFiles([first])
    const rotating = rotateMasterKey({ database, clock, source: environmentKeys([first]) })
    await expect(rotating).rejects.toThrow(
      /set MASTER_KEY to a new one .* MASTER_KEY_PREVIOUS to the one in use/,
    )
  })

  test('refuses keys of another database', async () => {
    await openFiles([first])
    const rotating = rotateMasterKey({ database, clock, source: environmentKeys([second]) })
    await expect(rotating).rejects.toThrow('does not belong to this database')
  })
})

describe('npm run keys:rotate', () => {
  const script = fileURLToPath(new URL('../../../../scripts/operators/rotate-keys.ts', import.meta.url))

  async function run(environment: Record<string, string>) {
    const { NODE_COMPILE_CACHE } = process.env
    const child = spawn(process.execPath, [...quickEngine, script], {
      env: { NODE_COMPILE_CACHE, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { out, err, code }
  }

  test('explains why it cannot', async () => {
    const { err, code } = await run({ DATA_DIR: join(dataDir, 'nowhere') })
    expect(code).toBe(1)
    expect(err).toMatch(/^The master key wasn’t changed\. There’s no database in /)
  })

  // Last, since the embedded database has to be closed for it.
  test('rotates, and says so without showing a key', async () => {
    const stored = await storeSeveral(await openFiles(), 3)
    if (database.kind === 'embedded') await database.close()
    const { url } = database.location
    const { out, err, code } = await run({ DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) })
    expect({ err, code }).toEqual({ err: '', code: 0 })
    expect(out).toContain('Done: 3 keys and secrets.')
    expect(out).not.toContain((await readFile(join(dataDir, 'master.key'), 'utf8')).trim())
    const reopened = await openDatabase(database.location)
    await expectReadable(await openFiles([], reopened), stored)
    await reopened.close()
  })
})

/** The process dies right before or right after a transaction. */
function crashingAt(real: Database, at: number, when: 'before' | 'after'): Database {
  let count = -1
  return new Proxy(real, {
    get(target, property) {
      if (property !== 'transact') return Reflect.get(target, property)
      return async (...args: Parameters<Database['transact']>) => {
        count++
        if (count === at && when === 'before') throw new Error('crash')
        const result = await target.transact(...args)
        if (count === at) throw new Error('crash')
        return result
      }
    },
  })
}
