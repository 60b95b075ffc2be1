/**
 * The form of a backup file: a mark, a salt, an id and a check value, then the frames sealed in chunks by
 * AES-256-GCM, like every file of ours. The key comes from the passphrase by argon2id and serves this file alone.
 */
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
import { TamperedFileError } from '../crypto/errors.ts'
import { openStream } from '../crypto/open-stream.ts'
import { sealStream } from '../crypto/seal-stream.ts'
import { sealedChunkBytes, tagBytes } from '../crypto/sealed-chunks.ts'
import { BackupError } from './backup-error.ts'
import { fromFrames, toFrames } from './item-frames.ts'
import type { Item } from './items.ts'

const mark = Buffer.from('EXEMPTA-BACKUP-1\n')
const saltBytes = 16
const idBytes = 36
const checkBytes = 16
const headerBytes = mark.length + saltBytes + idBytes + checkBytes
const readBytes = 1024 * 1024

// A stolen backup can be guessed at without us: each guess costs a quarter of a gigabyte.
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
  /** From the beginning, each time; nothing is handed on before its chunk proved to be genuine. */
  items(): AsyncGenerator<Item, void, void>
  close(): Promise<void>
}

export async function openBackup(path: string, passphrase: string): Promise<OpenBackup> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The backup ${path} cannot be read (${error.code}).`, { cause: error })
  })
  try {
    const header = Buffer.alloc(headerBytes)
    await handle.read(header, 0, headerBytes, 0)
    if (!header.subarray(0, mark.length).equals(mark)) {
      throw new BackupError(`${path} is no backup of Exempta, or one of a newer version.`)
    }
    const salt = header.subarray(mark.length, mark.length + saltBytes)
    const id = header.subarray(mark.length + saltBytes, headerBytes - checkBytes).toString('latin1')
    const { key, check } = await deriveKey(passphrase, salt)
    if (!timingSafeEqual(check, header.subarray(-checkBytes))) {
      throw new BackupError('BACKUP_PASSPHRASE does not open this backup.')
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
    throw new BackupError('The backup is damaged or cut short. Nothing of it can be trusted.', {
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
