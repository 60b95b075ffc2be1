/**
 * Encrypted files. A file is put first, outside any transaction, since writing takes time and the embedded
 * database has one session; the transaction that makes the document then publishes it:
 *
 *   const draft = await files.put({ documentId, rendition: 'original', version: 1 }, upload)
 *   await database.transact(actor, async (tx) => { …; await files.publish(tx, draft) })
 *
 * Row-level security lets the system actor alone publish and destroy until a migration says who else may.
 */

import type { ByteRange } from '../crypto/sealed-stream.ts'
import type { FileIdentity } from '../crypto/wrap-key.ts'
import { systemActor } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import type { FileStoreParts } from './file-store-parts.ts'
import { getFile, type OpenFile, sizeOfFile } from './get-file.ts'
import { limits } from './limits.ts'
import { type ObjectStore, type StoreCondition, StoreFullError } from './object-store.ts'
import { type FileContent, type FileDraft, type PutOptions, publishFile, putFile } from './put-file.ts'
import {
  countFiles,
  countRenditions,
  deleteDiscarded,
  deleteFiles,
  type FileSelection,
  insertDiscarded,
  listDiscarded,
} from './queries.ts'
import { RemovalHold } from './removal-hold.ts'
import { sweepOrphans } from './sweep-orphans.ts'

export interface FileStore {
  /** Encrypts and writes; nothing but the returned draft can open it. */
  put(file: FileIdentity, content: FileContent, options?: PutOptions): Promise<FileDraft>
  /** Of two drafts of the same file the first one published wins; the other gets a conflict. */
  publish(tx: Transaction, draft: FileDraft): Promise<void>
  /** Removes a draft that will not be published; without this the sweep does it a day later. */
  discard(draft: FileDraft): Promise<void>
  /** Decrypts the whole file or a range. The caller must have checked that the actor may see it. */
  get(file: FileIdentity, range?: Partial<ByteRange>): Promise<OpenFile>
  /** Undefined when there is no such file. */
  sizeOf(file: FileIdentity): Promise<number | undefined>
  /**
   * Deletes the keys of the document, a rendition or a version when the transaction commits. This cannot be undone.
   */
  destroy(tx: Transaction, selection: FileSelection): Promise<number>
  /** How many renditions of a version begin with the prefix. */
  count(tx: Transaction, selection: Required<Omit<FileSelection, 'rendition'>>): Promise<number>
  /** Removes the ciphertexts of what was destroyed. */
  clearDiscarded(): Promise<number>
  /** Removes the ciphertexts that never became a file. */
  sweepOrphans(options?: { since?: Date }): Promise<number>
  /** Keeps all ciphertexts until the returned function is called. */
  holdRemovals(): () => void
  readNote: ObjectStore['readNote']
  writeNote: ObjectStore['writeNote']
  readonly kind: ObjectStore['kind']
  /** Throws when the store cannot be reached or written to. */
  check(): Promise<StoreCondition>
  /** Throws when so little space is left that no upload may begin. */
  requireFreeSpace(): Promise<void>
  /** Files and their bytes before encryption. */
  countFiles(): Promise<{ files: number; bytes: number }>
  close(): Promise<void>
}

export function createFileStore(parts: FileStoreParts): FileStore {
  const removals = new RemovalHold()
  return {
    put: (file, content, options) => putFile(parts, file, content, options),
    publish: (tx, draft) => publishFile(parts, tx, draft),
    discard: (draft) => parts.store.remove(draft.objectName),
    get: (file, range) => getFile(parts, file, range),
    sizeOf: (file) => sizeOfFile(parts, file),
    destroy: (tx, selection) => destroyFiles(parts, tx, selection),
    count: countRenditions,
    clearDiscarded: () => clearDiscarded(parts, removals),
    sweepOrphans: (options) => sweepOrphans(parts, removals, options),
    holdRemovals: () => removals.take(),
    readNote: (name) => parts.store.readNote(name),
    writeNote: (name, text) => parts.store.writeNote(name, text),
    kind: parts.store.kind,
    check: () => parts.store.check(),
    requireFreeSpace: () => requireFreeSpace(parts.store),
    countFiles: () => parts.database.transact(systemActor, countFiles, { readOnly: true }),
    close: () => parts.store.close(),
  }
}

/** A bucket has no such figure, and asking it would cost every upload a round trip. */
async function requireFreeSpace(store: ObjectStore): Promise<void> {
  if (store.kind === 'bucket') return
  const { freeBytes } = await store.check()
  if (freeBytes !== null && freeBytes < limits.freeSpaceKeptBytes) throw new StoreFullError()
}

const batchSize = 100

/** Returns how many files there were. */
async function destroyFiles(
  { clock }: FileStoreParts,
  tx: Transaction,
  selection: FileSelection,
): Promise<number> {
  const names = await deleteFiles(tx, selection)
  await insertDiscarded(tx, names, clock.now())
  return names.length
}

/** Deletes the ciphertexts of destroyed files. Failures are retried next time. */
async function clearDiscarded({ database, store }: FileStoreParts, removals: RemovalHold): Promise<number> {
  let cleared = 0
  for (let after = ''; ; ) {
    const names = await database.transact(systemActor, async (tx) =>
      (await removals.isFree(tx)) ? listDiscarded(tx, after, batchSize) : [],
    )
    const last = names.at(-1)
    if (last === undefined) return cleared
    for (const name of names) await store.remove(name)
    await database.transact(systemActor, (tx) => deleteDiscarded(tx, names))
    cleared += names.length
    after = last
  }
}
