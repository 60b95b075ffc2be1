import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestFileStore, type TestFileStore } from '../../../test/file-store.ts'
import { environmentKeys, keyFile } from '../crypto/master-key.ts'
import { systemActor } from '../db/actor.ts'
import { makeBackup } from './make-backup.ts'
import { readInstallation } from './read-installation.ts'
import { restoreBackup } from './restore-backup.ts'
import { sumsOf } from './sums.ts'

const passphrase = 'correct horse battery staple'

describe('a backup', () => {
  let test_: TestFileStore
  let folder: string
  let whole: Buffer
  const keptKey = randomBytes(32).toString('base64')
  const file = { documentId: '11111111-1111-4111-8111-111111111111', rendition: 'original', version: 1 }
  const content = randomBytes(300_000)

  beforeAll(async () => {
    test_ = await openTestFileStore('local folder')
    folder = await mkdtemp(join(tmpdir(), 'exempta-sealed-'))
    const draft = await test_.files.put(file, content)
    await test_.database.transact(systemActor, (tx) => test_.files.publish(tx, draft))
    await makeBackup(test_.database, location(), join(folder, 'whole'), passphrase)
    whole = await readFile(join(folder, 'whole'))
  })
  afterAll(async () => {
    await test_.close()
    await rm(folder, { recursive: true, force: true })
  })

  const location = () => ({
    dataDir: test_.database.location.dataDir,
    s3: undefined,
    keySource: keySource(),
  })
  const keySource = () => keyFile(join(test_.database.location.dataDir, 'master.key'))

  const restore = async (name: string, bytes: Buffer, secret = passphrase) => {
    await writeFile(join(folder, name), bytes)
    const dataDir = join(folder, `place-of-${name}`)
    const restored = restoreBackup(join(folder, name), secret, {
      dataDir,
      databaseUrl: undefined,
      s3: undefined,
      keySource: environmentKeys([keptKey]),
    })
    return { restored, dataDir }
  }

  const changedAt = (index: number) => {
    const bytes = Buffer.from(whole)
    bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index)
    return bytes
  }

  test.each<[string, () => Buffer, RegExp, string?]>([
    ['wrong-passphrase', () => whole, /passphrase is wrong/, 'another passphrase'],
    ['no-backup', () => randomBytes(5000), /isn’t an Exempta backup/],
    ['empty', () => Buffer.alloc(0), /isn’t an Exempta backup/],
    ['changed-salt', () => changedAt(20), /passphrase is wrong/],
    ['changed-id', () => changedAt(40), /damaged or incomplete/],
    ['changed-first', () => changedAt(90), /damaged or incomplete/],
    ['changed-last', () => changedAt(whole.length - 1), /damaged or incomplete/],
    ['cut-by-one', () => whole.subarray(0, -1), /damaged or incomplete/],
    ['cut-at-a-chunk', () => whole.subarray(0, 85 + 65_552), /damaged or incomplete/],
    ['cut-to-its-head', () => whole.subarray(0, 85), /damaged or incomplete/],
    ['longer', () => Buffer.concat([whole, Buffer.alloc(70_000)]), /damaged or incomplete/],
    ['other-key', () => whole, /doesn’t belong to this backup/],
  ])('that is %s writes nothing', async (name, bytes, message, secret) => {
    const { restored, dataDir } = await restore(name, bytes(), secret)
    await expect(restored).rejects.toThrow(message)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('holds nothing that can be read', () => {
    expect(whole.includes('stored_files')).toBe(false)
    expect(whole.includes(file.documentId)).toBe(false)
  })

  test('keeps what is destroyed while it reads', async () => {
    const release = test_.files.holdRemovals()
    const destroy = async () => {
      await test_.database.transact(systemActor, (tx) => test_.files.destroy(tx, file))
      return test_.files.clearDiscarded()
    }
    // The embedded database has one session, which the reader holds; there the program holds the files for it.
    const source = { ...test_, masterKeys: await keyIds(), now: test_.clock.now() }
    const sums = await readInstallation(source, { leaveOut: [] }, async (items) => {
      const reading = items[Symbol.asyncIterator]()
      await reading.next()
      if (test_.database.kind === 'postgres') {
        release()
        expect(await destroy()).toBe(0)
      }
      return sumsOf({ [Symbol.asyncIterator]: () => reading })
    })
    expect(sums.files).toMatchObject({ count: 1, missing: 0 })
    if (test_.database.kind === 'embedded') {
      expect(await destroy()).toBe(0)
      release()
    }
    expect(await test_.files.clearDiscarded()).toBe(1)
  })

  const keyIds = async () => ({ ids: (await keySource().load()).map(({ id }) => id), texts: [] })
})
