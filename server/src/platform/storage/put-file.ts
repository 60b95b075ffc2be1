import type { KeyObject } from 'node:crypto'
import { AppError } from '../app-error.ts'
import { sealStream } from '../crypto/sealed-stream.ts'
import { type FileIdentity, generateFileKey, wrapKey } from '../crypto/wrap-key.ts'
import type { Transaction } from '../db/database.ts'
import type { FileStoreParts } from './file-store-parts.ts'
import { limits } from './limits.ts'
import { newObjectName } from './object-store.ts'
import { insertFile } from './queries.ts'

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>

export interface PutOptions {
  /** More is refused; the ordinary limit when not given. */
  maxBytes?: number
}

/** A ciphertext that is safely stored but cannot be opened yet: its key exists only here. */
export interface FileDraft {
  readonly file: FileIdentity
  readonly objectName: string
  readonly sizeBytes: number
  readonly key: KeyObject
  readonly begunAt: Date
}

export async function putFile(
  { store, clock }: FileStoreParts,
  { documentId, rendition, version }: FileIdentity,
  content: FileContent,
  { maxBytes = limits.storedFileMaxBytes }: PutOptions = {},
): Promise<FileDraft> {
  const file = { documentId, rendition, version }
  const key = generateFileKey()
  const begunAt = clock.now()
  const objectName = newObjectName(begunAt)
  const counted = new CountedContent(content, maxBytes)
  await store.write(objectName, sealStream(key, file, counted))
  return { file, objectName, sizeBytes: counted.sizeBytes, key, begunAt }
}

/** The commit of the transaction publishes the file, together with everything else it did. */
export async function publishFile(
  { masterKeys, clock }: FileStoreParts,
  tx: Transaction,
  draft: FileDraft,
): Promise<void> {
  const now = clock.now()
  // The sweep may delete an old draft as an orphan, and a row must never exist without its ciphertext.
  if (now.getTime() - draft.begunAt.getTime() > limits.fileDraftMs) throw new AppError('conflict')
  const master = await masterKeys.current(tx)
  const { file, objectName, sizeBytes, key } = draft
  const wrappedKey = wrapKey(master, key, file)
  const isNew = await insertFile(
    tx,
    { ...file, objectName, sizeBytes, masterKeyId: master.id, wrappedKey },
    now,
  )
  if (!isNew) throw new AppError('conflict')
}

class CountedContent implements AsyncIterable<Uint8Array> {
  sizeBytes = 0
  readonly #content: FileContent
  readonly #maxBytes: number

  constructor(content: FileContent, maxBytes: number) {
    this.#content = content
    this.#maxBytes = maxBytes
  }

  async *[Symbol.asyncIterator]() {
    const pieces = this.#content instanceof Uint8Array ? [this.#content] : this.#content
    for await (const piece of pieces) {
      this.sizeBytes += piece.length
      if (this.sizeBytes > this.#maxBytes) throw new AppError('too-large')
      yield piece
    }
  }
}
