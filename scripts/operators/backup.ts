/** `npm run backup -- FILE`: writes database, files and keys to one encrypted file, also while the program runs. */
import { readConfig } from '../../server/src/config.ts'
import type { Sums } from '../../server/src/platform/backup/items.ts'
import { type BackupLocation, makeBackup } from '../../server/src/platform/backup/make-backup.ts'
import { ofCopy } from '../../server/src/platform/backup/own-backups.ts'
import { DataFolderInUseError } from '../../server/src/platform/db/errors.ts'
import { openDatabase } from '../../server/src/platform/db/open-database.ts'
import { masterKeySource } from '../../server/src/platform/storage/open-file-store.ts'
import { backupArguments, needsDatabase, printFailure, showSums } from './backup-console.ts'

try {
  const config = readConfig(process.env, [])
  const { file, passphrase } = backupArguments('backup', config)
  needsDatabase(config)
  const { dataDir, databaseUrl, s3 } = config
  const location = { dataDir, s3, keySource: masterKeySource(config) }
  const sums = await writeBackup({ url: databaseUrl, dataDir }, location, file, passphrase)
  showSums(sums)
  console.log(
    `Backup written to ${file}. Keep BACKUP_PASSPHRASE in a different place: you can’t restore without it.`,
  )
  if (!location.keySource.save)
    console.log('The backup doesn’t contain MASTER_KEY. Keep that key in a different place too.')
  if (sums.files.missing > 0) process.exitCode = 2
} catch (error) {
  printFailure('No backup was made.', error)
}

async function writeBackup(
  source: { url: string | undefined; dataDir: string },
  location: BackupLocation,
  file: string,
  passphrase: string,
): Promise<Sums> {
  const database = await openDatabase(source).catch((error) => {
    if (error instanceof DataFolderInUseError) return undefined
    throw error
  })
  if (database) {
    return makeBackup(database, location, file, passphrase).finally(() => database.close())
  }
  return ofCopy(location, (copy, copied) => makeBackup(copy, copied, file, passphrase))
}
