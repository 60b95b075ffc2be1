import type { KeyObject } from 'node:crypto'
import type { FileIdentity } from './file-identity.ts'
import { chunkBytes, chunkContext, sealChunk } from './sealed-chunks.ts'

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
          yield sealChunk(key, context, { index, isLast: false }, held)
          index++
          filled = 0
        }
        const taken = Math.min(chunkBytes - filled, piece.length - at)
        held.set(piece.subarray(at, at + taken), filled)
        filled += taken
        at += taken
      }
    }
    yield sealChunk(key, context, { index, isLast: true }, held.subarray(0, filled))
  } finally {
    held.fill(0)
  }
}
