import type { KeyObject } from 'node:crypto'
import { nonceBytes, openWithNonce, sealWithNonce, tagBytes } from './aes-gcm.ts'
import { TamperedFileError } from './errors.ts'
import { associatedData, type FileIdentity } from './wrap-key.ts'

/**
 * The form of an encrypted file: its plaintext in chunks of 64 KiB, each sealed by AES-256-GCM and followed by
 * its tag; the last may be shorter, an empty file is one empty chunk. The key serves this one file, so the nonce
 * is the chunk's number plus a mark on the last chunk: a chunk fits in no other place, and the end is known.
 */

export const chunkBytes = 64 * 1024
export const sealedChunkBytes = chunkBytes + tagBytes

interface ChunkPlace {
  index: number
  isLast: boolean
}

const chunkCount = (sizeBytes: number): number => Math.max(1, Math.ceil(sizeBytes / chunkBytes))

export const sealedSize = (sizeBytes: number): number => sizeBytes + chunkCount(sizeBytes) * tagBytes

const chunkContext = (file: FileIdentity): Buffer => associatedData('exempta file chunk', file)

function nonceOf({ index, isLast }: ChunkPlace): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeUInt32BE(index, 0)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Encrypts as it comes, holding one chunk: only when more arrives is it known not to be the last. */
export async function* sealStream(
  key: KeyObject,
  file: FileIdentity,
  plain: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer, void, void> {
  const context = chunkContext(file)
  const held = Buffer.alloc(chunkBytes)
  let filled = 0
  let index = 0
  try {
    for await (const piece of plain) {
      for (let at = 0; at < piece.length; ) {
        if (filled === chunkBytes) {
          yield sealWithNonce(key, nonceOf({ index, isLast: false }), held, context)
          index++
          filled = 0
        }
        const taken = Math.min(chunkBytes - filled, piece.length - at)
        held.set(piece.subarray(at, at + taken), filled)
        filled += taken
        at += taken
      }
    }
    yield sealWithNonce(key, nonceOf({ index, isLast: true }), held.subarray(0, filled), context)
  } finally {
    held.fill(0)
  }
}

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number
  end: number
}

/** Where the chunks that hold a range of the plaintext lie in the sealed file. */
export function sealedRange(sizeBytes: number, { start, end }: ByteRange): ByteRange {
  const { first, last } = chunksOf(sizeBytes, { start, end })
  return {
    start: first * sealedChunkBytes,
    end: Math.min((last + 1) * sealedChunkBytes, sealedSize(sizeBytes)),
  }
}

/** Decrypts a range from exactly the bytes that `sealedRange` names. */
export async function* openStream(
  key: KeyObject,
  file: FileIdentity & { sizeBytes: number },
  range: ByteRange,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void, void> {
  const context = chunkContext(file)
  const { first, last } = chunksOf(file.sizeBytes, range)
  const lastOfFile = chunkCount(file.sizeBytes) - 1
  let index = first
  const { start, end } = sealedRange(file.sizeBytes, range)
  for await (const chunk of sealedChunks(sealed, end - start)) {
    if (index > last) throw new TamperedFileError()
    const plain = openWithNonce(key, nonceOf({ index, isLast: index === lastOfFile }), chunk, context)
    const offset = index * chunkBytes
    const wanted = plain.subarray(Math.max(range.start - offset, 0), Math.max(range.end - offset, 0))
    if (wanted.length > 0) yield wanted
    index++
  }
  if (index <= last) throw new TamperedFileError()
}

function chunksOf(sizeBytes: number, { start, end }: ByteRange): { first: number; last: number } {
  const lastOfFile = chunkCount(sizeBytes) - 1
  const first = Math.min(Math.floor(start / chunkBytes), lastOfFile)
  return { first, last: Math.max(first, Math.min(Math.ceil(end / chunkBytes) - 1, lastOfFile)) }
}

/** Cuts what the store delivers, in pieces of any size, into sealed chunks. Only those in two pieces are copied. */
async function* sealedChunks(
  pieces: AsyncIterable<Uint8Array>,
  totalBytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  let held = Buffer.alloc(0)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      if (filled === 0 && piece.length - at >= sealedChunkBytes) {
        yield piece.subarray(at, at + sealedChunkBytes)
        at += sealedChunkBytes
        continue
      }
      // A small file needs no more than itself.
      if (held.length === 0) held = Buffer.alloc(Math.min(sealedChunkBytes, totalBytes))
      const taken = Math.min(held.length - filled, piece.length - at)
      held.set(piece.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled === held.length) {
        yield held
        filled = 0
      }
    }
  }
  if (filled > 0) yield held.subarray(0, filled)
}
