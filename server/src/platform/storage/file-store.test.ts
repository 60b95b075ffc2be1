import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestFileStore, storeKinds, type TestFileStore } from '../../../test/file-store.ts'
import { AppError } from '../app-error.ts'
import { TamperedFileError } from '../crypto/errors.ts'
import { chunkBytes, sealedChunkBytes } from '../crypto/sealed-stream.ts'
import type { FileIdentity } from '../crypto/wrap-key.ts'
import { anonymousActor, systemActor } from '../db/actor.ts'
import { limits } from './limits.ts'
import { newObjectName } from './object-store.ts'
import type { FileContent, FileDraft } from './put-file.ts'

describe.each(storeKinds)('files in %s', (kind) => {
  let test_: TestFileStore
  beforeAll(async () => {
    test_ = await openTestFileStore(kind)
  })
  afterAll(() => test_.close())

  const newFile = (rendition = 'original', documentId: string = randomUUID()): FileIdentity => ({
    documentId,
    rendition,
    version: 1,
  })

  const publish = (draft: FileDraft) =>
    test_.database.transact(systemActor, (tx) => test_.files.publish(tx, draft))

  async function store(file: FileIdentity, content: FileContent): Promise<FileDraft> {
    const draft = await test_.files.put(file, content)
    await publish(draft)
    return draft
  }

  async function read(file: FileIdentity, range?: { start?: number; end?: number }): Promise<Buffer> {
    const { stream } = await test_.files.get(file, range)
    return buffer(stream)
  }

  async function objectNames(): Promise<string[]> {
    const names: string[] = []
    for await (const name of test_.store.list('')) names.push(name)
    return names
  }

  async function ciphertext({ objectName, sizeBytes }: FileDraft): Promise<Buffer> {
    const totalBytes = sizeBytes + Math.max(1, Math.ceil(sizeBytes / chunkBytes)) * 16
    const pieces: Buffer[] = []
    for await (const piece of await test_.store.read(objectName, { start: 0, end: totalBytes, totalBytes })) {
      pieces.push(Buffer.from(piece))
    }
    return Buffer.concat(pieces)
  }

  async function replace({ objectName }: FileDraft, bytes: Uint8Array): Promise<void> {
    await test_.store.remove(objectName)
    await test_.store.write(objectName, stream([bytes]))
  }

  test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 12_000_000])(
    'gives back %i bytes, from memory and from a stream',
    async (size) => {
      const content = randomBytes(size)
      const [whole, streamed] = [newFile(), newFile()]
      await store(whole, content)
      const draft = await store(streamed, stream([content.subarray(0, 700), content.subarray(700)]))
      expect(draft.sizeBytes).toBe(size)
      expect((await read(whole)).equals(content)).toBe(true)
      expect((await read(streamed)).equals(content)).toBe(true)
    },
  )

  test('gives back any range', async () => {
    const content = randomBytes(3 * chunkBytes + 17)
    const file = newFile()
    await store(file, content)
    for (const [start, end] of [
      [0, 1],
      [chunkBytes - 1, chunkBytes + 1],
      [chunkBytes, 2 * chunkBytes],
      [5, 3 * chunkBytes + 3],
      [content.length - 1, content.length],
      [content.length, content.length],
      [10, content.length + 500],
    ] as const) {
      const open = await test_.files.get(file, { start, end })
      expect(open, `bytes ${start} to ${end}`).toMatchObject({
        sizeBytes: content.length,
        start,
        end: Math.min(end, content.length),
      })
      expect(
        (await buffer(open.stream)).equals(content.subarray(start, end)),
        `bytes ${start} to ${end}`,
      ).toBe(true)
    }
    expect((await read(file, { start: 3 * chunkBytes })).equals(content.subarray(3 * chunkBytes))).toBe(true)
  })

  test.each([{ start: -1 }, { start: 11 }, { start: 3, end: 2 }, { start: 0.5 }, { end: Number.NaN }])(
    'refuses the range %o of ten bytes',
    async (range) => {
      const file = newFile()
      await store(file, randomBytes(10))
      await expect(read(file, range)).rejects.toThrow('The requested range isn’t in this file.')
    },
  )

  test('a draft is no file until its transaction commits', async () => {
    const file = newFile()
    const draft = await test_.files.put(file, randomBytes(10))
    await expect(read(file)).rejects.toMatchObject({ code: 'not-found' })
    const rolledBack = test_.database.transact(systemActor, async (tx) => {
      await test_.files.publish(tx, draft)
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await expect(read(file)).rejects.toMatchObject({ code: 'not-found' })
    await publish(draft)
    expect(await read(file)).toHaveLength(10)
  })

  test('a file is published once', async () => {
    const file = newFile()
    const [first, second] = [
      await test_.files.put(file, Buffer.from('a')),
      await test_.files.put(file, Buffer.from('b')),
    ]
    await publish(first)
    await expect(publish(second)).rejects.toMatchObject({ code: 'conflict' })
    await test_.files.discard(second)
    expect(await objectNames()).not.toContain(second.objectName)
    expect(String(await read(file))).toBe('a')
  })

  test('no actor sees a key, and strangers can neither see nor destroy a file', async () => {
    const file = newFile()
    await store(file, Buffer.from('kept'))
    const person = { kind: 'person', id: randomUUID(), role: 'admin' } as const
    for (const actor of [anonymousActor, person]) {
      for (const table of ['file_keys', 'master_keys', 'discarded_objects', 'file_space'] as const) {
        const look = test_.database.transact(actor, (tx) => tx.selectFrom(table).selectAll().execute())
        const error = await look.catch((caught: unknown) => caught)
        const denied = { message: expect.stringContaining('permission denied') }
        expect(error, `${table} as ${actor.kind}`).toMatchObject(denied)
      }
      const seen = await test_.database.transact(actor, (tx) =>
        tx.selectFrom('stored_files').select('id').execute(),
      )
      expect(seen, actor.kind).toEqual([])
      await test_.database.transact(actor, (tx) => test_.files.destroy(tx, file))
    }
    expect((await read(file)).toString()).toBe('kept')
  })

  test('a destroyed rendition is gone at once, its document’s other files stay', async () => {
    const original = newFile()
    const redacted = newFile('redacted', original.documentId)
    const newer = { ...redacted, version: 2 }
    const bystander = newFile()
    const draft = await store(original, Buffer.from('original'))
    await store(redacted, Buffer.from('redacted'))
    await store(newer, Buffer.from('newer'))
    await store(bystander, Buffer.from('bystander'))

    const destroy = (selection: { rendition?: string; version?: number }) =>
      test_.database.transact(systemActor, (tx) =>
        test_.files.destroy(tx, { documentId: original.documentId, ...selection }),
      )
    expect(await destroy({ rendition: 'original' })).toBe(1)
    await expect(read(original)).rejects.toMatchObject({ code: 'not-found' })
    expect(String(await read(redacted))).toBe('redacted')
    const { rows } = await test_.database.executeAsOwner(
      'select count(*) as n from file_keys where file_id not in (select id from stored_files)',
    )
    expect(rows).toEqual([{ n: 0 }])

    expect(await objectNames()).toContain(draft.objectName)
    expect(await test_.files.clearDiscarded()).toBe(1)
    expect(await objectNames()).not.toContain(draft.objectName)
    expect(await test_.files.clearDiscarded()).toBe(0)

    expect(await destroy({ rendition: 'redacted', version: 1 })).toBe(1)
    expect(String(await read(newer))).toBe('newer')
    expect(await destroy({})).toBe(1)
    await expect(read(newer)).rejects.toMatchObject({ code: 'not-found' })
    expect(String(await read(bystander))).toBe('bystander')
  })

  test('destroying is undone with its transaction', async () => {
    const file = newFile()
    await store(file, Buffer.from('kept'))
    const undone = test_.database.transact(systemActor, async (tx) => {
      await test_.files.destroy(tx, file)
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await test_.files.clearDiscarded()
    expect(String(await read(file))).toBe('kept')
  })

  test('changed ciphertexts are refused with a clear error, wherever they were changed', async () => {
    const file = newFile()
    const draft = await store(file, randomBytes(2 * chunkBytes + 100))
    const sealed = await ciphertext(draft)
    const flip = (at: number) => {
      const flipped = Buffer.from(sealed)
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
      return flipped
    }
    const other = await store(newFile(), randomBytes(2 * chunkBytes + 100))
    for (const [name, bytes] of Object.entries({
      'first byte': flip(0),
      'a tag': flip(chunkBytes),
      'second chunk': flip(sealedChunkBytes),
      'last byte': flip(sealed.length - 1),
      truncated: sealed.subarray(0, -1),
      'cut at a chunk': sealed.subarray(0, 2 * sealedChunkBytes),
      empty: Buffer.alloc(0),
      appended: Buffer.concat([sealed, Buffer.alloc(1)]),
      'of another document': await ciphertext(other),
    })) {
      await replace(draft, bytes)
      const error = await read(file).catch((caught: unknown) => caught)
      expect(error, name).toBeInstanceOf(TamperedFileError)
      const message = expect.stringContaining('This file is damaged and can’t be opened.')
      expect(error, name).toMatchObject({ message })
    }
    await test_.store.remove(draft.objectName)
    await expect(read(file)).rejects.toThrow(TamperedFileError)
    await replace(draft, sealed)
    expect(await read(file)).toHaveLength(draft.sizeBytes)
  })

  test('a small changed file is refused before anything is answered', async () => {
    const file = newFile()
    const draft = await store(file, randomBytes(100))
    await replace(draft, randomBytes(116))
    await expect(test_.files.get(file)).rejects.toThrow(TamperedFileError)
  })

  test('rows swapped in the database are refused', async () => {
    const [one, two] = [newFile('original'), newFile('original')]
    await store(one, randomBytes(50))
    await store(two, randomBytes(50))
    await test_.database.transact(systemActor, async (tx) => {
      const swap = (from: string, to: string) =>
        sql`update stored_files set document_id = ${to} where document_id = ${from}`.execute(tx)
      const spare = randomUUID()
      await swap(one.documentId, spare)
      await swap(two.documentId, one.documentId)
      await swap(spare, two.documentId)
    })
    await expect(read(one)).rejects.toThrow(TamperedFileError)
    await expect(read(two)).rejects.toThrow(TamperedFileError)
  })

  test('plaintext is nowhere on disk', async () => {
    const secret = 'TOP-SECRET-078-05-1120'
    const file = newFile()
    await store(file, Buffer.from(secret.repeat(20_000)))
    const { dataDir } = test_.database.location
    for (const folder of [test_.folder, dataDir]) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const bytes = await readFile(join(entry.parentPath, entry.name))
        expect(bytes.includes(secret), entry.name).toBe(false)
      }
    }
  })

  test('a source that fails leaves nothing', async () => {
    const before = await objectNames()
    const failing = test_.files.put(newFile(), aborted(chunkBytes * 100))
    await expect(failing).rejects.toThrow('the browser went away')
    expect(await objectNames()).toEqual(before)
    await expect(test_.files.put(newFile(), zeros(limits.storedFileMaxBytes + 1))).rejects.toMatchObject({
      code: 'too-large',
    })
    expect(await objectNames()).toEqual(before)
  })

  test('the sweep removes old orphans only, and nothing of a file', async () => {
    const kept = newFile()
    await store(kept, Buffer.from('kept'))
    const orphan = await test_.files.put(newFile(), Buffer.from('never published'))
    test_.clock.advance(limits.orphanFileMs - 1000)
    const young = await test_.files.put(newFile(), Buffer.from('under way'))
    await test_.files.sweepOrphans()
    expect(await objectNames()).toContain(orphan.objectName)
    test_.clock.advance(2000)
    expect(await test_.files.sweepOrphans({ since: test_.clock.now() })).toBe(0)
    expect(await test_.files.sweepOrphans()).toBeGreaterThan(0)
    expect(await objectNames()).not.toContain(orphan.objectName)
    expect(await objectNames()).toContain(young.objectName)
    expect(String(await read(kept))).toBe('kept')
    await expect(publish(orphan)).rejects.toMatchObject({ code: 'conflict' })
    await publish(young)
  })

  test('the sweep lists in the order of names, over several pages', async () => {
    const written = Array.from({ length: 30 }, (_, at) => newObjectName(new Date(Date.UTC(2030, 0, 1 + at))))
    for (const name of written.toReversed()) await test_.store.write(name, stream([Buffer.from('x')]))
    const listed = await objectNames()
    expect(listed).toEqual([...listed].sort())
    expect(listed).toEqual(expect.arrayContaining(written))
    const after: string[] = []
    for await (const name of test_.store.list(written[9] as string)) after.push(name)
    expect(after).toEqual(written.slice(10))
    for (const name of written) await test_.store.remove(name)
  })

  test('a reader that leaves lets go of the store', async () => {
    const file = newFile()
    await store(file, randomBytes(5_000_000))
    for (let reader = 0; reader < 60; reader++) {
      const { stream } = await test_.files.get(file)
      stream.destroy()
    }
    const { stream } = await test_.files.get(file)
    await expect(buffer(stream)).resolves.toHaveLength(5_000_000)
  })

  test('a note is replaced whole and outlives every sweep', async () => {
    expect(await test_.files.readNote('audit-anchor')).toBeUndefined()
    for (const text of ['a long first text', 'short']) await test_.files.writeNote('audit-anchor', text)
    test_.clock.advance(10 * limits.orphanFileMs)
    await test_.files.sweepOrphans()
    expect(await test_.files.readNote('audit-anchor')).toBe('short')
  })

  test.each(['../../etc/passwd', 'x', `${newObjectName(new Date())}/../x`])(
    'refuses the name %s',
    async (name) => {
      await expect(test_.store.write(name, stream([]))).rejects.toThrow(TypeError)
    },
  )

  test('unknown files are not found', async () => {
    await expect(read(newFile())).rejects.toThrow(AppError)
    await expect(read(newFile())).rejects.toMatchObject({ code: 'not-found' })
  })
})

async function* stream(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

async function* aborted(sizeBytes: number): AsyncGenerator<Uint8Array> {
  yield* zeros(sizeBytes)
  throw new Error('the browser went away')
}

async function* zeros(sizeBytes: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(1024 * 1024)
  for (let at = 0; at < sizeBytes; at += piece.length)
    yield piece.subarray(0, Math.min(piece.length, sizeBytes - at))
}
