import type { Readable } from 'node:stream'
import type { ByteRange } from '../crypto/sealed-stream.ts'

/** Where the program keeps its backups. */
export interface BackupPlace {
  /** For people. */
  readonly title: string
  /** Writes all of it, or nothing that `sizeOf` finds. What an earlier attempt left is replaced. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>
  /** Undefined when there is no complete one of this name. */
  sizeOf(name: string): Promise<number | undefined>
  read(name: string, range: ByteRange): Promise<Readable>
  remove(name: string): Promise<void>
}
