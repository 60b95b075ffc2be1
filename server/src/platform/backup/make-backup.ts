import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { systemClock } from '../clock.ts'
import { formatMasterKey, type MasterKeySource } from '../crypto/master-key.ts'
import type { Database } from '../db/database.ts'
import { openObjectStore } from '../storage/open-file-store.ts'
import type { S3Address } from '../storage/s3-connection.ts'
import { writeBackupFile } from './folder-place.ts'
import { BackupError, type Item, type Sums, sessionTables } from './items.ts'
import { readInstallation, type Source } from './read-installation.ts'
import { sealBackup } from './sealed-backup.ts'

export interface BackupLocation {
  dataDir: string
  s3: S3Address | undefined
  keySource: MasterKeySource
  copiedAnchor?: Source['copiedAnchor']
}

/** Writes the backup to a new file. */
export async function makeBackup(
  database: Database,
  location: BackupLocation,
  file: string,
  passphrase: string,
): Promise<Sums> {
  const final = resolve(file)
  if (existsSync(final)) throw new BackupError(`${final} already exists.`)
  if (!existsSync(dirname(final))) throw new BackupError(`The folder ${dirname(final)} doesn’t exist.`)
  return writeBackup(database, location, passphrase, (pieces) => writeBackupFile(final, pieces))
}

/** Passes the sealed backup on, piece by piece. */
export const writeBackup = (
  database: Database,
  location: BackupLocation,
  passphrase: string,
  write: (pieces: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Sums> =>
  withSource(database, location, (source) =>
    readInstallation(source, { leaveOut: sessionTables }, async (items) => {
      const noted = new NotedSums(items)
      await write(sealBackup(passphrase, noted))
      return noted.sums()
    }),
  )

/** The installation as it is read: its database, its files, and the master keys where the program keeps them. */
export async function withSource<T>(
  database: Database,
  { dataDir, s3, keySource, copiedAnchor }: BackupLocation,
  use: (source: Source) => Promise<T>,
): Promise<T> {
  const keys = await keySource.load()
  const store = await openObjectStore(database, { dataDir, s3 })
  try {
    return await use({
      database,
      store,
      masterKeys: { ids: keys.map(({ id }) => id), texts: keySource.save ? keys.map(formatMasterKey) : [] },
      now: systemClock.now(),
      copiedAnchor,
    })
  } finally {
    await store.close()
  }
}

/** Passes the items on and keeps the sums from the last one. */
class NotedSums implements AsyncIterable<Item> {
  readonly #items: AsyncIterable<Item>
  #sums: Sums | undefined

  constructor(items: AsyncIterable<Item>) {
    this.#items = items
  }

  async *[Symbol.asyncIterator]() {
    for await (const item of this.#items) {
      if (item.kind === 'end') this.#sums = item.sums
      yield item
    }
  }

  sums(): Sums {
    if (!this.#sums) throw new BackupError('The backup is incomplete.')
    return this.#sums
  }
}
