import type { Readable } from 'node:stream'
import type { ByteRange } from '../crypto/sealed-stream.ts'
import type { Sums } from './items.ts'

/** Backups of this installation, as files in one folder. */
export interface Backups {
  /** Whether there is a passphrase to seal them with; without it, none are made. */
  readonly isReady: boolean
  readonly folder: string
  make(name: string): Promise<Sums>
  test(name: string): Promise<Sums>
  /** Bytes on the disk so far; undefined when the file isn't here. */
  sizeOf(name: string): Promise<number | undefined>
  read(name: string, range: ByteRange): Readable
  remove(name: string): Promise<void>
}
