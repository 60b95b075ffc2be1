/**
 * The form of an encrypted file: its plaintext in chunks of 64 KiB, each sealed by AES-256-GCM and followed by
 * its tag; the last may be shorter, an empty file is one empty chunk. The key serves this one file, so the nonce
 * is the chunk's number plus a mark on the last chunk: a chunk fits in no other place, and the end is known.
 */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { TamperedFileError } from './errors.ts'
import { associatedData, type FileIdentity } from './file-identity.ts'

export const chunkBytes = 64 * 1024
export const tagBytes = 16
export const sealedChunkBytes = chunkBytes + tagBytes

export interface ChunkPlace {
  index: number
  isLast: boolean
}

export const chunkCount = (sizeBytes: number): number => Math.max(1, Math.ceil(sizeBytes / chunkBytes))

export const sealedSize = (sizeBytes: number): number => sizeBytes + chunkCount(sizeBytes) * tagBytes

export const chunkContext = (file: FileIdentity): Buffer => associatedData('exempta file chunk', file)

export function sealChunk(key: KeyObject, context: Buffer, place: ChunkPlace, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place), { authTagLength: tagBytes })
  cipher.setAAD(context)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Nothing of a chunk is returned before all of it proved to be genuine. */
export function openChunk(key: KeyObject, context: Buffer, place: ChunkPlace, sealed: Uint8Array): Buffer {
  if (sealed.length < tagBytes) throw new TamperedFileError()
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place), { authTagLength: tagBytes })
  decipher.setAAD(context)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const plain = decipher.update(sealed.subarray(0, -tagBytes))
  try {
    decipher.final()
    return plain
  } catch (cause) {
    throw new TamperedFileError({ cause })
  }
}

function nonceOf({ index, isLast }: ChunkPlace): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 0)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}
