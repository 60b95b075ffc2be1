import { randomBytes } from 'node:crypto'
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemClock } from '../clock.ts'
import { systemActor } from '../db/actor.ts'
import { MasterKeyError, UnknownMasterKeyError } from './errors.ts'
import { environmentKeys, generateMasterKey, keyFile } from './master-key.ts'
import { openMasterKeys } from './master-keys.ts'

let database: TestDatabase
let path: string

beforeAll(async () => {
  database = await createTestDatabase()
  path = join(database.location.dataDir, 'master.key')
})
afterAll(() => database.dispose())
beforeEach(async () => {
  await database.transact(systemActor, async (tx) => {
    await tx.deleteFrom('stored_files').execute()
    await tx.deleteFrom('master_keys').execute()
  })
  await rm(path, { force: true })
})

const open = (source = keyFile(path)) => openMasterKeys({ database, clock: systemClock }, source)
const currentId = async (keys = open()) =>
  database.transact(systemActor, async (tx) => (await (await keys).current(tx)).id)

const randomKeyText = () => randomBytes(32).toString('base64')

describe('the key file', () => {
  test('is made at the first start, for its owner only, and used from then on', async () => {
    const id = await openedId()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const text = await readFile(path, 'utf8')
    expect(Buffer.from(text, 'base64')).toHaveLength(32)
    expect(await openedId()).toBe(id)
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  test('is made once when several processes start at the same time', async () => {
    const opened = await Promise.all([open(), open(), open(), open()])
    const ids = new Set<string>()
    for (const keys of opened) ids.add(await currentId(Promise.resolve(keys)))
    expect(ids.size).toBe(1)
  })

  test.each(['640', '604', '660'])('is refused when others may read it by mode %s', async (mode) => {
    await open()
    await chmod(path, Number.parseInt(mode, 8))
    await expect(open()).rejects.toThrow(MasterKeyError)
    await expect(open()).rejects.toThrow(`mode ${mode}): run chmod 600`)
  })

  test.each([
    ['cut short', (text: string) => text.slice(0, 20)],
    ['changed at the end', (text: string) => `${text.slice(0, -3)}?=\n`],
    ['longer than it was', (text: string) => `x${text}`],
  ])('is refused when %s, without repeating it', async (_damage, damage) => {
    await open()
    const damaged = damage(await readFile(path, 'utf8'))
    await writeFile(path, damaged)
    await expect(open()).rejects.toThrow(/is damaged\. Restore it from a copy/)
    await expect(open()).rejects.not.toThrow(damaged.slice(0, 15))
  })

  test('that was lost is not replaced by a new one', async () => {
    await open()
    await rm(path)
    await expect(open()).rejects.toThrow(/master key is missing/)
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  test('that cannot be read stops the start with its reason', async () => {
    await open()
    await expect(open(keyFile(database.location.dataDir))).rejects.toThrow()
    await expect(open(keyFile(join(path, 'below')))).rejects.toThrow(/can’t be read \(ENOTDIR\)/)
  })
})

describe('the master key', () => {
  test('may come from the environment, and go on from the key file', async () => {
    const id = await openedId()
    const text = (await readFile(path, 'utf8')).trim()
    await rm(path)
    expect(await currentId(open(environmentKeys([text])))).toBe(id)
  })

  test('of another database is refused', async () => {
    await open(environmentKeys([randomKeyText()]))
    await expect(open(environmentKeys([randomKeyText()]))).rejects.toThrow(MasterKeyError)
    await expect(open(environmentKeys([randomKeyText()]))).rejects.toThrow('does not belong to this database')
  })

  test('that is not known is reported as such', async () => {
    const keys = await open()
    await expect(keys.find(generateMasterKey().id)).rejects.toThrow(UnknownMasterKeyError)
  })
})

const openedId = async () => currentId(Promise.resolve(await open()))
