import { Readable } from 'node:stream'
import { AppError } from '../app-error.ts'
import { TamperedFileError } from '../crypto/errors.ts'
import { type ByteRange, openStream, sealedRange, sealedSize } from '../crypto/sealed-stream.ts'
import { type FileIdentity, unwrapKey } from '../crypto/wrap-key.ts'
import { systemActor } from '../db/actor.ts'
import type { FileStoreParts } from './file-store-parts.ts'
import { ObjectMissingError } from './object-store.ts'
import { findFile } from './queries.ts'

export interface OpenFile extends ByteRange {
  /** Of the whole file. */
  sizeBytes: number
  /** Reads as fast as it is read from; destroying it lets go of the store. */
  stream: Readable
}

export async function getFile(
  parts: FileStoreParts,
  file: FileIdentity,
  untrustedRange: Partial<ByteRange> = {},
): Promise<OpenFile> {
  const stored = await find(parts, file)
  if (!stored) throw new AppError('not-found')
  const { sizeBytes, objectName } = stored
  const range = checkedRange(sizeBytes, untrustedRange)
  const key = unwrapKey(await parts.masterKeys.find(stored.masterKeyId), stored.wrappedKey, file)
  const sealed = await parts.store
    .read(objectName, { ...sealedRange(sizeBytes, range), totalBytes: sealedSize(sizeBytes) })
    .catch(async (error) => {
      if (!(error instanceof ObjectMissingError)) throw error
      // Destroyed since it was looked up, so it no longer exists.
      if (!(await find(parts, file))) throw new AppError('not-found')
      throw new TamperedFileError({ cause: error })
    })
  const plain = openStream(key, { ...file, sizeBytes }, range, sealed)
  // Most errors appear in the first chunk, while the caller can still answer with an error.
  const first = await plain.next()
  return { sizeBytes, ...range, stream: readableOf(first, plain) }
}

export async function sizeOfFile(parts: FileStoreParts, file: FileIdentity): Promise<number | undefined> {
  return (await find(parts, file))?.sizeBytes
}

const find = ({ database }: FileStoreParts, file: FileIdentity) =>
  database.transact(systemActor, (tx) => findFile(tx, file), { readOnly: true })

function checkedRange(sizeBytes: number, { start = 0, end = sizeBytes }: Partial<ByteRange>): ByteRange {
  const isValid = Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end
  if (!isValid || start > sizeBytes) {
    throw new AppError('malformed-request', { text: 'The requested range isn’t in this file.' })
  }
  return { start, end: Math.min(end, sizeBytes) }
}

/** Unlike `Readable.from`, it ends the generator also when it is destroyed before anything was read. */
function readableOf(
  first: IteratorResult<Buffer, void>,
  plain: AsyncGenerator<Buffer, void, void>,
): Readable {
  let ready: IteratorResult<Buffer, void> | undefined = first
  return new Readable({
    read() {
      const next = ready ? Promise.resolve(ready) : plain.next()
      ready = undefined
      next.then(
        ({ value }) => this.push(value ?? null),
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      plain.return().then(() => done(error), done)
    },
  })
}
