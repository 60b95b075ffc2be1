import { randomUUID } from 'node:crypto'
import { AppError } from '../app-error.ts'
import type { ByteRange } from '../crypto/sealed-stream.ts'

const pattern = /^\d{4}-\d\d-\d\d\/\d{6}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Names contain only the time when an object was begun: `2026-03-02/150000-<uuid>`. They sort by that time, so that
 * the sweep finds old objects without asking for each one's date.
 */
export const newObjectName = (now: Date): string => `${timeOf(now)}-${randomUUID()}`

/** Sorts after every name begun before that second, and before every later one. */
export const firstNameAt = (time: Date): string => timeOf(time)

export const isObjectName = (name: string): boolean => pattern.test(name)

function timeOf(time: Date): string {
  const text = time.toISOString()
  return `${text.slice(0, 10)}/${text.slice(11, 19).replaceAll(':', '')}`
}

/** The port to whatever keeps the ciphertexts: a folder or an S3 bucket. Names come from `object-name.ts`. */
export interface ObjectStore {
  readonly kind: 'folder' | 'bucket'
  /** Writes all of it or, when this or the source fails, nothing; on return it survives a power cut. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** A range that is not empty, in pieces of any size that are valid until the next one is asked for. */
  read(name: string, part: StoredPart): Promise<AsyncIterable<Uint8Array>>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
  /** All names that come after the given one, in order. */
  list(after: string): AsyncIterable<string>
  /** Clears away what writers that died left half-written before the given name. */
  removeUnfinished(before: string): Promise<number>
  /** Small texts beside the files, by fixed names; writing one replaces the one before. */
  writeNote(name: NoteName, text: string): Promise<void>
  readNote(name: NoteName): Promise<string | undefined>
  /** Throws when it cannot be reached or written to. */
  check(): Promise<StoreCondition>
  close(): Promise<void>
}

export type NoteName = 'audit-anchor'

export interface StoreCondition {
  /** Null where there is no such figure. */
  freeBytes: number | null
}

export interface StoredPart extends ByteRange {
  /** What the whole object must measure: one that was cut or added to is refused. */
  totalBytes: number
}

/** The store answers, but has no such object, or one of another size. */
export class ObjectMissingError extends Error {
  override name = 'ObjectMissingError'
}

export class StoreUnavailableError extends AppError {
  constructor(options: { cause: unknown }) {
    super('unavailable', {
      text: 'We can’t store or open files right now. Please try again in a moment.',
      retryAfterSeconds: 10,
      ...options,
    })
    this.name = 'StoreUnavailableError'
  }
}

export class StoreFullError extends AppError {
  constructor(options: { cause?: unknown } = {}) {
    super('no-room', { retryAfterSeconds: 300, ...options })
    this.name = 'StoreFullError'
  }
}
