import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteRange } from '../crypto/sealed-stream.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { type FileSettings, masterKeySource } from '../storage/open-file-store.ts'
import { makeFolderDurably } from '../write-durably.ts'
import type { BackupPlace } from './backup-place.ts'
import type { Backups } from './backups.ts'
import { askForCopy } from './copy-server.ts'
import { BackupError, type Sums } from './items.ts'
import { type BackupLocation, writeBackup } from './make-backup.ts'
import { type BackupPlaceSettings, backupPlaceOf } from './open-backup-place.ts'
import { restoreBackup } from './restore-backup.ts'

interface OwnBackupSettings extends FileSettings, BackupPlaceSettings {
  databaseUrl: string | undefined
  /** Seals them; without it, none are made. */
  backupPassphrase: string | undefined
}

/** Backups that the running program makes of its own installation. */
export class OwnBackups implements Backups {
  readonly #settings: OwnBackupSettings
  readonly #place: BackupPlace

  constructor(settings: OwnBackupSettings, place = backupPlaceOf(settings)) {
    this.#settings = settings
    this.#place = place
  }

  get isReady(): boolean {
    return this.#settings.backupPassphrase !== undefined
  }

  get place(): string {
    return this.#place.title
  }

  /** Other processes go on meanwhile; the embedded database is copied first. */
  async make(name: string, onWritten: (bytes: number) => Promise<void>): Promise<Sums> {
    const passphrase = this.#requirePassphrase()
    const { dataDir, databaseUrl, s3 } = this.#settings
    const write = (pieces: AsyncIterable<Uint8Array>) => this.#place.write(name, counted(pieces, onWritten))
    const location = { dataDir, s3, keySource: masterKeySource(this.#settings) }
    if (!databaseUrl) {
      return ofCopy(location, (copy, copied) => writeBackup(copy, copied, passphrase, write))
    }
    const database = await openDatabase({ url: databaseUrl, dataDir })
    return writeBackup(database, location, passphrase, write).finally(() => database.close())
  }

  /** Restores it into an embedded database of its own, compares everything with the backup, and deletes that again. */
  async test(name: string): Promise<Sums> {
    const passphrase = this.#requirePassphrase()
    const { masterKeys, backupFolder } = this.#settings
    await makeFolderDurably(backupFolder)
    const scratch = await mkdtemp(join(backupFolder, 'test-'))
    const dataDir = join(scratch, 'data')
    try {
      const file = join(scratch, name)
      await this.#fetch(name, file)
      const location = { dataDir, databaseUrl: undefined, s3: undefined }
      const keySource = masterKeySource({ masterKeys, dataDir })
      const { sums, audit } = await restoreBackup(file, passphrase, { ...location, keySource })
      if (audit.firstBad) {
        throw new BackupError(`The audit log in the backup is damaged: ${audit.firstBad.problem}.`)
      }
      return sums
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }

  /** What is tested is what a download would give. */
  async #fetch(name: string, file: string): Promise<void> {
    const size = await this.sizeOf(name)
    if (size === undefined) throw new BackupError(`The backup isn’t in ${this.place}.`)
    await pipeline(await this.read(name, { start: 0, end: size }), createWriteStream(file))
  }

  sizeOf(name: string): Promise<number | undefined> {
    return this.#place.sizeOf(name)
  }

  read(name: string, range: ByteRange): Promise<Readable> {
    return this.#place.read(name, range)
  }

  remove(name: string): Promise<void> {
    return this.#place.remove(name)
  }

  #requirePassphrase(): string {
    const { backupPassphrase } = this.#settings
    if (backupPassphrase === undefined) throw new BackupError('BACKUP_PASSPHRASE isn’t set on this server.')
    return backupPassphrase
  }
}

const reportEveryMs = 2000

async function* counted(pieces: AsyncIterable<Uint8Array>, onWritten: (bytes: number) => Promise<void>) {
  let written = 0
  let reportedAt = performance.now()
  for await (const piece of pieces) {
    yield piece
    written += piece.length
    if (performance.now() - reportedAt < reportEveryMs) continue
    await onWritten(written)
    reportedAt = performance.now()
  }
}

/** Of an embedded installation whose program runs, and so holds the database. */
export async function ofCopy(
  location: BackupLocation,
  work: (copy: Database, location: BackupLocation) => Promise<Sums>,
): Promise<Sums> {
  const copy = await askForCopy(location.dataDir)
  try {
    const copied = await openDatabase({ dataDir: copy.dataDir })
    const made = work(copied, { ...location, copiedAnchor: copy.anchor }).finally(() => copied.close())
    return await Promise.race([made, copy.lost])
  } finally {
    copy.release()
  }
}
