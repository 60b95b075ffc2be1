import type { Readable } from 'node:stream'
import type { ByteRange } from '../crypto/sealed-stream.ts'
import type { Sums } from './items.ts'

/** Backups of this installation, all in one place. */
export interface Backups {
  /** Whether there is a passphrase to seal them with; without it, none are made. */
  readonly isReady: boolean
  /** Where they are, for people. */
  readonly place: string
  /** `onWritten` gets the bytes so far. */
  make(name: string, onWritten: (bytes: number) => Promise<void>): Promise<Sums>
  test(name: string): Promise<Sums>
  /** Undefined when there is no complete one. */
  sizeOf(name: string): Promise<number | undefined>
  read(name: string, range: ByteRange): Promise<Readable>
  remove(name: string): Promise<void>
}

export interface RestoreStatus {
  status: 'none' | 'restoring' | 'restored' | 'failed'
  problem: string | null
}

export interface ArrivingBackup {
  pieces: AsyncIterable<Uint8Array>
  passphrase: string
  /** Asked before anything is replaced. */
  isEmpty: () => Promise<boolean>
}

/** Restores a backup into the empty installation whose page asks for one. */
export interface RestoreOnPage {
  readonly state: RestoreStatus
  /** Returns when the file is here and the passphrase fits. The rest goes on afterwards. */
  receive(backup: ArrivingBackup): Promise<void>
}
