import type { KeyObject } from 'node:crypto'
import { TamperedFileError } from './errors.ts'
import type { FileIdentity } from './file-identity.ts'
import {
  chunkBytes,
  chunkContext,
  chunkCount,
  openChunk,
  sealedChunkBytes,
  sealedSize,
} from './sealed-chunks.ts'

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
  for await (const chunk of sealedChunks(sealed)) {
    if (index > last) throw new TamperedFileError()
    const plain = openChunk(key, context, { index, isLast: index === lastOfFile }, chunk)
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

/** Cuts what the store delivers, in pieces of any size, into sealed chunks. */
async function* sealedChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const held = Buffer.alloc(sealedChunkBytes)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const taken = Math.min(sealedChunkBytes - filled, piece.length - at)
      held.set(piece.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled === sealedChunkBytes) {
        yield held
        filled = 0
      }
    }
  }
  if (filled > 0) yield held.subarray(0, filled)
}
