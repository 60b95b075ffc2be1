import { Readable } from 'node:stream'
import { ObjectMissingError, StoreFullError, StoreUnavailableError } from '../storage/object-store.ts'
import { type S3Address, S3Connection } from '../storage/s3-connection.ts'
import { writeS3Object } from '../storage/s3-upload.ts'
import type { BackupPlace } from './backup-place.ts'
import { BackupError } from './items.ts'

// Nobody waits for a backup, and its bucket may be far away.
const timeouts = { connectMs: 10_000, answerMs: 120_000, pieceMs: 60_000 }

// With the 10,000 parts that S3 takes at most, a backup may have 156 GiB.
const partBytes = 16 * 1024 * 1024

/** Beside what else is in the bucket: the names of stored files begin with another word. */
const prefix = 'backups/'

/** Connects for each task: backups are rare. */
export function bucketPlace(address: S3Address): BackupPlace {
  const { bucket } = address
  const objectOf = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  const connect = () => S3Connection.open({ ...address, timeouts })
  const connected = async <Result>(work: (connection: S3Connection) => Promise<Result>): Promise<Result> => {
    const connection = await connect()
    return work(connection)
      .catch((error: unknown) => {
        throw inWords(bucket, error)
      })
      .finally(() => connection.client.destroy())
  }
  return {
    title: `the bucket ${bucket}`,

    write: (name, pieces) =>
      connected(async (connection) => {
        const source = new KnownFailure(pieces)
        await writeS3Object(connection, objectOf(name), source, partBytes).catch((error: unknown) => {
          throw source.failure ?? error
        })
      }),

    sizeOf: (name) =>
      connected(async (connection) => {
        const command = new connection.sdk.HeadObjectCommand(objectOf(name))
        try {
          const { ContentLength } = await connection.run((limit) => connection.client.send(command, limit))
          return ContentLength
        } catch (error) {
          if (error instanceof ObjectMissingError) return undefined
          throw error
        }
      }),

    async read(name, { start, end }) {
      const connection = await connect()
      const command = new connection.sdk.GetObjectCommand({
        ...objectOf(name),
        Range: `bytes=${start}-${end - 1}`,
      })
      async function* pieces() {
        try {
          const { Body } = await connection.run((limit) => connection.client.send(command, limit))
          yield* connection.piecesOf(Body as Readable)
        } catch (error) {
          throw inWords(bucket, error)
        } finally {
          connection.client.destroy()
        }
      }
      return Readable.from(pieces())
    },

    remove: (name) =>
      connected(async (connection) => {
        const command = new connection.sdk.DeleteObjectCommand(objectOf(name))
        await connection.run((limit) => connection.client.send(command, limit))
      }),
  }
}

function inWords(bucket: string, error: unknown): unknown {
  if (error instanceof KnownFailureError) return error.cause
  const cause = { cause: error }
  if (error instanceof StoreFullError) return new BackupError(`The bucket ${bucket} is full.`, cause)
  if (error instanceof ObjectMissingError)
    return new BackupError(`The bucket ${bucket} or the backup in it doesn’t exist.`, cause)
  if (error instanceof StoreUnavailableError)
    return new BackupError(
      `The bucket ${bucket} can’t be reached, or refuses the key. Check BACKUP_BUCKET and its settings.`,
      cause,
    )
  return error
}

/** The files that are backed up may come from a bucket, too: whose failure it was must not be mixed up. */
class KnownFailureError extends Error {}

class KnownFailure implements AsyncIterable<Uint8Array> {
  readonly #pieces: AsyncIterable<Uint8Array>
  failure: KnownFailureError | undefined

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces
  }

  async *[Symbol.asyncIterator]() {
    try {
      yield* this.#pieces
    } catch (error) {
      this.failure = new KnownFailureError('', { cause: error })
      throw error
    }
  }
}
