import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../crypto/sealed-stream.ts'
import { openDatabase } from '../db/open-database.ts'
import { type FileSettings, masterKeySource } from '../storage/open-file-store.ts'
import { makeFolderDurably } from '../write-durably.ts'
import type { Backups } from './backups.ts'
import { askForCopy } from './copy-server.ts'
import { BackupError, type Sums } from './items.ts'
import { type BackupLocation, makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

interface OwnBackupSettings extends FileSettings {
  databaseUrl: string | undefined
  /** Where backups are written. */
  folder: string
  /** Seals them; without it, none are made. */
  passphrase: string | undefined
}

/** Backups that the running program makes of its own installation. */
export class OwnBackups implements Backups {
  readonly #settings: OwnBackupSettings

  constructor(settings: OwnBackupSettings) {
    this.#settings = settings
  }

  get isReady(): boolean {
    return this.#settings.passphrase !== undefined
  }

  get folder(): string {
    return this.#settings.folder
  }

  /** Writes a new file. Other processes go on meanwhile; the embedded database is copied first. */
  async make(name: string): Promise<Sums> {
    const passphrase = this.#requirePassphrase()
    const { dataDir, databaseUrl, s3, folder } = this.#settings
    await makeFolderDurably(folder)
    const file = join(folder, name)
    // Left by an earlier attempt, whose process was killed.
    await this.remove(name)
    const location = { dataDir, s3, keySource: masterKeySource(this.#settings) }
    if (databaseUrl) {
      const database = await openDatabase({ url: databaseUrl, dataDir })
      return makeBackup(database, location, file, passphrase).finally(() => database.close())
    }
    return makeOfCopy(location, file, passphrase)
  }

  /** Restores it into an embedded database of its own, compares everything with the backup, and deletes that again. */
  async test(name: string): Promise<Sums> {
    const passphrase = this.#requirePassphrase()
    const { masterKeys, folder } = this.#settings
    const dataDir = await mkdtemp(join(folder, 'test-'))
    try {
      const location = { dataDir, databaseUrl: undefined, s3: undefined }
      const keySource = masterKeySource({ masterKeys, dataDir })
      const { sums, audit } = await restoreBackup(join(folder, name), passphrase, { ...location, keySource })
      if (audit.firstBad) {
        throw new BackupError(`The audit log in the backup is damaged: ${audit.firstBad.problem}.`)
      }
      return sums
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }

  async sizeOf(name: string): Promise<number | undefined> {
    const file = join(this.#settings.folder, name)
    for (const path of [file, unfinishedOf(file)]) {
      const found = await stat(path).catch(() => undefined)
      if (found) return found.size
    }
    return undefined
  }

  read(name: string, { start, end }: ByteRange): Readable {
    return createReadStream(join(this.#settings.folder, name), { start, end: end - 1 })
  }

  async remove(name: string): Promise<void> {
    const file = join(this.#settings.folder, name)
    await rm(file, { force: true })
    await rm(unfinishedOf(file), { force: true })
  }

  #requirePassphrase(): string {
    const { passphrase } = this.#settings
    if (passphrase === undefined) throw new BackupError('BACKUP_PASSPHRASE isn’t set on this server.')
    return passphrase
  }
}

/** The name under which `makeBackup` writes until the file is complete. */
const unfinishedOf = (file: string) => `${file}.unfinished`

/** Of an embedded installation whose program runs, and so holds the database. */
export async function makeOfCopy(location: BackupLocation, file: string, passphrase: string): Promise<Sums> {
  const copy = await askForCopy(location.dataDir)
  try {
    const copied = await openDatabase({ dataDir: copy.dataDir })
    const made = makeBackup(copied, { ...location, copiedAnchor: copy.anchor }, file, passphrase).finally(
      () => copied.close(),
    )
    return await Promise.race([made, copy.lost])
  } finally {
    copy.release()
  }
}
