import {
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { hashRaw } from '@node-rs/argon2'
import { tagBytes } from '../crypto/aes-gcm.ts'
import { TamperedFileError } from '../crypto/errors.ts'
import { openStream, sealedChunkBytes, sealStream } from '../crypto/sealed-stream.ts'
import { BackupError, type Item } from './items.ts'

/** Each item as one frame: a letter for its form, the length, then JSON or plain bytes. */
const forms = { json: 'J'.charCodeAt(0), bytes: 'B'.charCodeAt(0) }
const headBytes = 5
const frameMaxBytes = 512 * 1024 * 1024

async function* toFrames(items: AsyncIterable<Item>): AsyncGenerator<Uint8Array, void, void> {
  for await (const item of items) {
    const isBytes = item.kind === 'bytes'
    const body = isBytes ? item.bytes : Buffer.from(JSON.stringify(item))
    if (body.length > frameMaxBytes) throw new BackupError('A row is too large for a backup.')
    const head = Buffer.alloc(headBytes)
    head.writeUInt8(isBytes ? forms.bytes : forms.json, 0)
    head.writeUInt32BE(body.length, 1)
    yield head
    yield body
  }
}

/** The input is already authenticated, so its JSON was written by `toFrames`. */
async function* fromFrames(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Item, void, void> {
  const source = new ByteSource(pieces)
  for (;;) {
    const head = await source.take(headBytes)
    if (!head) return
    const length = head.readUInt32BE(1)
    if (length > frameMaxBytes) throw new BackupError('This version can’t read the format of this backup.')
    const body = length === 0 ? Buffer.alloc(0) : await source.take(length)
    if (!body) throw new BackupError('The backup is incomplete.')
    yield head[0] === forms.bytes ? { kind: 'bytes', bytes: body } : (JSON.parse(body.toString()) as Item)
  }
}

class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array()

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Undefined at the end. */
  async take(length: number): Promise<Buffer | undefined> {
    const taken = Buffer.alloc(length)
    for (let filled = 0; filled < length; ) {
      if (this.#held.length === 0) {
        const { value, done } = await this.#pieces.next()
        if (done) return undefined
        this.#held = value
        continue
      }
      const part = this.#held.subarray(0, length - filled)
      taken.set(part, filled)
      filled += part.length
      this.#held = this.#held.subarray(part.length)
    }
    return taken
  }
}

/**
 * The form of a backup file: a mark, a salt, an id and a check value, then the frames sealed in chunks by
 * AES-256-GCM, like every file of ours. The key comes from the passphrase by argon2id and serves this file alone.
 */

const mark = Buffer.from('EXEMPTA-BACKUP-1\n')
const saltBytes = 16
const idBytes = 36
const checkBytes = 16
const headerBytes = mark.length + saltBytes + idBytes + checkBytes
const readBytes = 1024 * 1024

// An attacker can guess the passphrase of a stolen backup offline, so each guess costs a quarter of a gigabyte of
// memory.
const cost = { memoryCost: 256 * 1024, timeCost: 3, parallelism: 1 }

export async function* sealBackup(
  passphrase: string,
  items: AsyncIterable<Item>,
): AsyncGenerator<Uint8Array, void, void> {
  const salt = randomBytes(saltBytes)
  const id = randomUUID()
  const { key, check } = await deriveKey(passphrase, salt)
  yield Buffer.concat([mark, salt, Buffer.from(id), check])
  yield* sealStream(key, identityOf(id), toFrames(items))
}

export interface OpenBackup {
  /** Reads from the beginning each time. No chunk is passed on before it is authenticated. */
  items(): AsyncGenerator<Item, void, void>
  close(): Promise<void>
}

export async function openBackup(path: string, passphrase: string): Promise<OpenBackup> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The backup ${path} can’t be read (${error.code}).`, { cause: error })
  })
  try {
    const header = Buffer.alloc(headerBytes)
    await handle.read(header, 0, headerBytes, 0)
    if (!header.subarray(0, mark.length).equals(mark)) {
      throw new BackupError('This isn’t an Exempta backup, or a newer version made it.')
    }
    const salt = header.subarray(mark.length, mark.length + saltBytes)
    const id = header.subarray(mark.length + saltBytes, headerBytes - checkBytes).toString('latin1')
    const { key, check } = await deriveKey(passphrase, salt)
    if (!timingSafeEqual(check, header.subarray(-checkBytes))) {
      throw new BackupError('The passphrase is wrong for this backup.')
    }
    return { items: () => fromFrames(openSealed(handle, key, id)), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function* openSealed(handle: FileHandle, key: KeyObject, id: string) {
  const { size } = await handle.stat()
  const sealedBytes = size - headerBytes
  const sizeBytes = sealedBytes - Math.ceil(sealedBytes / sealedChunkBytes) * tagBytes
  try {
    if (sizeBytes < 0) throw new TamperedFileError()
    yield* openStream(
      key,
      { ...identityOf(id), sizeBytes },
      { start: 0, end: sizeBytes },
      readFrom(handle, headerBytes),
    )
  } catch (error) {
    if (!(error instanceof TamperedFileError || error instanceof TypeError)) throw error
    throw new BackupError('The backup is damaged or incomplete. Don’t trust any part of it.', {
      cause: error,
    })
  }
}

async function* readFrom(handle: FileHandle, start: number): AsyncGenerator<Uint8Array, void, void> {
  const buffer = Buffer.alloc(readBytes)
  for (let at = start; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, readBytes, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

const identityOf = (id: string) => ({ documentId: id, rendition: 'backup', version: 1 })

async function deriveKey(passphrase: string, salt: Buffer): Promise<{ key: KeyObject; check: Buffer }> {
  const root = await hashRaw(passphrase.normalize('NFKC'), { ...cost, salt })
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', root, '', `exempta backup ${purpose}`, length))
  return { key: createSecretKey(derive('key', 32)), check: derive('check', checkBytes) }
}
